// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures T14: the partitions of one device on two threads, by wall time on two free cores. */
final class ParallelLines {
  private static final String DEMAND = "≥ 1.25";
  private static final List<String> DEVICES = List.of("hd5870", "mi300a", "gtx280");
  private static final double BEST = 1.25;

  private ParallelLines() {}

  static List<Line> matmul(Context context) {
    String what = "matmul_1024, a device cut in several: one thread / two threads, wall time";
    Path trace = new Traces(context.traces()).trace("matmul_1024");
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    List<Line> lines = new ArrayList<>();
    double before = Cores.slowdown();
    if (!Cores.free(before)) {
      return List.of(Line.notMeasurable("T14", what, DEMAND).with("two_threads_slowdown", before));
    }
    for (String device : DEVICES) {
      List<Runner.Target> target = List.of(new Runner.Target(catalogue.spec(device)));
      double one = Double.MAX_VALUE;
      double two = Double.MAX_VALUE;
      for (int i = 0; i < (context.quick() ? 2 : 6); i++) { // the first run warms up
        one = Math.min(one, seconds(runner, trace, target, 1));
        two = Math.min(two, seconds(runner, trace, target, 2));
      }
      lines.add(
          Line.atLeast("T14", what + ", " + device, one / two, BEST)
              .with("one_s", one)
              .with("two_s", two));
    }
    double after = Cores.slowdown();
    if (!Cores.free(after)) {
      return List.of(Line.notMeasurable("T14", what, DEMAND).with("two_threads_slowdown", after));
    }
    lines.forEach(line -> line.with("two_threads_slowdown", after));
    return lines;
  }

  private static double seconds(
      Runner runner, Path trace, List<Runner.Target> target, int threads) {
    RunOptions options = RunOptions.defaults().withThreads(threads);
    long from = System.nanoTime();
    RunResult result = SharedProgram.run(runner, trace, Map.of(), target, options).get(0);
    if (!result.isSimulated()) {
      throw new IllegalStateException(result.device() + ": " + result.message());
    }
    return (System.nanoTime() - from) * 1e-9;
  }
}
