// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.observe.Observation;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.observe.TimelineFilter;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures T10: the cost of recording a timeline while a device is simulated. The file in
 * Perfetto's format is written after the run; its time stands beside the ratio.
 */
final class SinkLines {
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "mi300a", "gtx280");
  private static final double SECONDS = 60; // per device

  private SinkLines() {}

  /** CPU seconds of a simulation, and of writing its timeline after it. */
  private record Cost(double simulation, double file) {}

  static List<Line> measure(Context context) {
    return DEVICES.stream().map(device -> timeline(context, device)).toList();
  }

  private static Line timeline(Context context, String device) {
    Path trace = new Traces(context.traces()).trace("matmul_1024");
    Path target = context.traces().resolve(device + ".pftrace");
    ObserveOptions written =
        new ObserveOptions(Optional.of(target), TimelineFilter.ALL, Optional.empty(), 1_000);
    double with = Double.MAX_VALUE;
    double without = Double.MAX_VALUE;
    double file = Double.MAX_VALUE;
    double spent = 0;
    int rounds = context.quick() ? 3 : 10; // the first round warms up
    for (int i = 0; i < rounds && spent < SECONDS; i++) {
      Cost plain = cost(trace, device, ObserveOptions.NONE);
      Cost watched = cost(trace, device, written);
      without = Math.min(without, plain.simulation);
      with = Math.min(with, watched.simulation);
      file = Math.min(file, watched.file);
      spent += plain.simulation + watched.simulation + watched.file;
    }
    return Line.atMost(
            "T10", "recording matmul_1024 on " + device + ": with / without", with / without, 2)
        .with("with_s", with)
        .with("without_s", without)
        .with("file_s", file)
        .with("file_bytes", target.toFile().length());
  }

  private static Cost cost(Path trace, String device, ObserveOptions options) {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    List<Runner.Target> target = List.of(new Runner.Target(catalogue.spec(device)));
    long from = CpuTime.ofProcess();
    try (Observation observation = Observation.open(options)) {
      RunResult result =
          SharedProgram.run(runner, trace, Map.of(), target, RunOptions.defaults(), observation)
              .get(0);
      long simulated = CpuTime.ofProcess();
      observation.finish();
      if (!result.isSimulated()) {
        throw new IllegalStateException(device + ": " + result.message());
      }
      return new Cost((simulated - from) * 1e-9, (CpuTime.ofProcess() - simulated) * 1e-9);
    }
  }
}
