// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.Bounds;
import io.lockstep.run.RunOptions;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** Options that exercise the event engine without changing results. */
public final class EngineOptions {
  @Rare
  @Option(
      names = "--host",
      description = "Add what the simulation itself took: wall time, speed, memory.")
  boolean host;

  @Rare
  @Option(
      names = "--shuffle-ties",
      paramLabel = "SEED",
      description = "Find a model that depends on the order of events.")
  public Long shuffleTies;

  @Rare
  @Option(
      names = "--progress-timeout",
      paramLabel = "TICKS",
      description = "Ticks without progress that are taken for a deadlock.")
  public Long progressTimeout;

  public RunOptions with(RunOptions run) {
    if (progressTimeout != null) {
      UsageException.require("--progress-timeout", progressTimeout, Bounds.atLeast(1), "tick");
    }
    return run.with()
        .host(host)
        .shuffleTies(optional(shuffleTies))
        .progressTimeout(optional(progressTimeout))
        .build();
  }

  private static OptionalLong optional(Long value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
