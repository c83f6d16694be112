package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.core.engine.Waiting;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.Bounds;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import java.time.Duration;
import java.util.OptionalLong;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say how to run, shared by commands. */
public final class RunSettings {
  private static final int MOST_THREADS = 256;
  private static final int MOST_PHASES = 1000;

  /** Maximum time of a model's call; a system property. */
  private static final String WATCHDOG = "lockstep.watchdog";

  @Mixin public ExecuteOptions execution = new ExecuteOptions();

  @Rare
  @Option(names = "--host", description = "Add wall time, simulation speed and memory use.")
  public boolean host;

  @Option(names = "--per-unit", description = "Show the statistics of single units.")
  boolean perUnit;

  @Option(names = "--by-cause", description = "Show port cycles by cause, side by side.")
  public boolean byCause;

  /** Whether an output needs times by line and over time, although no option requests them. */
  public boolean byLine;

  /** Of a command that has them. */
  public LineOptions lines = new LineOptions();

  /** Of a command that has them. */
  public ChartOptions chart = new ChartOptions();

  @Rare
  @Option(
      names = "--shuffle-ties",
      paramLabel = "SEED",
      description = "Permute simultaneous events; no result may change.")
  public Long shuffleTies;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Simulation threads; results do not change.")
  public Integer threads;

  @Rare
  @Option(
      names = "--wait",
      paramLabel = "HOW",
      description = "phased, sleeping, yielding or blocking.",
      defaultValue = "phased")
  public Waiting waiting = Waiting.PHASED;

  @Rare
  @Option(
      names = "--progress-timeout",
      paramLabel = "TICKS",
      description = "Ticks without progress that end a simulation.")
  public Long progressTimeout;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time per workload, e.g. 90s, 5m or 2h.",
      converter = DurationConverter.class)
  Duration timeLimit;

  @Rare
  @Option(names = "--trace-events", description = "Record which event scheduled which; slow.")
  public boolean causes;

  @Rare
  @Option(
      names = "--first-phase",
      paramLabel = "K",
      description = "Number of the first launch phase (default: 0).",
      defaultValue = "0")
  public int phase;

  @Option(
      names = "--phases",
      paramLabel = "K",
      description = "Launch phases to average over (default: 1).",
      defaultValue = "1")
  public int phases = 1;

  /** Whether the statistics of single units are wanted. */
  public boolean isPerUnit() {
    return perUnit;
  }

  /** The options of a run on a number of devices. */
  public RunOptions options(int devices, CheckLog checks) {
    RunOptions asked = options(checks);
    int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    return threads == null && devices > 1 ? asked.withThreads(processors, waiting) : asked;
  }

  /** Options for many simulations that need times only, on all processors. */
  RunOptions plainly() {
    int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    return execution
        .options(CheckLog.none())
        .with()
        .threads(threads == null ? processors : threads)
        .limits(limits())
        .build();
  }

  public RunOptions options(CheckLog checks) {
    if (progressTimeout != null) {
      UsageException.require("--progress-timeout", progressTimeout, Bounds.atLeast(1), "tick");
    }
    if (threads != null) {
      UsageException.require("--threads", threads, Bounds.of(1, MOST_THREADS), "");
    }
    UsageException.require("--first-phase", phase, Bounds.atLeast(0), "");
    UsageException.require("--phases", phases, Bounds.of(1, MOST_PHASES), "");
    return execution
        .options(checks)
        .with()
        .shuffleTies(shuffleTies == null ? OptionalLong.empty() : OptionalLong.of(shuffleTies))
        .perUnit(perUnit)
        .byCause(byCause)
        .byLine(byLine || lines.byLine())
        .byTime(byLine)
        .criticalPath(lines.criticalPath())
        .host(host)
        .threads(threads == null ? 1 : threads)
        .waiting(waiting)
        .progressTimeout(
            progressTimeout == null ? OptionalLong.empty() : OptionalLong.of(progressTimeout))
        .causes(causes)
        .limits(limits())
        .phase(phase)
        .phases(phases)
        .build();
  }

  /** Takes options of lines, which columns and baselines of results do not go with. */
  public void show(LineOptions given, TableOptions table) {
    lines = given.checked();
    if (lines.isWanted()) {
      table.refuseWith("--by-line shows lines");
    }
  }

  /** Rejects options that conflict with stored results. */
  public void refuseWithResults() {
    if (host) {
      throw new UsageException("--host is of this machine, --results keeps what is of none");
    }
    if (lines.isWanted()) {
      throw new UsageException(
          "--by-line, --critical-path: what they show is not kept; leave out --results");
    }
    if (shuffleTies != null || causes) {
      throw new UsageException(
          "--shuffle-ties and --trace-events want a simulation, not --results");
    }
  }

  public WallLimits limits() {
    WallLimits usual = WallLimits.defaults();
    String call = System.getProperty(WATCHDOG);
    if (call != null) {
      try {
        usual = usual.withCall(new DurationConverter().convert(call));
      } catch (CommandLine.TypeConversionException e) {
        throw new UsageException("-D" + WATCHDOG + ": " + e.getMessage());
      }
    }
    return timeLimit == null ? usual : usual.withRun(timeLimit);
  }
}
