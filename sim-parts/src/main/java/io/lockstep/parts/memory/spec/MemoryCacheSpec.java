// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;
import static io.lockstep.spi.spec.Dimension.POLICY;

import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.policy.LeastRecentlyUsed;
import io.lockstep.parts.cache.policy.ReplacementPolicy;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WritePolicy;
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
    keys.key("mall.size", BYTES, "memory-side cache of the device")
        .between(1 << 16, 1L << 30)
        .optional()
        .key("mall.line", BYTES, "bytes that share a tag")
        .between(32, 256)
        .powerOfTwo()
        .optional()
        .key("mall.ways", COUNT, "associativity: lines of a set")
        .between(1, 127)
        .optional()
        .key("mall.misses", COUNT, "lines outstanding, of a slice")
        .between(8, 4096)
        .optional()
        .key("mall.merges", COUNT, "fetches that may wait for an outstanding line, on average")
        .between(1, 64)
        .optional()
        .key("mall.replacement", POLICY, "which line of a full set makes room")
        .policy(ReplacementPolicy.class, LeastRecentlyUsed.NAME)
        .beside("mall.size")
        .key("mall.seed", COUNT, "of the replacement 'random'")
        .between(0, Integer.MAX_VALUE)
        .optional()
        .usually("1", "0", "65535")
        .beside("mall.size")
        .key("mall.write_policy", POLICY, "what becomes of writes")
        .policy(WritePolicy.class, WriteBack.NAME)
        .beside("mall.size")
        .key("mall.bandwidth", BYTES_PER_CYCLE, "data of a slice")
        .between(1_000, 1_024_000)
        .optional()
        .key(
            "mall.port",
            BYTES_PER_CYCLE,
            "data to and from the second level of a die; 0 or absent: any amount")
        .between(0, 1 << 20)
        .optional()
        .key(
            "mall.clock",
            FREQUENCY,
            "of the fabric; absent: that of compute units. Its cycles count behind the second level")
        .between(100_000_000L, 10_000_000_000L)
        .optional()
        .key("mall.latency", CYCLES, "load to use where the levels before it miss")
        .between(100, 1_000_000)
        .optional()
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
