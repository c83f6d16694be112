// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

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
    keys.key(SIZE, BYTES, "bytes of an instruction cache")
        .between(1024, 1 << 20)
        .optional()
        .key(LINE, BYTES, "bytes that share a tag")
        .between(16, 256)
        .powerOfTwo()
        .optional()
        .key(WAYS, COUNT, "associativity: lines of a set")
        .between(1, 127)
        .optional()
        .key(AHEAD, COUNT, "lines that are fetched behind one that is needed")
        .between(0, 16)
        .optional()
        .key(LATENCY, CYCLES, "until a line that is missing is there")
        .between(0, 100_000)
        .optional()
        .together(Constraint.wholeSets(SIZE, LINE, WAYS));
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone("an instruction cache", SIZE, LINE, WAYS, AHEAD, LATENCY);
  }
}
