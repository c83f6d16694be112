package io.lockstep.bench;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * T19: the slowdown of the default policies after other replacement and wavefront policies have
 * been used in the same JVM: policy calls then have several targets. CPU time of the process.
 */
final class PolicyLines {
  private static final List<String> DEVICES = List.of("hd5870", "mi300a", "gtx280");
  private static final List<String> WAVEFRONTS = List.of("greedy_then_oldest", "two_level", "%s");
  private static final List<String> REPLACEMENTS = List.of("fifo", "tree_plru", "random");

  private PolicyLines() {}

  static List<Line> measure(Context context) {
    Traces traces = new Traces(context.traces());
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    int runs = context.quick() ? 3 : 7;
    List<Line> lines = new ArrayList<>();
    double[] before = new double[DEVICES.size()];
    for (int d = 0; d < before.length; d++) { // all devices before any other policy is loaded
      before[d] = least(runner, traces.trace("matmul_1024"), own(catalogue, d), runs + 2);
    }
    for (int d = 0; d < before.length; d++) {
      for (int p = 0; p < REPLACEMENTS.size(); p++) {
        least(runner, traces.trace("matmul"), others(catalogue, d, p), runs);
      }
    }
    for (int d = 0; d < before.length; d++) {
      double after = least(runner, traces.trace("matmul_1024"), own(catalogue, d), runs);
      lines.add(
          Line.atMost(
                  "T19",
                  "matmul_1024 on "
                      + DEVICES.get(d)
                      + " after three replacement and three wavefront policies / before",
                  after / before[d],
                  1.02)
              .with("before_s", before[d])
              .with("after_s", after));
    }
    return lines;
  }

  private static Runner.Target own(Catalogue catalogue, int device) {
    return new Runner.Target(catalogue.spec(DEVICES.get(device)));
  }

  private static Runner.Target others(Catalogue catalogue, int device, int policy) {
    String cache = DEVICES.get(device).equals("gtx280") ? "texture." : "l1.";
    return new Runner.Target(
        catalogue
            .spec(DEVICES.get(device))
            .with(
                Map.of(
                    "issue.policy",
                    WAVEFRONTS.get(policy).formatted(third(device)),
                    cache + "replacement",
                    REPLACEMENTS.get(policy))));
  }

  private static String third(int device) {
    return DEVICES.get(device).equals("gtx280") ? "oldest_first" : "round_robin";
  }

  private static double least(Runner runner, Path trace, Runner.Target target, int runs) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < runs; i++) {
      long from = Batches.processCpuNanos();
      RunResult result = runner.run(trace, Map.of(), List.of(target), RunOptions.defaults()).get(0);
      least = Math.min(least, (Batches.processCpuNanos() - from) * 1e-9);
      if (!result.isSimulated()) {
        throw new IllegalStateException(result.device() + ": " + result.message());
      }
    }
    return least;
  }
}
