// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

/** The clock that every device has; the memory clock is {@code dram.clock}. */
public final class ClockSpec implements Part {
  /** The part, for schemas. */
  public static final Part PART = new ClockSpec();

  /** Path of the clock that figures in cycles refer to. */
  public static final String COMPUTE = "clock.compute";

  private ClockSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(
            COMPUTE,
            Dimension.FREQUENCY,
            "clock that compute units run at and cycles are counted in")
        .between(1_000_000, 10_000_000_000L);
  }
}
