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

/** Measures T15 to T17: whole simulations of a recorded trace, by CPU time of the process. */
final class SpeedLines {
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "mi300a", "gtx280");
  private static final double LINES = 2.0 * 1_048_576; // cache lines that strided.yaml accesses

  private SpeedLines() {}

  static List<Line> matmul(Context context) {
    return instructions(context, "T15", "matmul_1024", 4e6);
  }

  static List<Line> vecadd(Context context) {
    return instructions(context, "T16", "vecadd_16m", 1.5e6);
  }

  private static List<Line> instructions(
      Context context, String id, String workload, double demand) {
    List<Line> lines = new ArrayList<>();
    for (String device : DEVICES) {
      String fitting =
          workload.equals("vecadd_16m") && device.equals("gtx280")
              ? "vecadd_16m_512" // compute capability 1.x limits grids to 65,535 groups
              : workload;
      Timed timed = least(context, fitting, device);
      double instructions = timed.figure("wavefront_instructions");
      lines.add(
          Line.atLeast(
                  id,
                  fitting + " on " + device + ": wavefront-instructions a second",
                  instructions / timed.seconds,
                  demand)
              .with("wavefront_instructions", instructions)
              .with("work_item_instructions", timed.figure("work_item_instructions"))
              .with("cpu_s", timed.seconds)
              .with("runs", timed.runs));
    }
    return lines;
  }

  static List<Line> strided(Context context) {
    List<Line> lines = new ArrayList<>();
    for (String device : DEVICES) {
      Timed timed = least(context, "strided", device);
      lines.add(
          Line.atLeast(
                  "T17",
                  "a line per lane on " + device + ": requests of lines a second",
                  LINES / timed.seconds,
                  2e6)
              .with("cpu_s", timed.seconds)
              .with(
                  "wavefront_instructions_per_s",
                  timed.figure("wavefront_instructions") / timed.seconds)
              .with("runs", timed.runs));
    }
    return lines;
  }

  private record Timed(RunResult result, double seconds, int runs) {
    double figure(String statistic) {
      return result.statistics().get(statistic).doubleValue();
    }
  }

  /** Returns the fastest of ten runs, or fewer within two minutes. The first run warms up. */
  private static Timed least(Context context, String workload, String device) {
    Path trace = new Traces(context.traces()).trace(workload);
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    List<Runner.Target> target = List.of(new Runner.Target(catalogue.spec(device)));
    RunResult result = null;
    double least = Double.MAX_VALUE;
    double spent = 0;
    int runs = -1;
    int wanted = context.quick() ? 2 : 9;
    while (runs < wanted && spent < (context.quick() ? 20 : 120)) {
      long from = CpuTime.ofProcess();
      result = SharedProgram.run(runner, trace, Map.of(), target, RunOptions.defaults()).get(0);
      double seconds = (CpuTime.ofProcess() - from) * 1e-9;
      if (!result.isSimulated()) {
        throw new IllegalStateException(device + ": " + result.message());
      }
      spent += seconds;
      runs++;
      least = Math.min(least, seconds);
    }
    return new Timed(result, least, runs + 1);
  }
}
