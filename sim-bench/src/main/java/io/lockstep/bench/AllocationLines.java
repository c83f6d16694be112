// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.bench.hold.PriorityQueueHold;
import io.lockstep.bench.hold.RowHold;
import io.lockstep.bench.hold.WheelHold;
import io.lockstep.bench.whole.LockstepEngine;
import java.util.ArrayList;
import java.util.List;

/** Measures T6: bytes allocated per event after the first tenth of a run. */
final class AllocationLines {
  private AllocationLines() {}

  static List<Line> measure(Context context) {
    long events = 60_000_000;
    int[] gpu = Increments.gpu();
    List<Line> lines = new ArrayList<>();
    lines.add(line("queue, GPU mix, 20 k pending", new WheelHold(gpu, 20_000, 1)::run, events));
    lines.add(line("queue, GPU mix, 200 k pending", new WheelHold(gpu, 200_000, 8)::run, events));
    lines.add(
        line(
            "queue, 10 % far, 100 k pending",
            new WheelHold(Increments.bimodal(), 100_000, 1)::run, events));
    for (int pending : new int[] {1_000, 20_000}) {
      lines.add(
          line(
              "whole engine with ring, " + pending / 1000 + " k pending",
              new LockstepEngine(gpu, pending)::run,
              events));
    }
    lines.add(line("issue account by row, 14 ports", new RowHold()::run, events));
    double peer = bytesPerEvent(new PriorityQueueHold(gpu, 20_000)::run, events / 10);
    lines.get(0).with("priority_queue_bytes", peer);
    return lines;
  }

  private static Line line(String what, Batches.Work work, long events) {
    return Line.atMost("T6", "bytes an event: " + what, bytesPerEvent(work, events), 0.1);
  }

  private static double bytesPerEvent(Batches.Work work, long events) {
    work.run(events / 10);
    long before = Batches.allocatedBytes();
    long done = work.run(events - events / 10);
    return (double) (Batches.allocatedBytes() - before) / done;
  }
}
