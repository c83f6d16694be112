// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of an {@link InstructionCache}. A device specifies all of them or none. */
public final class InstructionCacheSpec implements Part {
  /** The only instance. */
  public static final Part PART = new InstructionCacheSpec();

  static final String SIZE = "instruction_cache.size";
  static final String LINE = "instruction_cache.line";
  static final String WAYS = "instruction_cache.ways";
  static final String AHEAD = "instruction_cache.ahead";
  static final String LATENCY = "instruction_cache.latency";

  private InstructionCacheSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(CacheSpec.FIGURES.section("instruction cache"))
        .together(Constraint.wholeSets(SIZE, LINE, WAYS));
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone("an instruction cache", SIZE, LINE, WAYS, AHEAD, LATENCY);
  }
}
