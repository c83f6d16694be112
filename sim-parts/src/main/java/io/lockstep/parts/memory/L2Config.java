package io.lockstep.parts.memory;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.spec.Figures;
import io.lockstep.parts.spec.Ideal;
import java.util.Optional;

/**
 * The second level that compute units send requests to, slice by slice: {@link L2Spec}. Where it
 * has no cache its slices are bare partitions of memory. Immutable and thread-safe.
 */
public final class L2Config {
  private final Optional<CacheConfig> cache;
  private final boolean emptied;
  private final Rate reads;
  private final Rate writes;
  private final long hitTicks;
  private final long missTicks;
  private final long backlogTicks;
  private final int misses;
  private final int waiters;
  private final Rate atomics;
  private final long sameAddressTicks;

  private L2Config(
      Figures f, String prefix, Optional<CacheConfig> cache, boolean emptied, Rate clock) {
    this.cache = cache;
    this.emptied = emptied;
    reads = times(clock, f.value(prefix + "read"), 1000);
    writes = times(clock, f.value(prefix + "write"), 1000);
    boolean ideal = f.ideals().has(Ideal.MEMORY_LATENCY);
    hitTicks = ideal ? 0 : f.value(prefix + "hit");
    missTicks = ideal ? 0 : f.value("dram.request_latency");
    backlogTicks = f.value("memory.backlog");
    misses = cache.isPresent() ? f.integer(prefix + "misses") : 0;
    waiters = cache.isPresent() ? misses * f.integer(prefix + "merges") : 0;
    atomics = times(clock, f.value("atomics.lanes"), f.value("atomics.interval"));
    sameAddressTicks = f.value("atomics.same_address");
    if (hitTicks < 0 || missTicks < 0 || backlogTicks < 0 || sameAddressTicks < 0) {
      throw new IllegalArgumentException("a negative time in a slice");
    }
  }

  /**
   * {@return a second level of what figures say}
   *
   * @param figures those of {@link L2Spec}, {@link MemorySpec} and {@link AtomicsSpec}, {@code
   *     dram.request_latency}, and {@code hit}: from the end of the transfer out of a slice's
   *     arrays to the network, in ticks, which the device computes from what it knows of latencies
   * @param prefix of the first, for example {@code l2.}
   * @param cache each slice's cache, if there is one
   * @param clock cycles of a slice in a tick
   * @throws IllegalArgumentException where a figure is missing or they contradict each other
   */
  public static L2Config of(
      Figures figures, String prefix, Optional<CacheConfig> cache, Rate clock) {
    return new L2Config(figures, prefix, cache, false, clock);
  }

  /**
   * The same, emptied when a kernel starts; what is dirty then is written back.
   *
   * @param figures as for {@link #of}
   * @param prefix of the first, for example {@code l2.}
   * @param cache each slice's cache
   * @param clock cycles of a slice in a tick
   * @return a second level that has a cache
   */
  public static L2Config emptiedAtStart(
      Figures figures, String prefix, CacheConfig cache, Rate clock) {
    return new L2Config(figures, prefix, Optional.of(cache), true, clock);
  }

  private static Rate times(Rate clock, long amount, long cycles) {
    Rate each = Rate.near(amount, cycles);
    return Rate.near(clock.amount() * each.amount(), clock.ticks() * each.ticks());
  }

  /** {@return each slice's cache, if there is one} */
  public Optional<CacheConfig> cache() {
    return cache;
  }

  /** {@return bytes a tick that a slice reads} */
  public Rate reads() {
    return reads;
  }

  /** {@return bytes a tick that a slice writes} */
  public Rate writes() {
    return writes;
  }

  /** {@return from the end of the transfer out of the arrays to the network} */
  public long hitTicks() {
    return hitTicks;
  }

  /** {@return added to data that had to be fetched, both ways to memory together} */
  public long missTicks() {
    return missTicks;
  }

  /** {@return work, in ticks, that may wait in a slice before ports are held back} */
  public long backlogTicks() {
    return backlogTicks;
  }

  /** {@return sectors outstanding in a slice at once} */
  public int misses() {
    return misses;
  }

  /** {@return requests' sectors that may wait for them} */
  public int waiters() {
    return waiters;
  }

  /** {@return operations a tick that a slice performs on different places} */
  public Rate atomics() {
    return atomics;
  }

  /** {@return ticks between two operations on the same place} */
  public long sameAddressTicks() {
    return sameAddressTicks;
  }

  /** {@return whether the cache is emptied when a kernel starts} */
  public boolean invalidate() {
    return cache.isPresent() && emptied;
  }
}
