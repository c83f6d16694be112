// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of compute units' memory access, and the placement of buffers. */
public final class MemorySpec implements Part {
  /** The only instance. */
  public static final Part PART = new MemorySpec();

  private static final int ALIGNMENT = 256;

  private MemorySpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.figure(
            "memory.instructions",
            COUNT,
            "memory instructions of a compute unit under way",
            1,
            1 << 16)
        .figure(
            "memory.outstanding",
            COUNT,
            "requests of a compute unit that wait for an answer",
            1,
            1 << 17)
        .figure("memory.queue", COUNT, "its requests that wait for credit", 1, 1 << 16)
        .figure(
            "memory.credits",
            COUNT,
            "its requests on the way to their slices or waiting there",
            1,
            1 << 16)
        .figure(
            "memory.backlog",
            CYCLES,
            "work that may wait in a slice before it holds compute units back",
            1,
            100_000)
        .powerOfTwo("memory.request_size", BYTES, "a request at most", 256, Message.MAX_BLOCK)
        .figure("memory.base_address", BYTES, "where the first buffer lies", 0, 1L << 40)
        .powerOfTwo("memory.scratch_base", BYTES, "where private memory lies", 1L << 36, 1L << 45)
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
