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

  /** How long a call of a model may take; a property of the Java machine. */
  private static final String WATCHDOG = "lockstep.watchdog";

  @Mixin public ExecuteOptions execution = new ExecuteOptions();

  @Option(
      names = "--host",
      description = "Adds wall time, simulation speed and memory of this process to each result.")
  public boolean host;

  @Option(names = "--per-unit", description = "Adds the statistics of single units.")
  boolean perUnit;

  @Option(
      names = "--by-cause",
      description = {
        "Adds where the cycles of issue ports went, by causes that all families share: statistics",
        "causes.*, and below the table of compare a table of them, side by side."
      })
  public boolean byCause;

  /** Whether somebody needs times by line, and over time, who was not asked for them. */
  public boolean byLine;

  /** Of a command that has them. */
  public LineOptions lines = new LineOptions();

  /** Of a command that has them. */
  public ChartOptions chart = new ChartOptions();

  @Option(
      names = "--shuffle-ties",
      paramLabel = "SEED",
      description = "Permutes events of different sources within a tick; no result may change.")
  public Long shuffleTies;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "Threads that simulate: several devices at once, or the partitions of a single one.",
        "No result depends on it (default: 1 for one device, the processors for several)."
      })
  public Integer threads;

  @Option(
      names = "--wait",
      paramLabel = "HOW",
      description = {
        "How threads wait for each other: phased, sleeping, yielding or blocking.",
        "No result depends on it (default: ${DEFAULT-VALUE})."
      },
      defaultValue = "phased")
  public Waiting waiting = Waiting.PHASED;

  @Option(
      names = "--patience",
      paramLabel = "TICKS",
      description = {
        "Ends a simulation in which nothing is executed for so long: says who waits for whom",
        "(default: 100000000, some tenth of a simulated second)."
      })
  public Long patience;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = {
        "Wall time for a workload on all its devices, for example 90s, 5m or 2h: rows that are not",
        "done then are failed. A sweep has it for each execution and each row."
      },
      converter = DurationConverter.class)
  Duration timeLimit;

  @Option(
      names = "--causes",
      description = "Records which event schedules which, for a simulation that is stuck. Slow.")
  public boolean causes;

  @Option(
      names = "--phase",
      paramLabel = "K",
      description = {
        "Launches at the K-th launch phase: the device has been running for some time, up to 40 us,",
        "that no result counts. 0, the default, has none. Kernel times depend on it: docs/noise.md."
      },
      defaultValue = "0")
  public int phase;

  @Option(
      names = "--phases",
      paramLabel = "K",
      description = {
        "Runs each point at K launch phases, --phase and those after it: adds mean, 95 %% interval",
        "(Student's t), deviation, least and most of the kernels' own time as statistics phases.*",
        "(default: 1)."
      },
      defaultValue = "1")
  public int phases = 1;

  /** What was asked for, for so many devices at once. */
  public RunOptions options(int devices, CheckLog checks) {
    RunOptions asked = options(checks);
    int processors = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    return threads == null && devices > 1 ? asked.withThreads(processors, waiting) : asked;
  }

  /** For many simulations of which times alone are asked, on all processors. */
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
    if (patience != null) {
      UsageException.require("--patience", patience, Bounds.atLeast(1), "tick");
    }
    if (threads != null) {
      UsageException.require("--threads", threads, Bounds.of(1, MOST_THREADS), "");
    }
    UsageException.require("--phase", phase, Bounds.atLeast(0), "");
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
        .patience(patience == null ? OptionalLong.empty() : OptionalLong.of(patience))
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

  /** Results that are kept are the same on every machine; these are not, or are not looked at. */
  public void refuseWithResults() {
    if (host) {
      throw new UsageException("--host is of this machine, --results keeps what is of none");
    }
    if (lines.isWanted()) {
      throw new UsageException(
          "--by-line, --critical-path: what they show is not kept; leave out --results");
    }
    if (shuffleTies != null || causes) {
      throw new UsageException("--shuffle-ties and --causes want a simulation, not --results");
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
