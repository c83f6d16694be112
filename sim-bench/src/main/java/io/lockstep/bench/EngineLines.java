package io.lockstep.bench;

import io.lockstep.bench.whole.LockstepEngine;
import io.lockstep.bench.whole.ObjectEngine;
import io.lockstep.bench.whole.RinglessEngine;
import io.lockstep.bench.whole.SingleHandlerEngine;
import java.util.ArrayList;
import java.util.List;

/** T7 to T9: the whole engine. */
final class EngineLines {
  private EngineLines() {}

  static List<Line> objects(Context context) {
    int[] sizes = {20_000, 1_000};
    int[] demands = {15, 6};
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      int[] increments = Increments.gpu();
      ObjectEngine peer = new ObjectEngine(increments, sizes[i]);
      LockstepEngine ours = new LockstepEngine(increments, sizes[i]);
      double[] ns = context.batches().compare(peer::run, ours::run);
      lines.add(
          Line.atLeast(
                  "T7",
                  "whole engine, " + sizes[i] / 1000 + " k pending: an object an event / ours",
                  ns[0] / ns[1],
                  demands[i])
              .with("objects_ns", ns[0])
              .with("ours_ns", ns[1]));
    }
    return lines;
  }

  static List<Line> ring(Context context) {
    int[] sizes = {20_000, 1_000};
    double[] demands = {1.3, 1.6};
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      int[] increments = Increments.gpu();
      sameWork(increments, sizes[i]);
      LockstepEngine with = new LockstepEngine(increments, sizes[i]);
      RinglessEngine without = new RinglessEngine(increments, sizes[i]);
      double[] ns = context.batches().compare(with::run, without::run);
      lines.add(
          Line.atMost(
                  "T8",
                  "price of the ring, " + sizes[i] / 1000 + " k pending: with / without",
                  ns[0] / ns[1],
                  demands[i])
              .with("with_ns", ns[0])
              .with("without_ns", ns[1]));
    }
    return lines;
  }

  /** What is compared must do the same. */
  private static void sameWork(int[] increments, int pending) {
    LockstepEngine with = new LockstepEngine(increments, pending);
    RinglessEngine without = new RinglessEngine(increments, pending);
    with.runUntil(5_000);
    without.runUntil(5_000);
    if (!with.fingerprint().equals(without.fingerprint())) {
      throw new IllegalStateException("the engine without ring executes other events");
    }
  }

  static List<Line> batches(Context context) {
    int[] increments = Increments.gpu();
    SingleHandlerEngine single = new SingleHandlerEngine(increments, 20_000);
    LockstepEngine ours = new LockstepEngine(increments, 20_000);
    double[] ns = context.batches().compare(single::run, ours::run);
    return List.of(
        Line.atLeast(
                "T9",
                "8 kinds mixed, 20 k pending: a handler an event / a batch a kind",
                ns[0] / ns[1],
                2)
            .with("single_ns", ns[0])
            .with("batches_ns", ns[1]));
  }
}
