// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Measures T18: eight devices in parallel or sequentially; wall time on two free cores. */
final class CompareLines {
  private static final String DEMAND = "≤ 0.65";
  private static final List<String> DEVICES =
      List.of("hd5870", "hd5770", "hd6970", "hd6950", "mi100", "mi300a", "gtx280", "9800gtx");

  private CompareLines() {}

  static List<Line> eight(Context context) {
    String what = "eight devices in one comparison of matmul_1024: wall time / sum of single runs";
    Path trace = new Traces(context.traces()).trace("matmul_1024");
    double before = Cores.slowdown();
    if (!Cores.free(before)) {
      return List.of(Line.notMeasurable("T18", what, DEMAND).with("two_threads_slowdown", before));
    }
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    List<Runner.Target> targets =
        DEVICES.stream().map(id -> new Runner.Target(catalogue.spec(id))).toList();
    Runner runner = new Runner(catalogue, Plugins.frontends());
    double single = 0;
    double together = Double.MAX_VALUE;
    for (Runner.Target target : targets) {
      double least = Double.MAX_VALUE;
      for (int i = 0; i < 2; i++) { // the first run warms up
        least = Math.min(least, seconds(runner, trace, List.of(target), 1));
      }
      single += least;
    }
    for (int i = 0; i < (context.quick() ? 1 : 3); i++) {
      together = Math.min(together, seconds(runner, trace, targets, 2));
    }
    double after = Cores.slowdown();
    if (!Cores.free(after)) {
      return List.of(Line.notMeasurable("T18", what, DEMAND).with("two_threads_slowdown", after));
    }
    return List.of(
        Line.atMost("T18", what, together / single, 0.65)
            .with("together_s", together)
            .with("one_by_one_s", single)
            .with("two_threads_slowdown", after));
  }

  private static double seconds(
      Runner runner, Path trace, List<Runner.Target> targets, int threads) {
    RunOptions options = RunOptions.defaults().withThreads(threads);
    long from = System.nanoTime();
    List<RunResult> results = SharedProgram.run(runner, trace, Map.of(), targets, options);
    double seconds = (System.nanoTime() - from) * 1e-9;
    for (RunResult result : results) {
      if (!result.isSimulated()) {
        throw new IllegalStateException(result.device() + ": " + result.message());
      }
    }
    return seconds;
  }
}
