// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.explain.uncertainty.UncertaintyOptions;
import io.lockstep.io.Bounds;
import picocli.CommandLine.Option;

/** The options for drawing uncertain figures from their ranges. */
public final class DrawOptions {
  private static final Bounds DRAWS = Bounds.of(2, 100_000);

  @Option(names = "--uncertainty", description = "Add intervals of times from parameters' ranges.")
  private boolean wanted;

  @Rare
  @Option(
      names = "--draws",
      paramLabel = "N",
      description = "Draws per device for --uncertainty (default: 64).")
  private Integer draws;

  @Rare
  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Another seed shows what the draws decide (default: 1).")
  private Long seed;

  public boolean isWanted() {
    if (!wanted && (draws != null || seed != null)) {
      throw new UsageException("--draws and --seed are for --uncertainty");
    }
    return wanted;
  }

  public int draws() {
    int count = draws == null ? UncertaintyOptions.DRAWS : draws;
    UsageException.require("--draws", count, DRAWS, "");
    return count;
  }

  public long seed() {
    return seed == null ? UncertaintyOptions.SEED : seed;
  }
}
