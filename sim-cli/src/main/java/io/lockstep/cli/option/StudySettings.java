// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.run.RunOptions;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyWorkers;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for many simulations: concurrency, workers and stored results. */
public final class StudySettings {
  private static final int MOST = 256;

  @Option(
      names = {"--jobs", "--threads"},
      paramLabel = "N",
      description = "Simulations at once (default: the processors).")
  private Integer jobs;

  @Rare
  @Option(
      names = "--workers",
      paramLabel = "HOW",
      description = "threads or processes; processes isolate crashes (default: threads).")
  private StudyWorkers.Kind workers = StudyWorkers.Kind.THREADS;

  @Mixin private ResultsOption kept = new ResultsOption();

  /**
   * Returns the options.
   *
   * @param each options of each simulation
   * @param plugins folders with device modules
   */
  public StudyOptions options(RunOptions each, List<Path> plugins, PrintWriter err) {
    if (jobs != null) {
      UsageException.require("--jobs", jobs, Bounds.of(1, MOST), "");
    }
    int processors = Math.min(MOST, Runtime.getRuntime().availableProcessors());
    return StudyOptions.defaults()
        .with(each.withThreads(jobs == null ? processors : jobs))
        .with(kept.store(err))
        .with(new StudyWorkers(workers, plugins))
        .telling(Verbosity.notes(err));
  }

  /** Returns the last part of the message of an interrupted command. */
  public String goesOn() {
    return kept.goesOn();
  }

  public boolean keepsResults() {
    return kept.isGiven();
  }
}
