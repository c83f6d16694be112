// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the optional figures of a device whose kernels can have wavefronts of several widths:
 * the narrowest and the widest; each width between them doubles the last. {@code unit.wavefront} is
 * then the width of kernels that require none. A family has this part beside {@link UnitSpec}.
 */
public final class WidthSpec implements Part {
  /** The only instance. */
  public static final Part PART = new WidthSpec();

  private static final String NARROWEST = "unit.narrowest_wavefront";
  private static final String WIDEST = "unit.widest_wavefront";

  private WidthSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(UnitSpec.FIGURES.section("width"))
        .together(
            Constraint.of(
                "widths that double from the narrowest to unit.wavefront to the widest",
                v -> v[0] % v[1] == 0 && v[2] % v[0] == 0,
                UnitSpec.WAVEFRONT,
                NARROWEST,
                WIDEST));
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone("a device with several widths of wavefronts", NARROWEST, WIDEST);
  }
}
