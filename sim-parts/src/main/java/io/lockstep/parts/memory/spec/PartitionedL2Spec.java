// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;

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
    keys.key("l2.partitions", COUNT, "groups of slices that copy each other's data")
        .between(1, 8)
        .powerOfTwo()
        .usually("1", "1", "2")
        .key("l2.chunk", BYTES, "consecutive bytes whose home is one partition")
        .between(4096, 1 << 21)
        .powerOfTwo()
        .usually("8KiB", "4KiB", "64KiB")
        .key("l2.far_latency", CYCLES, "load to use where another partition holds the data")
        .between(1, 1_000_000)
        .optional()
        .key("l2.link", BYTES_PER_CYCLE, "bytes into a partition from others; 0 or absent: any")
        .between(0, 1 << 24)
        .optional()
        .key("l2.fetch", BYTES, "bytes of the blocks that a miss fetches; absent: what it needs")
        .between(32, 256)
        .powerOfTwo()
        .optional()
        .together(Constraint.above("l2.far_latency", "l2.latency"));
  }
}
