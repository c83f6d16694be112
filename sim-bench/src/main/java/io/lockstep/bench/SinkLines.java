// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.bench.whole.LockstepEngine;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.SinkThread;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.observe.TimelineFilter;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures T10: the cost of a sink for the simulating thread. */
final class SinkLines {
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "mi300a", "gtx280");
  private static final double SECONDS = 60; // per device

  private SinkLines() {}

  static List<Line> measure(Context context) {
    List<Line> lines = new ArrayList<>(List.of(engine(context)));
    for (String device : DEVICES) {
      lines.add(timeline(context, device));
    }
    return lines;
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

  private static Line timeline(Context context, String device) {
    Path trace = new Traces(context.traces()).trace("matmul_1024");
    Path file = context.traces().resolve(device + ".lktl");
    ObserveOptions written =
        new ObserveOptions(Optional.of(file), TimelineFilter.ALL, Optional.empty(), 1_000);
    double with = Double.MAX_VALUE;
    double without = Double.MAX_VALUE;
    double spent = 0;
    int rounds = context.quick() ? 3 : 10; // the first round warms up
    for (int i = 0; i < rounds && spent < SECONDS; i++) {
      double plain = seconds(trace, device, ObserveOptions.NONE);
      double watched = seconds(trace, device, written);
      without = Math.min(without, plain);
      with = Math.min(with, watched);
      spent += plain + watched;
    }
    return Line.atMost(
            "T10", "timeline of matmul_1024 on " + device + ": with / without", with / without, 2)
        .with("with_s", with)
        .with("without_s", without)
        .with("timeline_bytes", file.toFile().length());
  }

  private static double seconds(Path trace, String device, ObserveOptions options) {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    List<Runner.Target> target = List.of(new Runner.Target(catalogue.spec(device)));
    long from = Batches.processCpuNanos();
    try (Observation observation = Observation.open(options)) {
      RunResult result =
          SharedProgram.run(runner, trace, Map.of(), target, RunOptions.defaults(), observation)
              .get(0);
      observation.finish();
      if (!result.isSimulated()) {
        throw new IllegalStateException(device + ": " + result.message());
      }
    }
    return (Batches.processCpuNanos() - from) * 1e-9;
  }
}
