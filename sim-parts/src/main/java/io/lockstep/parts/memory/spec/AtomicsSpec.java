// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of global atomics, which second-level slices perform or, if each die has its
 * own slices, units in front of the channels.
 */
public final class AtomicsSpec implements Part {
  /** The only instance. */
  public static final Part PART = new AtomicsSpec();

  private AtomicsSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(MemorySpec.FIGURES.section("atomics"));
  }
}
