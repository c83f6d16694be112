// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.ExecutionThreads;
import io.lockstep.cli.option.Rare;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.run.RunOptions;
import io.lockstep.study.StudyWorkers;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

public final class SweepWorkers {
  @Rare
  @Option(
      names = "--workers",
      paramLabel = "HOW",
      description = "threads or processes; processes isolate crashes (default: threads).")
  private StudyWorkers.Kind kind = StudyWorkers.Kind.THREADS;

  @Rare
  @Option(names = "--fail-fast", description = "Stop at the first point without a good result.")
  private boolean failFast;

  StudyWorkers lanes(List<Path> plugins) {
    return new StudyWorkers(kind, plugins);
  }

  /**
   * @param threads number of threads; null for the number of processors
   * @param retry whether to retry points that were set aside after failures
   */
  WorkOptions options(Integer threads, List<Path> plugins, boolean retry, PrintWriter err) {
    return new WorkOptions(
        lanes(plugins),
        ExecutionThreads.count(threads),
        RunOptions.defaults().with().limits(new RunSettings().limits()).build(),
        retry,
        failFast,
        Verbosity.notes(err));
  }
}
