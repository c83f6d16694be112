// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.parts.memory.map.Message;
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
    keys.key("memory.instructions", COUNT, "memory instructions of a compute unit under way")
        .between(1, 1 << 16)
        .key("memory.outstanding", COUNT, "requests of a compute unit that wait for an answer")
        .between(1, 1 << 17)
        .key("memory.queue", COUNT, "its requests that wait for credit")
        .between(1, 1 << 16)
        .key("memory.credits", COUNT, "its requests on the way to their slices or waiting there")
        .between(1, 1 << 16)
        .key(
            "memory.backlog",
            CYCLES,
            "work that may wait in a slice before it holds compute units back")
        .between(1, 100_000)
        .key("memory.request_size", BYTES, "a request at most")
        .between(256, Message.MAX_BLOCK)
        .powerOfTwo()
        .key("memory.base_address", BYTES, "where the first buffer lies")
        .between(0, 1L << 40)
        .key("memory.scratch_base", BYTES, "where private memory lies")
        .between(1L << 36, 1L << 45)
        .powerOfTwo()
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
