// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

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
    keys.part(MemorySpec.FIGURES.section("mall"))
        .key("mall.replacement")
        .policy(ReplacementPolicy.class, LeastRecentlyUsed.NAME)
        .beside("mall.size")
        .key("mall.write_policy")
        .policy(WritePolicy.class, WriteBack.NAME)
        .beside("mall.size")
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
