// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

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
  private final TimelineVisitor.Subject subject;
  private final List<String> kernels;
  private final TimelineRecorder host;
  private final int launches;
  private final Map<String, Integer> lanes = new TreeMap<>();
  private TimelineRecorder[] recorders = {};

  TimelineRecording(TimelineFilter filter, TimelineVisitor.Subject subject, List<String> kernels) {
    this.subject = subject;
    scope = new TimelineScope(filter);
    this.kernels = List.copyOf(kernels);
    host = new TimelineRecorder(scope, subject.interval());
    launches = host.track(LAUNCHES, KERNELS);
  }

  @Override
  public Recorder recorder(int partition) {
    if (partition >= recorders.length) {
      recorders = Arrays.copyOf(recorders, partition + 1);
    }
    if (recorders[partition] == null) {
      recorders[partition] = new TimelineRecorder(scope, subject.interval());
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

  /** Shows all parts: that of the host, then one for each partition. */
  void replay(TimelineVisitor visitor) {
    visitor.device(subject, kernels);
    host.replay(visitor);
    for (TimelineRecorder recorder : recorders) {
      if (recorder != null) {
        recorder.replay(visitor);
      }
    }
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
