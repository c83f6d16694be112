package io.lockstep.parts.memory;

import io.lockstep.parts.dram.DramTimeline;
import io.lockstep.spi.Timeline;

/**
 * The probes of a memory side: its critical paths and its timeline, each if requested. Connects
 * them with the ports and the copy engines. Not thread-safe.
 */
final class SideProbes {
  private final PortService ports;
  private final MemoryClients clients;
  private CopyEngines copies; // null before they are added
  private SidePaths paths; // null unless requested
  private RequestProbe timeline = RequestProbe.NONE;

  SideProbes(PortService ports, MemoryClients clients) {
    this.ports = ports;
    this.clients = clients;
  }

  /** The copy engines are added. */
  void copies(CopyEngines engines) {
    copies = engines;
  }

  /** Starts recording of the channels' buses and the slices' requests; null ends it. */
  void observe(Timeline.Recorder recorder) {
    MemoryPath path = ports.service.path();
    for (int c = 0; c < path.channels(); c++) {
      path.channel(c).observe(recorder == null ? null : DramTimeline.of(recorder, c));
    }
    timeline =
        recorder == null
            ? RequestProbe.NONE
            : SliceTimeline.of(recorder, ports.service.slices().count(), clients.count());
    connect();
  }

  /** A launch begins: whether its critical paths are requested. */
  void follow(boolean wanted) {
    if (!wanted) {
      paths = null;
    } else if (paths == null) {
      paths = new SidePaths(clients.capacities());
    } else {
      paths.begin();
    }
    connect();
  }

  /** The critical paths; null unless requested. */
  SidePaths paths() {
    return paths;
  }

  private void connect() {
    RequestProbe probe = paths == null ? timeline : paths.before(timeline);
    ports.observe(probe);
    if (copies != null) {
      copies.observe(probe);
    }
  }
}
