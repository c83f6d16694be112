// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.explain.uncertainty.UncertaintyOptions;
import io.lockstep.io.Bounds;
import picocli.CommandLine.Option;

/** The options for sampling uncertain figures from their ranges. */
public final class SamplingOptions {
  private static final Bounds SAMPLES = Bounds.of(2, 100_000);

  @Option(names = "--uncertainty", description = "Add intervals of times from parameters' ranges.")
  private boolean wanted;

  @Rare
  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples per device for --uncertainty (default: 64).")
  private Integer samples;

  @Rare
  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Another seed shows what the samples decide (default: 1).")
  private Long seed;

  public boolean isWanted() {
    if (!wanted && (samples != null || seed != null)) {
      throw new UsageException("--samples and --seed are for --uncertainty");
    }
    return wanted;
  }

  public int samples() {
    int count = samples == null ? UncertaintyOptions.SAMPLES : samples;
    UsageException.require("--samples", count, SAMPLES, "");
    return count;
  }

  public long seed() {
    return seed == null ? UncertaintyOptions.SEED : seed;
  }
}
