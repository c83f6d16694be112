package io.lockstep.bench;

import io.lockstep.bench.whole.LockstepEngine;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.SinkThread;
import java.util.ArrayList;
import java.util.List;

/** T10: what a sink costs the thread that simulates. */
final class SinkLines {
  private SinkLines() {}

  static List<Line> measure(Context context) {
    return new ArrayList<>(List.of(engine(context)));
  }

  private static Line engine(Context context) {
    int[] increments = Increments.gpu();
    Simulation simulation = Simulation.builder().build();
    simulation.attach(new CountingSink(), SinkThread.OWN);
    LockstepEngine with = new LockstepEngine(simulation, increments, 20_000);
    Simulation polled = Simulation.builder().build();
    polled.attach(new CountingSink());
    LockstepEngine same = new LockstepEngine(polled, increments, 20_000);
    LockstepEngine without = new LockstepEngine(increments, 20_000);
    double[] ns = context.batches().compare(with::run, same::run, without::run);
    simulation.close();
    return Line.atMost(
            "T10", "engine, 20 k pending, a sink on its thread: with / without", ns[0] / ns[2], 1.7)
        .with("with_ns", ns[0])
        .with("without_ns", ns[2])
        .with("sink_on_same_thread_ns", ns[1]);
  }
}
