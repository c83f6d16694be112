// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.option.ExecutionThreads;
import io.lockstep.cli.option.PluginOption;
import io.lockstep.cli.option.Rare;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.run.RunOptions;
import io.lockstep.study.StudyWorkers;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.work.ExistingRows;
import io.lockstep.sweep.work.WorkOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
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
   * @param existing rows that count; empty for the rows of this build
   */
  WorkOptions options(
      Integer threads,
      List<Path> plugins,
      Function<Build, ExistingRows> existing,
      PrintWriter err) {
    return new WorkOptions(
        lanes(plugins),
        ExecutionThreads.count(threads),
        RunOptions.defaults().with().limits(new RunSettings().limits()).build(),
        existing.apply(PluginOption.build(plugins)),
        failFast,
        Verbosity.notes(err));
  }
}
