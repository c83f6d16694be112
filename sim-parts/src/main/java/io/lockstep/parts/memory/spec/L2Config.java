// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/** Configuration of the second-level slices: {@link L2Spec}. Immutable and thread-safe. */
public final class L2Config {
  private final Optional<CacheConfig> cache;
  private final boolean emptied;
  private final Rate reads;
  private final Rate writes;
  private final long hitTicks;
  private final long directTicks;
  private final long missTicks;
  private final long backlogTicks;
  private final int misses;
  private final int waiters;
  private final Rate atomics;
  private final long sameAddressTicks;
  private final Optional<Rate> flush;
  private final Optional<Rate> fill;
  private final long replyTicks;
  private final long farTicks;
  private final Optional<Rate> link;
  private final int fetchBytes;
  private final boolean partitioned;

  private L2Config(
      Figures f, String prefix, Optional<CacheConfig> cache, boolean emptied, Rate clock) {
    this.cache = cache;
    this.emptied = emptied;
    reads = times(clock, f.value(prefix + "read"), 1000);
    writes = times(clock, f.value(prefix + "write"), 1000);
    boolean ideal = f.ideals().has(Ideal.MEMORY_LATENCY);
    hitTicks = ideal ? 0 : f.value(prefix + "hit");
    directTicks = ideal ? 0 : f.optional(prefix + "direct").orElse(hitTicks);
    missTicks = ideal ? 0 : f.value("dram.request_latency");
    backlogTicks = f.value("memory.backlog");
    misses = cache.isPresent() ? f.integer(prefix + "misses") : 0;
    waiters = cache.isPresent() ? misses * f.integer(prefix + "merges") : 0;
    atomics = times(clock, f.value("atomics.lanes"), f.value("atomics.interval"));
    sameAddressTicks = f.value("atomics.same_address");
    flush = given(f, prefix + "flush", clock);
    fill = given(f, prefix + "fill", clock);
    replyTicks = f.optional(prefix + "reply_interval").orElse(0);
    farTicks = ideal ? 0 : f.optional(prefix + "far").orElse(0);
    link = given(f, prefix + "link", clock);
    partitioned = f.has(prefix + "partitions");
    fetchBytes = (int) f.optional(prefix + "fetch").orElse(0);
    if (hitTicks < 0
        || directTicks < 0
        || missTicks < 0
        || backlogTicks < 0
        || sameAddressTicks < 0) {
      throw new IllegalArgumentException("a negative time in a slice");
    }
  }

  /**
   * {@return a second level configured by figures}
   *
   * @param figures figures of {@link L2Spec}, {@link MemorySpec} and {@link AtomicsSpec}, and
   *     {@code dram.request_latency}; the device adds {@code hit}, the ticks from the end of the
   *     transfer out of a slice's arrays to the network, and may add {@code direct}, the
   *     corresponding ticks for requests that bypass the cache
   * @param prefix prefix of the figures of {@link L2Spec}, for example {@code l2.}
   * @param cache configuration of each slice's cache; empty if slices have no caches
   * @param clock cycles of a slice per tick
   * @throws IllegalArgumentException if a figure is missing or figures contradict each other
   */
  public static L2Config of(
      Figures figures, String prefix, Optional<CacheConfig> cache, Rate clock) {
    return new L2Config(figures, prefix, cache, false, clock);
  }

  /**
   * {@return as {@link #of}, for a cache that is written back and invalidated at kernel starts}
   *
   * @param figures figures as for {@link #of}
   * @param prefix prefix of the figures of {@link L2Spec}, for example {@code l2.}
   * @param cache configuration of each slice's cache
   * @param clock cycles of a slice per tick
   */
  public static L2Config emptiedAtStart(
      Figures figures, String prefix, CacheConfig cache, Rate clock) {
    return new L2Config(figures, prefix, Optional.of(cache), true, clock);
  }

  private Optional<Rate> given(Figures f, String path, Rate clock) {
    long value = f.optional(path).orElse(0);
    return cache.isPresent() && value > 0
        ? Optional.of(times(clock, value, 1000))
        : Optional.empty();
  }

  private static Rate times(Rate clock, long amount, long cycles) {
    Rate each = Rate.near(amount, cycles);
    return Rate.near(clock.amount() * each.amount(), clock.ticks() * each.ticks());
  }

  /** {@return the configuration of each slice's cache; empty if slices have no caches} */
  public Optional<CacheConfig> cache() {
    return cache;
  }

  /** {@return bytes that a slice reads per tick} */
  public Rate reads() {
    return reads;
  }

  /** {@return bytes that can be written to a slice per tick} */
  public Rate writes() {
    return writes;
  }

  /** {@return ticks from the end of the transfer out of a slice's arrays to the network} */
  public long hitTicks() {
    return hitTicks;
  }

  /** {@return the ticks of {@link #hitTicks} for requests that bypass the cache} */
  public long directTicks() {
    return directTicks;
  }

  /** {@return additional ticks for fetched data, to memory and back} */
  public long missTicks() {
    return missTicks;
  }

  /** {@return ticks of booked work beyond which a slice accepts no more requests} */
  public long backlogTicks() {
    return backlogTicks;
  }

  /** {@return the maximum number of outstanding sectors of a slice} */
  public int misses() {
    return misses;
  }

  /** {@return the maximum number of references that wait for outstanding sectors} */
  public int waiters() {
    return waiters;
  }

  /** {@return atomic operations that a slice begins per tick} */
  public Rate atomics() {
    return atomics;
  }

  /** {@return ticks between two atomic operations on the same address} */
  public long sameAddressTicks() {
    return sameAddressTicks;
  }

  /** {@return bytes of dirty lines that a slice writes back per tick at a kernel's end, if any} */
  public Optional<Rate> flush() {
    return flush;
  }

  /** {@return bytes of fetched lines that a slice accepts per tick; empty if not limited} */
  public Optional<Rate> fill() {
    return fill;
  }

  /** {@return ticks between the answers to requests that waited for the same sector} */
  public long replyTicks() {
    return replyTicks;
  }

  /** {@return whether the family's slices may form partitions} */
  public boolean mayBePartitioned() {
    return partitioned;
  }

  /** {@return ticks from one partition to another and back} */
  public long farTicks() {
    return farTicks;
  }

  /** {@return bytes per tick into each partition from others; empty if not limited} */
  public Optional<Rate> link() {
    return link;
  }

  /** {@return bytes of the aligned blocks that a miss fetches at least} */
  public int fetchBytes() {
    return fetchBytes;
  }

  /** {@return whether the cache is written back and invalidated when a kernel starts} */
  public boolean invalidate() {
    return cache.isPresent() && emptied;
  }
}
