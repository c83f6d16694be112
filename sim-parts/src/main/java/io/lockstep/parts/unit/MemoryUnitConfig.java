package io.lockstep.parts.unit;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.memory.Message;
import io.lockstep.parts.rate.Rate;
import java.util.Optional;

/**
 * A memory unit: one per compute unit for vector memory, others for scalar, constant or texture
 * memory. Immutable and thread-safe.
 *
 * @param cache the first-level cache, if there is one
 * @param tokens memory instructions under way at once
 * @param misses cache sectors outstanding at once; without a cache of no meaning
 * @param waiters transactions that may wait for outstanding sectors
 * @param outstanding requests to the memory side that wait for an answer at once
 * @param queue requests that may wait for credit
 * @param requestCredits requests under way to the memory side or waiting there
 * @param lookups transactions (lines) that enter a tick
 * @param hitTicks from entry to data, on a hit
 * @param missTicks from entry to the network, on a miss, write or atomic
 * @param returnTicks from the arrival of a response to data
 * @param send bytes a tick that enter the network, headers included; empty where not limited
 * @param headerBytes size of a request without data
 * @param combineBytes adjacent requests of one instruction within an aligned block of so many bytes
 *     travel as one; 0 where each transaction is a request. Not beyond the address map's block
 * @param flags default for all requests: {@link MemoryUnit#UNCACHED} and kin
 */
public record MemoryUnitConfig(
    Optional<CacheConfig> cache,
    int tokens,
    int misses,
    int waiters,
    int outstanding,
    int queue,
    int requestCredits,
    Rate lookups,
    long hitTicks,
    long missTicks,
    long returnTicks,
    Optional<Rate> send,
    int headerBytes,
    int combineBytes,
    int flags) {
  public MemoryUnitConfig {
    if (tokens < 1 || tokens > Message.MAX_TOKENS || outstanding < 1 || requestCredits < 1) {
      throw new IllegalArgumentException(
          tokens + " tokens, " + outstanding + " outstanding, " + requestCredits + " credits");
    }
    int sectors = cache.map(c -> c.lineBytes() / c.sectorBytes()).orElse(1);
    if (queue < sectors || cache.isPresent() && (misses < sectors || waiters < misses)) {
      throw new IllegalArgumentException(
          "a line of "
              + sectors
              + " sectors does not fit "
              + misses
              + " misses, "
              + waiters
              + " waiters, a queue of "
              + queue);
    }
    if (combineBytes != 0 && Integer.bitCount(combineBytes) != 1) {
      throw new IllegalArgumentException("combining within " + combineBytes + " bytes");
    }
    if (hitTicks < 0 || missTicks < 0 || returnTicks < 0) {
      throw new IllegalArgumentException("a negative latency");
    }
  }
}
