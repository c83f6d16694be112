// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import io.lockstep.spi.Machine;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The timeline of one device: a recorder for each partition and one for the host's launches.
 * Recorders are used by their partitions' threads, everything else by the run's thread.
 */
final class TimelineRecording implements Timeline, RunRecorder {
  static final String LAUNCHES = "launches";
  static final String KERNELS = "kernels";

  private final TimelineScope scope;
  private final ByteBlock header = new ByteBlock(256);
  private final List<String> kernels;
  private final long interval;
  private final TimelineRecorder host;
  private final int launches;
  private final Map<String, Integer> lanes = new TreeMap<>();
  private TimelineRecorder[] recorders = {};

  TimelineRecording(
      TimelineFilter filter,
      String device,
      String name,
      String workload,
      long tickHertz,
      long interval,
      List<String> kernels) {
    this.interval = interval;
    scope = new TimelineScope(filter);
    this.kernels = List.copyOf(kernels);
    header.writeText(device);
    header.writeText(name);
    header.writeText(workload);
    header.writeNumber(tickHertz);
    header.writeNumber(interval);
    header.writeNumber(kernels.size());
    kernels.forEach(header::writeText);
    host = new TimelineRecorder(scope, interval);
    launches = host.track(LAUNCHES, KERNELS);
  }

  ByteBlock header() {
    return header;
  }

  @Override
  public Recorder recorder(int partition) {
    if (partition >= recorders.length) {
      recorders = Arrays.copyOf(recorders, partition + 1);
    }
    if (recorders[partition] == null) {
      recorders[partition] = new TimelineRecorder(scope, interval);
    }
    return recorders[partition];
  }

  @Override
  public void begin(Machine machine, long tick) {
    machine.observe(this, tick);
  }

  /** Begins a launch, which is recorded if the filter accepts its kernel. */
  @Override
  public void launchStarts(int kernel) {
    scope.launch(kernels.get(kernel));
  }

  @Override
  public void launchEnds(int slot, int kernel, long number, long start, long end) {
    int track = slot == 0 ? launches : lane("kernels of queue " + slot);
    if (track != UNSEEN) {
      host.slice(track, SliceKind.LAUNCH, start, end, kernel, number);
    }
  }

  @Override
  public void transferEnds(boolean toDevice, long number, long bytes, long start, long end) {
    int track = lane(toDevice ? "transfers to device" : "transfers from device");
    if (track != UNSEEN) {
      host.slice(
          track, toDevice ? SliceKind.UPLOAD : SliceKind.DOWNLOAD, start, end, number, bytes);
    }
  }

  @Override
  public void end(Machine machine, long tick) {
    machine.observe(null, tick);
  }

  /** Returns a track of the host other than the track of launches, created on first use. */
  private int lane(String name) {
    return lanes.computeIfAbsent(name, n -> host.track(LAUNCHES, n));
  }

  /** Writes all parts; returns the number of intervals. */
  long drainTo(OutputFile out, byte[] part) {
    out.write(part);
    long slices = host.drainTo(out);
    for (TimelineRecorder recorder : recorders) {
      if (recorder != null) {
        out.write(part);
        slices += recorder.drainTo(out);
      }
    }
    return slices;
  }

  void close() {
    host.close();
    for (TimelineRecorder recorder : recorders) {
      if (recorder != null) {
        recorder.close();
      }
    }
  }
}
