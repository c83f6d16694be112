// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.parts.cache.CacheConfig;
import io.lockstep.parts.cache.MiddleLevelConfig;
import io.lockstep.parts.cache.TranslationConfig;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Configuration of a memory unit for vector memory, or for scalar, constant or texture memory.
 * {@link #of} builds it from figures. Immutable and thread-safe.
 */
public final class MemoryUnitConfig {
  private final Optional<CacheConfig> cache;
  private final List<MiddleLevelConfig> behind;
  private final Optional<TranslationConfig> translation;
  private final int tokens;
  private final int misses;
  private final int waiters;
  private final int outstanding;
  private final int queue;
  private final int requestCredits;
  private final Rate lookups;
  private final Resource entry;
  private final long hitTicks;
  private final long missTicks;
  private final long returnTicks;
  private final Optional<Rate> send;
  private final int headerBytes;
  private final int combineBytes;
  private final int flags;
  private final boolean ideal;
  private final long answerTicks;

  private MemoryUnitConfig(Builder b) {
    cache = b.cache;
    behind = List.copyOf(b.behind);
    translation = b.translation;
    tokens = b.figures.integer(b.prefix + "instructions");
    misses = b.misses;
    waiters = b.misses * b.merges;
    outstanding = b.bound("outstanding");
    queue = b.bound("queue");
    requestCredits = b.bound("credits");
    lookups = b.lookups;
    entry = b.entry;
    boolean atOnce = b.figures.ideals().has(Ideal.MEMORY_LATENCY);
    hitTicks = atOnce ? 0 : b.hitTicks;
    missTicks = atOnce ? 0 : b.missTicks;
    returnTicks = atOnce ? 0 : b.returnTicks;
    ideal = b.figures.ideals().has(Ideal.CACHES);
    answerTicks = cache.isPresent() || atOnce ? hitTicks : b.throughNetwork();
    send = b.send;
    headerBytes = b.figures.integer("network.header");
    combineBytes = b.combineBytes;
    flags = b.flags;
    if (tokens < 1 || tokens > Message.MAX_TOKENS || outstanding < 1 || requestCredits < 1) {
      throw new IllegalArgumentException(
          tokens + " tokens, " + outstanding + " outstanding, " + requestCredits + " credits");
    }
    int sectors = cache.map(c -> c.lineBytes() / c.sectorBytes()).orElse(1);
    if (queue < sectors || cache.isPresent() && (misses < sectors || waiters < misses)) {
      throw new IllegalArgumentException(
          "a line of %s sectors does not fit %s misses, %s waiters, a queue of %s"
              .formatted(sectors, misses, waiters, queue));
    }
    if (combineBytes != 0 && Integer.bitCount(combineBytes) != 1) {
      throw new IllegalArgumentException("combining within " + combineBytes + " bytes");
    }
    if (!behind.isEmpty() && sectors != 1) {
      throw new IllegalArgumentException("levels behind a first one with sectors");
    }
    if (hitTicks < 0 || missTicks < 0 || returnTicks < 0) {
      throw new IllegalArgumentException("a negative latency");
    }
  }

  /**
   * Starts a configuration without a cache and with one access per tick.
   *
   * @param figures figures of {@code io.lockstep.parts.memory.spec.MemorySpec} and {@code
   *     NetworkSpec}
   * @param prefix prefix of the unit's limits: {@code instructions} in flight, {@code outstanding}
   *     requests, {@code queue} and {@code credits}; each of the last three defaults to the number
   *     of the cache's miss entries
   * @return a builder with the values of those figures
   */
  public static Builder of(Figures figures, String prefix) {
    return new Builder(figures, prefix);
  }

  /** {@return the configuration of the first-level cache, if present} */
  public Optional<CacheConfig> cache() {
    return cache;
  }

  List<MiddleLevelConfig> behind() {
    return behind;
  }

  Optional<TranslationConfig> translation() {
    return translation;
  }

  /** {@return the maximum number of memory instructions in flight} */
  public int tokens() {
    return tokens;
  }

  /** {@return the maximum number of outstanding cache sectors; irrelevant without a cache} */
  public int misses() {
    return misses;
  }

  /** {@return the maximum number of transactions that wait for outstanding sectors} */
  public int waiters() {
    return waiters;
  }

  /** {@return the maximum number of requests that wait for an answer} */
  public int outstanding() {
    return outstanding;
  }

  /** {@return the maximum number of requests that wait for credit} */
  public int queue() {
    return queue;
  }

  /** {@return the maximum number of requests in transit to, or waiting at, the memory side} */
  public int requestCredits() {
    return requestCredits;
  }

  /** {@return the number of transactions (lines) that may enter per tick} */
  public Rate lookups() {
    return lookups;
  }

  /** {@return the resource that entering transactions use} */
  public Resource entry() {
    return entry;
  }

  /** {@return ticks from entry to data on a hit} */
  public long hitTicks() {
    return hitTicks;
  }

  /** {@return ticks from entry to the network on a miss, write or atomic} */
  public long missTicks() {
    return missTicks;
  }

  /** {@return ticks from the arrival of a response to its data} */
  public long returnTicks() {
    return returnTicks;
  }

  /** {@return bytes per tick that enter the network, including headers; empty if not limited} */
  public Optional<Rate> send() {
    return send;
  }

  /** {@return the size of a request without data, in bytes} */
  public int headerBytes() {
    return headerBytes;
  }

  /**
   * {@return size of the aligned block within which adjacent requests of an instruction are
   * combined; 0 if each transaction is a request} At most the address map's block size.
   */
  public int combineBytes() {
    return combineBytes;
  }

  /** {@return the default flags of all requests, such as {@link MemoryUnit#UNCACHED}} */
  public int flags() {
    return flags;
  }

  /** Whether the unit answers every access itself, without a limit of its rate. */
  boolean isIdeal() {
    return ideal;
  }

  /** Returns the latency of an ideal unit: of a hit or, without a cache, of the network. */
  long answerTicks() {
    return answerTicks;
  }

  /**
   * Returns the alignment at which transactions are split.
   *
   * @throws IllegalArgumentException if lines or combined requests are larger than a block
   */
  int splitBytes(String path, int blockBytes) {
    int split = cache.map(CacheConfig::lineBytes).orElse(Math.min(blockBytes, Message.MAX_BLOCK));
    if (split > blockBytes || combineBytes > blockBytes) {
      throw new IllegalArgumentException(
          path + ": lines or combined requests beyond a block of " + blockBytes + " bytes");
    }
    if (Math.max(split, combineBytes) > Message.MAX_BYTES) {
      throw new IllegalArgumentException(
          path + ": one message would carry more than " + Message.MAX_BYTES + " bytes");
    }
    return split;
  }

  /** Builds a configuration. Not thread-safe. */
  public static final class Builder {
    private final Figures figures;
    private final String prefix;
    private Optional<CacheConfig> cache = Optional.empty();
    private final List<MiddleLevelConfig> behind = new ArrayList<>();
    private Optional<TranslationConfig> translation = Optional.empty();
    private int misses;
    private int merges;
    private Rate lookups = Rate.perTick(1);
    private Resource entry = Resource.MEMORY_PATH;
    private long hitTicks;
    private long missTicks;
    private long returnTicks;
    private Optional<Rate> send = Optional.empty();
    private int combineBytes;
    private int flags;

    private Builder(Figures figures, String prefix) {
      this.figures = figures;
      this.prefix = prefix;
    }

    private long throughNetwork() {
      return missTicks
          + figures.optional("network.request_latency").orElse(0)
          + figures.optional("network.response_latency").orElse(0)
          + returnTicks;
    }

    private int bound(String name) {
      return Math.toIntExact(figures.optional(prefix + name).orElse(misses));
    }

    /**
     * Adds a first-level cache.
     *
     * @param section prefix of the figures of {@code io.lockstep.parts.cache.FirstLevelSpec};
     *     {@code lookups} lines enter per {@code interval}, each 1 if absent; without both, lines
     *     enter at the {@code bandwidth}
     * @param policy the family's write policy, unless a figure names another
     * @param seen part of the cache's latency, in ticks, that passes outside of the unit
     * @return this builder
     */
    public Builder cached(String section, WritePolicy policy, long seen) {
      CacheConfig level = CacheConfig.of(figures, section, policy);
      cache = Optional.of(level);
      entry = Resource.L1;
      misses = figures.integer(section + "misses");
      merges = figures.integer(section + "merges");
      hitTicks = figures.value(section + "latency") - seen;
      missTicks = figures.value(section + "miss_latency");
      returnTicks = figures.value(section + "return_latency");
      boolean counted = figures.has(section + "interval") || figures.has(section + "lookups");
      lookups =
          counted
              ? new Rate(
                  figures.optional(section + "lookups").orElse(1),
                  figures.optional(section + "interval").orElse(1))
              : new Rate(figures.value(section + "bandwidth"), 1000L * level.lineBytes());
      return this;
    }

    /**
     * Adds a level between the cache and memory, behind the levels added before; adds none if the
     * figures do not describe it. Call it after {@link #cached}.
     *
     * @param section prefix of the figures of {@code io.lockstep.parts.cache.MiddleLevelSpec}
     * @return this builder
     */
    public Builder behind(String section) {
      int line = cache.orElseThrow().lineBytes();
      MiddleLevelConfig.of(figures, section, line).ifPresent(behind::add);
      return this;
    }

    /**
     * Adds the translation buffer of {@code io.lockstep.parts.cache.TranslationSpec}, if any.
     *
     * @return this builder
     */
    public Builder translated() {
      translation = TranslationConfig.of(figures);
      return this;
    }

    /**
     * Makes the unit a cache for textures or constants. Call it after {@link #cached}.
     *
     * @param resource resource that its look-ups use: {@code TEXTURE} or {@code CONSTANTS}
     * @return this builder
     * @throws IllegalArgumentException for another resource
     */
    public Builder serving(Resource resource) {
      if (resource != Resource.TEXTURE && resource != Resource.CONSTANTS) {
        throw new IllegalArgumentException("a read-only memory unit that serves " + resource);
      }
      entry = resource;
      return this;
    }

    /**
     * Sets the interval between accesses.
     *
     * @param ticks number of ticks from one access to the next
     * @return this builder
     */
    public Builder every(long ticks) {
      lookups = new Rate(1, ticks);
      return this;
    }

    /**
     * Limits the bandwidth into the network to {@code network.request_rate}.
     *
     * @return this builder
     */
    public Builder throttled() {
      send = Optional.of(new Rate(figures.value("network.request_rate"), 1000));
      return this;
    }

    /**
     * Combines neighbouring requests of an instruction within a block.
     *
     * @param bytes size of the block, a power of two; 0 to combine none
     * @return this builder
     */
    public Builder combining(int bytes) {
      combineBytes = bytes;
      return this;
    }

    /**
     * Sets the default flags of all requests.
     *
     * @param all flags such as {@link MemoryUnit#UNCACHED}
     * @return this builder
     */
    public Builder flags(int all) {
      flags = all;
      return this;
    }

    /**
     * {@return the configuration}
     *
     * @throws IllegalArgumentException if a figure is missing or figures contradict each other
     */
    public MemoryUnitConfig build() {
      return new MemoryUnitConfig(this);
    }
  }
}
