// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.bench.hold.PriorityQueueHold;
import io.lockstep.bench.hold.WheelHold;
import java.util.ArrayList;
import java.util.List;

/** Measures T1 and T3 to T5: the event queue alone, under the hold model. */
final class QueueLines {
  private static final int[] SIZES = {2_000, 20_000, 200_000};
  private static final int KINDS = 8;

  private QueueLines() {}

  static List<Line> gpuMix(Context context) {
    int[] demands = {10, 12, 18};
    int[] increments = Increments.gpu();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < SIZES.length; i++) {
      PriorityQueueHold peer = new PriorityQueueHold(increments, SIZES[i]);
      WheelHold ours = new WheelHold(increments, SIZES[i], 1);
      WheelHold mixed = new WheelHold(increments, SIZES[i], KINDS);
      double[] ns = context.batches().compare(peer::run, ours::run, mixed::run);
      lines.add(
          Line.atLeast(
                  "T1",
                  "hold, GPU mix, " + size(SIZES[i]) + " pending: PriorityQueue / ours",
                  ns[0] / ns[1],
                  demands[i])
              .with("priority_queue_ns", ns[0])
              .with("ours_ns", ns[1])
              .with("ours_8_kinds_ns", ns[2]));
    }
    return lines;
  }

  static List<Line> flatness(Context context) {
    int[] increments = Increments.gpu();
    WheelHold small = new WheelHold(increments, 2_000, 1);
    WheelHold large = new WheelHold(increments, 200_000, 1);
    double[] ns = context.batches().compare(small::run, large::run);
    return List.of(
        Line.atMost("T3", "hold, GPU mix: ours at 200 k / at 2 k", ns[1] / ns[0], 2)
            .with("ours_2k_ns", ns[0])
            .with("ours_200k_ns", ns[1]));
  }

  static List<Line> exponential(Context context) {
    return List.of(
        against(
            context,
            "T4",
            "hold, exponential, mean 1,000, a million pending: PriorityQueue / ours",
            Increments.exponential(),
            1_000_000,
            20));
  }

  static List<Line> far(Context context) {
    return List.of(
        against(
            context,
            "T5",
            "hold, 10 % far, 100 k pending: PriorityQueue / ours",
            Increments.bimodal(),
            100_000,
            7));
  }

  private static Line against(
      Context context, String id, String what, int[] increments, int pending, double demand) {
    PriorityQueueHold peer = new PriorityQueueHold(increments, pending);
    WheelHold ours = new WheelHold(increments, pending, 1);
    double[] ns = context.batches().compare(peer::run, ours::run);
    return Line.atLeast(id, what, ns[0] / ns[1], demand)
        .with("priority_queue_ns", ns[0])
        .with("ours_ns", ns[1]);
  }

  private static String size(int pending) {
    return pending / 1000 + " k";
  }
}
