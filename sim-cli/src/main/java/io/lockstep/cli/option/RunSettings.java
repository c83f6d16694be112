// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.Bounds;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public final class RunSettings {
  private static final int MOST_PHASES = 1000;

  /** System property with the maximum wall time of a single call to a model. */
  private static final String WATCHDOG = "lockstep.watchdog";

  @Mixin public ExecuteOptions execution = new ExecuteOptions();

  public boolean perUnit;

  public boolean byCause;

  public LineOptions lines = new LineOptions();

  public ChartOptions chart = new ChartOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Simulation threads; results do not change.")
  public Integer threads;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Wall time per workload, e.g. 90s, 5m or 2h.",
      converter = DurationConverter.class)
  Duration timeLimit;

  @Mixin public SampleOption sample = new SampleOption();

  @Rare
  @Option(
      names = "--first-phase",
      paramLabel = "K",
      description = "Launch phase to repeat; first of --phases (default: 0).",
      defaultValue = "0")
  public int phase;

  @Option(
      names = "--phases",
      paramLabel = "K",
      description = "Launch phases to average over (default: 1).",
      defaultValue = "1")
  public int phases = 1;

  public RunOptions options(int devices, CheckLog checks) {
    RunOptions asked = options(checks);
    return threads == null && devices > 1
        ? asked.withThreads(ExecutionThreads.count(threads))
        : asked;
  }

  /** Returns options for many simulations that only need times; all processors are used. */
  RunOptions plainly() {
    return execution
        .options(CheckLog.none())
        .with()
        .threads(ExecutionThreads.count(threads))
        .limits(limits())
        .build();
  }

  public RunOptions options(CheckLog checks) {
    UsageException.require("--first-phase", phase, Bounds.atLeast(0), "");
    UsageException.require("--phases", phases, Bounds.of(1, MOST_PHASES), "");
    return execution
        .options(checks)
        .with()
        .perUnit(perUnit)
        .perLaunch(perUnit)
        .byCause(byCause)
        .byLine(lines.byLine())
        .criticalPath(lines.criticalPath())
        .threads(threads == null ? 1 : ExecutionThreads.count(threads))
        .limits(limits())
        .phase(phase)
        .phases(phases)
        .sampling(sample.request())
        .build();
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
