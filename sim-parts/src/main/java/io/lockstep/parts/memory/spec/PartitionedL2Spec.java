// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of a second level whose slices form partitions, each near to some compute
 * units. Every address has a home in one of them; the others keep copies.
 */
public final class PartitionedL2Spec implements Part {
  /** The part for figures that begin with {@code l2.}. */
  public static final Part PART = new PartitionedL2Spec();

  private PartitionedL2Spec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(MemorySpec.FIGURES.section("partitioned l2"))
        .together(Constraint.above("l2.far_latency", "l2.latency"));
  }
}
