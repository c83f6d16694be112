package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.WriteAction;
import io.lockstep.parts.cache.WriteBack;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.Figures;
import io.lockstep.parts.spec.Ideal;

/**
 * A cache between the slices and DRAM, in slices of its own. Immutable and thread-safe.
 *
 * @param cache each slice's cache
 * @param transfers bytes a tick that a slice reads or writes
 * @param hitTicks from the end of the transfer to the asking slice
 * @param misses sectors outstanding in a slice at once
 * @param waiters fetches that may wait for them
 */
public record MemoryCacheConfig(
    CacheConfig cache, Rate transfers, long hitTicks, int misses, int waiters) {
  /**
   * Checks that the cache is written back.
   *
   * @param cache each slice's cache, written back
   * @param transfers bytes a tick that a slice reads or writes
   * @param hitTicks from the end of the transfer to the asking slice
   * @param misses sectors outstanding in a slice at once
   * @param waiters fetches that may wait for them
   * @throws IllegalArgumentException if it has another policy
   */
  public MemoryCacheConfig {
    if (cache.policy().held() == WriteAction.PASS) {
      throw new IllegalArgumentException("a memory-side cache with lines that go stale");
    }
  }

  /**
   * {@return a memory-side cache of what figures say}
   *
   * @param figures those of {@link MemoryCacheSpec}, and {@code mall.hit}: ticks from the end of
   *     the transfer to the asking slice
   * @param block bytes before the next slice takes over
   * @param slices how many share the size
   */
  public static MemoryCacheConfig of(Figures figures, int block, int slices) {
    int misses = figures.integer("mall.misses");
    return new MemoryCacheConfig(
        CacheConfig.ofSlice(figures, "mall.", new WriteBack(), block, slices),
        new Rate(figures.value("mall.bandwidth"), 1000),
        figures.ideals().has(Ideal.MEMORY_LATENCY) ? 0 : figures.value("mall.hit"),
        misses,
        misses * figures.integer("mall.merges"));
  }
}
