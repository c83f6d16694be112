// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.dram.DramTimeline;
import io.lockstep.spi.Timeline;

/** The critical paths and the timeline of a memory side, which are recorded on request. */
final class SideProbes {
  private final PortService ports;
  private final MemoryClients clients;
  private CopyEngines copies;
  private SidePaths paths; // null unless requested
  private RequestProbe timeline = RequestProbe.NONE;

  SideProbes(PortService ports, MemoryClients clients) {
    this.ports = ports;
    this.clients = clients;
  }

  void copies(CopyEngines engines) {
    copies = engines;
  }

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
