package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.rate.Rate;
import java.util.Optional;

/**
 * The slices that compute units send requests to: a cache's, or bare partitions of memory.
 * Immutable and thread-safe.
 *
 * @param cache each slice's cache, if there is one
 * @param reads bytes a tick that a slice reads
 * @param writes bytes a tick that a slice writes
 * @param hitTicks from the end of the transfer out of the arrays to the network
 * @param missTicks added to data that had to be fetched, both ways to memory together
 * @param backlogTicks work, in ticks, that may wait in a slice before ports are held back
 * @param misses sectors outstanding in a slice at once
 * @param waiters requests' sectors that may wait for them
 * @param atomics operations a tick that a slice performs on different places
 * @param sameAddressTicks between two operations on the same place
 * @param invalidate whether the cache is emptied when a kernel starts
 */
public record SliceConfig(
    Optional<CacheConfig> cache,
    Rate reads,
    Rate writes,
    long hitTicks,
    long missTicks,
    long backlogTicks,
    int misses,
    int waiters,
    Rate atomics,
    long sameAddressTicks,
    boolean invalidate) {
  public SliceConfig {
    if (hitTicks < 0 || missTicks < 0 || backlogTicks < 0 || sameAddressTicks < 0) {
      throw new IllegalArgumentException("a negative time in a slice");
    }
  }
}
