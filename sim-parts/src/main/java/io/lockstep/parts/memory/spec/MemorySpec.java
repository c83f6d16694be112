// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.parts.memory.map.Message;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of compute units' memory access, and the placement of buffers. */
public final class MemorySpec implements Part {
  static final FigureTable FIGURES =
      FigureTable.of(MemorySpec.class.getResourceAsStream("figures.txt"));

  /** The only instance. */
  public static final Part PART = new MemorySpec();

  private static final int ALIGNMENT = 256;

  private MemorySpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("memory"))
        .between("memory.request_size", 256, Message.MAX_BLOCK)
        .together(
            Constraint.multiple("memory.base_address", ALIGNMENT)
                .saying("a multiple of " + ALIGNMENT + "B"),
            Constraint.atLeast("memory.scratch_base", "memory.base_address", "dram.capacity")
                .saying("private memory beyond all buffers"));
  }

  /**
   * {@return the largest power of two that does not exceed any of the given sizes} Given the sizes
   * of interleaved blocks, rows and miss tables, a request of this size fits all of them.
   *
   * @param bytes sizes, at least 1 each
   */
  public static int block(long... bytes) {
    long least = Message.MAX_BLOCK;
    for (long b : bytes) {
      least = Math.min(least, b);
    }
    return (int) Long.highestOneBit(least);
  }
}
