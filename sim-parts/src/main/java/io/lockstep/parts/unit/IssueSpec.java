// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;
import java.util.function.ToLongFunction;

/**
 * Declares the figures of issue times that families share; figures of instruction classes that only
 * one family distinguishes are in the schema of that family.
 */
public final class IssueSpec implements Part {
  /** The only instance. */
  public static final Part PART = new IssueSpec();

  private static final String INTERVAL = "issue.interval";
  private static final String INTERVAL_MEANS =
      "clocks that a wavefront's full-rate instruction holds its SIMD";

  private IssueSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(UnitSpec.FIGURES.section("issue"));
  }

  /**
   * Declares the issue interval as a figure derived from others.
   *
   * @param keys a schema with this part
   * @param value computes the interval in clocks
   * @param writes path of the figure that changes when the interval is set
   * @param writing computes the value of that figure
   */
  public static void interval(
      SpecSchema.Builder keys,
      ToLongFunction<Figures> value,
      String writes,
      Derived.Writing writing) {
    keys.without(INTERVAL)
        .derived(Derived.of(INTERVAL, CYCLES, INTERVAL_MEANS, value, writes, writing));
  }
}
