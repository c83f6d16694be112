// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

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
    keys.key("atomics.lanes", COUNT, "atomics that a slice begins at once")
        .between(1, 64)
        .key("atomics.interval", CYCLES, "cycles of a slice before it begins more")
        .between(1, 1000)
        .key("atomics.same_address", CYCLES, "between two on one address")
        .between(1, 1_000_000);
  }
}
