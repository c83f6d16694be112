package io.lockstep.cli;

import io.lockstep.run.RunOptions;
import io.lockstep.trace.check.CheckLog;
import io.lockstep.trace.yaml.Bounds;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How a workload is executed for its results, before any device simulates it. */
final class ExecuteOptions {
  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "Sets a parameter of the workload.")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--instruction-budget",
      paramLabel = "N",
      description = "Instructions of a work-group after which it counts as endless.",
      defaultValue = "1073741824")
  long budget;

  /** The budget, which is at least one instruction. */
  long budget() {
    UsageException.require("--instruction-budget", budget, Bounds.atLeast(1), "");
    return budget;
  }

  /** What is asked for where nothing is simulated. */
  RunOptions options(CheckLog checks) {
    return RunOptions.defaults().withExecution(budget(), checks);
  }
}
