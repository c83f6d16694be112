package io.lockstep.cli.option;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.explain.uncertainty.UncertaintyOptions;
import io.lockstep.io.Bounds;
import picocli.CommandLine.Option;

/** Whether and how figures are drawn from their ranges. */
public final class SamplingOptions {
  private static final Bounds SAMPLES = Bounds.of(2, 100_000);

  @Option(
      names = "--uncertainty",
      description = {
        "Simulates each device again with figures drawn from the ranges of its specification, those",
        "of one name together: interval of each time and of its ratio to the first device, and the",
        "figures that it comes from. docs/uncertainty.md"
      })
  private boolean wanted;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Samples of each device, for --uncertainty (default: 64).")
  private Integer samples;

  @Option(names = "--seed", paramLabel = "SEED", description = "Draws these samples (default: 1).")
  private Long seed;

  /** Whether it was asked for. */
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
