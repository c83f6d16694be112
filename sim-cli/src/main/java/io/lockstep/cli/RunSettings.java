package io.lockstep.cli;

import io.lockstep.core.engine.Waiting;
import io.lockstep.run.RunOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** Options that say how to run, shared by commands. */
final class RunSettings {
  private static final int MOST_THREADS = 256;

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "Sets a parameter of the workload.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--host",
      description = "Adds wall time, simulation speed and memory of this process to each result.")
  boolean host;

  @Option(names = "--per-unit", description = "Adds the statistics of single units.")
  boolean perUnit;

  @Option(
      names = "--shuffle-ties",
      paramLabel = "SEED",
      description = "Permutes events of different sources within a tick; no result may change.")
  Long shuffleTies;

  @Option(
      names = "--instruction-budget",
      paramLabel = "N",
      description = "Instructions of a work-group after which it counts as endless.",
      defaultValue = "1073741824")
  long budget;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "Threads that simulate: several devices at once, or the partitions of a single one.",
        "No result depends on it (default: 1 for one device, the processors for several)."
      })
  Integer threads;

  @Option(
      names = "--wait",
      paramLabel = "HOW",
      description = {
        "How threads wait for each other: phased, sleeping, yielding or blocking.",
        "No result depends on it (default: ${DEFAULT-VALUE})."
      },
      defaultValue = "phased")
  Waiting waiting = Waiting.PHASED;

  @Option(
      names = "--patience",
      paramLabel = "TICKS",
      description =
          "Ends a simulation in which no work-group ends for so long: says who waits for whom.")
  Long patience;

  @Option(
      names = "--causes",
      description = "Records which event schedules which, for a simulation that is stuck. Slow.")
  boolean causes;

  /** What was asked for, for so many devices at once. */
  RunOptions options(int devices) {
    RunOptions asked = options();
    int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    return threads == null && devices > 1 ? asked.withThreads(processors, waiting) : asked;
  }

  RunOptions options() {
    if (patience != null && patience < 1) {
      throw new UsageException("--patience: expected at least 1 tick, found " + patience);
    }
    if (threads != null && (threads < 1 || threads > MOST_THREADS)) {
      throw new UsageException("--threads: expected 1 to " + MOST_THREADS + ", found " + threads);
    }
    if (budget < 1) {
      throw new UsageException("--instruction-budget: expected at least 1, found " + budget);
    }
    RunOptions d = RunOptions.defaults();
    return new RunOptions(
            shuffleTies == null ? OptionalLong.empty() : OptionalLong.of(shuffleTies),
            perUnit,
            host,
            d.windowBytes(),
            budget)
        .withThreads(threads == null ? 1 : threads, waiting)
        .withPatience(patience == null ? OptionalLong.empty() : OptionalLong.of(patience), causes);
  }
}
