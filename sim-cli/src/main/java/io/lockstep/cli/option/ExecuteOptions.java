// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.io.Bounds;
import io.lockstep.run.RunOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

public final class ExecuteOptions {
  private static final Bounds MEMORY = Bounds.of(1L << 20, 1L << 40); // 1 MiB to 1 TiB
  private static final String BARRIERS = "--barriers";
  private static final String NUMERICS = "--numerics";

  @Option(
      names = {"-p", "--param"},
      paramLabel = "NAME=VALUE",
      description = "Set a workload parameter; repeatable.")
  public Map<String, String> parameters = new LinkedHashMap<>();

  @Rare
  @Option(
      names = "--instruction-budget",
      paramLabel = "N",
      description = "Instructions of a work-group that count as an endless loop.",
      defaultValue = "1073741824")
  public long budget;

  @Rare
  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory for buffers (default: a quarter of the heap).",
      converter = SizeConverter.class)
  Long memory;

  /** When a barrier completes that only a part of a work-group reaches. */
  private enum Barriers {
    /** The kernel ends with an error. */
    STRICT,
    /** Arrivals of wavefronts are counted, as hardware does. */
    ARRIVALS
  }

  @Rare(only = ProgramOptions.RECORD)
  @Option(
      names = BARRIERS,
      paramLabel = "HOW",
      description = "Barriers that a part of a group reaches: strict, arrivals.",
      defaultValue = "strict")
  Barriers barriers;

  /** How matrix units add products of floats. */
  private enum Numerics {
    /** By the rule of each device. */
    DEVICE,
    /** Exactly, with one rounding. */
    IEEE
  }

  @Rare
  @Option(
      names = NUMERICS,
      paramLabel = "RULE",
      description = "Sums of tensor cores: device, ieee (exact, one rounding).",
      defaultValue = "device")
  Numerics numerics;

  /** {@return whether a command's options ask for exact sums of tensor cores} */
  public static boolean exactSums(CommandSpec command) {
    OptionSpec rule = command.findOption(NUMERICS);
    return rule != null && rule.getValue() == Numerics.IEEE;
  }

  /** {@return whether a command's options ask that barriers count arrivals of wavefronts} */
  public static boolean arrivals(CommandSpec command) {
    OptionSpec how = command.findOption(BARRIERS);
    return how != null && how.getValue() == Barriers.ARRIVALS;
  }

  long memory() {
    if (memory == null) {
      return RunOptions.defaults().memoryBytes();
    }
    if (!MEMORY.allow(memory)) {
      throw new UsageException(
          "--memory: expected "
              + SizeConverter.show(MEMORY.low())
              + " to "
              + SizeConverter.show(MEMORY.high())
              + ", found "
              + SizeConverter.show(memory)
              + Bounds.hint(SizeConverter.show(MEMORY.nearest(memory))));
    }
    return memory;
  }

  public long budget() {
    UsageException.require("--instruction-budget", budget, Bounds.atLeast(1), "");
    return budget;
  }

  public RunOptions options(CheckLog checks) {
    return RunOptions.defaults()
        .with()
        .instructionBudget(budget())
        .checks(checks)
        .memoryBytes(memory())
        .exactSums(numerics == Numerics.IEEE)
        .arrivals(barriers == Barriers.ARRIVALS)
        .build();
  }
}
