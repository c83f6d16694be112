// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.policy.WriteAction;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * A memory-side cache between the second-level slices and DRAM, divided into its own slices.
 *
 * @param cache configuration of each slice's cache
 * @param transfers bytes that a slice transfers per tick
 * @param hitTicks ticks from the end of the transfer to the requesting slice
 * @param misses maximum number of outstanding sectors of a slice
 * @param waiters maximum number of fetches that wait for outstanding sectors
 * @param port bytes per tick between the second level of a die and all slices, in both directions
 */
public record MemoryCacheConfig(
    CacheConfig cache,
    Rate transfers,
    long hitTicks,
    int misses,
    int waiters,
    Optional<Rate> port) {
  /**
   * Checks the write policy.
   *
   * @param cache configuration of each slice's cache
   * @param transfers bytes that a slice transfers per tick
   * @param hitTicks ticks from the end of the transfer to the requesting slice
   * @param misses maximum number of outstanding sectors of a slice
   * @param waiters maximum number of fetches that wait for outstanding sectors
   * @param port bytes per tick of each die's port; empty if not limited
   * @throws IllegalArgumentException if writes bypass held lines, which then become stale
   */
  public MemoryCacheConfig {
    if (cache.policy().held() == WriteAction.PASS) {
      throw new IllegalArgumentException("a memory-side cache with lines that go stale");
    }
  }

  /**
   * {@return a memory-side cache configured by figures}
   *
   * @param figures figures of {@link MemoryCacheSpec}, and {@code mall.hit}: the ticks from the end
   *     of the transfer to the requesting slice
   * @param block size of an interleaved block
   * @param slices number of slices that share the size
   * @param clock cycles of a slice per tick
   */
  public static MemoryCacheConfig of(Figures figures, int block, int slices, Rate clock) {
    int misses = figures.integer("mall.misses");
    return new MemoryCacheConfig(
        CacheConfig.ofSlice(figures, "mall.", new WriteBack(), block, slices),
        transfers(figures.value("mall.bandwidth"), clock),
        figures.ideals().has(Ideal.MEMORY_LATENCY) ? 0 : figures.value("mall.hit"),
        misses,
        misses * figures.integer("mall.merges"),
        port(figures.optional("mall.port").orElse(0), clock));
  }

  private static Optional<Rate> port(long bytes, Rate clock) {
    return bytes > 0 ? Optional.of(transfers(bytes, clock)) : Optional.empty();
  }

  private static Rate transfers(long bytes, Rate clock) {
    Rate cycle = Rate.near(bytes, 1000);
    return Rate.near(clock.amount() * cycle.amount(), clock.ticks() * cycle.ticks());
  }
}
