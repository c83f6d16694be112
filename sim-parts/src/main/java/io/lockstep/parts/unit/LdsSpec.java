// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of the local memory that a compute unit's work-groups share. */
public final class LdsSpec implements Part {
  /** The only instance. */
  public static final Part PART = new LdsSpec();

  private LdsSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(UnitSpec.FIGURES.section("lds"));
  }
}
