// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;

import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.LeastRecentlyUsed;
import io.lockstep.parts.cache.ReplacementPolicy;
import io.lockstep.parts.cache.WriteBack;
import io.lockstep.parts.cache.WritePolicy;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of a memory-side cache with a slice for each channel of memory: {@link
 * MemoryCacheConfig}. A device specifies all mandatory figures or none.
 *
 * @param block path of the block size of memory interleaving
 */
public record MemoryCacheSpec(String block) implements Part {
  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.optional("mall.size", BYTES, "memory-side cache of the device", 1 << 16, 1L << 30)
        .optionalPowerOfTwo("mall.line", BYTES, "bytes that share a tag", 32, 256)
        .optional("mall.ways", COUNT, "associativity: lines of a set", 1, 127)
        .optional("mall.misses", COUNT, "lines outstanding, of a slice", 8, 4096)
        .optional(
            "mall.merges",
            COUNT,
            "fetches that may wait for an outstanding line, on average",
            1,
            64)
        .policyBeside(
            "mall.size",
            "mall.replacement",
            "which line of a full set makes room",
            ReplacementPolicy.class,
            LeastRecentlyUsed.NAME)
        .optional("mall.seed", COUNT, "of the replacement 'random'", 0, Integer.MAX_VALUE)
        .usuallyBeside("mall.size", "mall.seed", "1", "0", "65535")
        .policyBeside(
            "mall.size",
            "mall.write_policy",
            "what becomes of writes",
            WritePolicy.class,
            WriteBack.NAME)
        .optional("mall.bandwidth", BYTES_PER_CYCLE, "data of a slice", 1_000, 1_024_000)
        .optional(
            "mall.port",
            BYTES_PER_CYCLE,
            "data to and from the second level of a die; 0 or absent: any amount",
            0,
            1 << 20)
        .optional(
            "mall.clock",
            FREQUENCY,
            "of the fabric; absent: that of compute units. Its cycles count behind the second level",
            100_000_000L,
            10_000_000_000L)
        .optional(
            "mall.latency", CYCLES, "load to use where the levels before it miss", 100, 1_000_000)
        .together(
            Constraint.wholeSets("mall.size", "mall.line", "mall.ways", "dram.channels"),
            Constraint.of(
                "no part of what l2 fetches at once",
                v -> v[0] >= Math.min(v[1], v[2]),
                "mall.line",
                "l2.sector",
                "l2.line"),
            Constraint.atMost("mall.line", block).saying("no line beyond " + block));
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone(
        "a memory-side cache",
        "mall.size",
        "mall.line",
        "mall.ways",
        "mall.bandwidth",
        "mall.latency",
        "mall.misses",
        "mall.merges");
    CacheSpec.checkShared(together, "mall.");
  }
}
