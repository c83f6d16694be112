// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.cache.policy.LeastRecentlyUsed;
import io.lockstep.parts.cache.policy.ReplacementPolicy;
import io.lockstep.parts.cache.policy.ReplacementRule;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.spi.spec.Figures;
import java.util.Optional;

/**
 * Geometry and policy of a cache.
 *
 * @param lineBytes bytes that share a tag, a power of two
 * @param sectorBytes bytes that share a valid bit, a power of two; at most 8 in a line
 * @param sets number of sets, at least 1
 * @param ways associativity, at most 127
 * @param policy the write policy
 * @param mapping mapping of addresses to sets
 * @param replacement the replacement policy; empty for exact LRU
 * @param seed seed of random replacement
 */
public record CacheConfig(
    int lineBytes,
    int sectorBytes,
    int sets,
    int ways,
    WritePolicy policy,
    SetMapping mapping,
    Optional<ReplacementPolicy> replacement,
    long seed) {
  /**
   * Checks the geometry.
   *
   * @param lineBytes line size, a power of two
   * @param sectorBytes sector size, a power of two; at most 8 sectors per line
   * @param sets number of sets, at least 1
   * @param ways associativity, 1 to 127
   * @param policy the write policy
   * @param mapping mapping of addresses to sets
   * @param replacement the replacement policy; empty for exact LRU
   * @param seed seed of random replacement
   * @throws IllegalArgumentException if a value is out of its range
   */
  public CacheConfig {
    if (Integer.bitCount(lineBytes) != 1
        || Integer.bitCount(sectorBytes) != 1
        || sectorBytes > lineBytes
        || lineBytes / sectorBytes > 8) {
      throw new IllegalArgumentException(
          "a line of " + lineBytes + " bytes in sectors of " + sectorBytes);
    }
    if (sets < 1 || ways < 1 || ways > 127) {
      throw new IllegalArgumentException(sets + " sets of " + ways + " ways");
    }
  }

  /**
   * Creates a configuration with exact LRU.
   *
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two
   * @param sets number of sets, at least 1
   * @param ways associativity, at most 127
   * @param policy the write policy
   * @param mapping mapping of addresses to sets
   */
  public CacheConfig(
      int lineBytes, int sectorBytes, int sets, int ways, WritePolicy policy, SetMapping mapping) {
    this(lineBytes, sectorBytes, sets, ways, policy, mapping, Optional.empty(), 0);
  }

  /**
   * {@return a copy with another replacement policy}
   *
   * @param by the policy, or empty for exact LRU
   * @param with seed of random replacement
   */
  public CacheConfig replacing(Optional<ReplacementPolicy> by, long with) {
    return new CacheConfig(lineBytes, sectorBytes, sets, ways, policy, mapping, by, with);
  }

  /**
   * {@return a copy with another mapping of addresses to sets}
   *
   * @param other the mapping
   */
  public CacheConfig mapped(SetMapping other) {
    return new CacheConfig(lineBytes, sectorBytes, sets, ways, policy, other, replacement, seed);
  }

  /** Returns a new rule for some ways of one cache; null for exact LRU. */
  ReplacementRule rule(int of) {
    return replacement.map(r -> r.rule(sets, of, seed)).orElse(null);
  }

  /**
   * {@return the configuration given by figures; sets are selected by line number modulo sets}
   *
   * @param figures figures of {@link CacheSpec}
   * @param prefix prefix of the figures, for example {@code l1.}
   * @param policy the family's write policy, unless a figure names another
   */
  public static CacheConfig of(Figures figures, String prefix, WritePolicy policy) {
    SetMapping mapping = SetMapping.modulo(figures.integer(prefix + "line"));
    return of(figures, prefix, policy, mapping, 1);
  }

  /**
   * {@return the configuration of one of several slices between which memory is interleaved}
   *
   * @param figures figures of {@link CacheSpec}
   * @param prefix prefix of the figures, for example {@code l2.}
   * @param policy the family's write policy, unless a figure names another
   * @param block bytes of an interleaved block
   * @param slices number of slices, which share the size
   */
  public static CacheConfig ofSlice(
      Figures figures, String prefix, WritePolicy policy, int block, int slices) {
    int line = figures.integer(prefix + "line");
    SetMapping mapping =
        switch ((int) figures.optional(prefix + CacheSpec.SETS).orElse(0)) {
          case CacheSpec.FOLDED -> SetMapping.folded(line, block, slices);
          case CacheSpec.HASHED -> SetMapping.hashed(line, block, slices);
          default -> SetMapping.interleaved(line, block, slices);
        };
    return of(figures, prefix, policy, mapping, slices);
  }

  private static CacheConfig of(
      Figures figures, String prefix, WritePolicy policy, SetMapping mapping, int slices) {
    int line = figures.integer(prefix + "line");
    int sector = (int) Math.min(line, figures.optional(prefix + "sector").orElse(line));
    long size = figures.value(prefix + "size") / slices;
    WritePolicy writes =
        figures
            .policy(prefix + CacheSpec.WRITE_POLICY, WritePolicy.class, policy.name())
            .orElse(policy);
    return ofSize(size, line, sector, figures.integer(prefix + "ways"), writes, mapping)
        .replacing(
            figures.policy(
                prefix + CacheSpec.REPLACEMENT, ReplacementPolicy.class, LeastRecentlyUsed.NAME),
            figures.optional(prefix + CacheSpec.SEED).orElse(1));
  }

  /**
   * {@return a configuration by capacity; sets are selected by line number modulo sets}
   *
   * @param bytes capacity of the cache
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two
   * @param ways associativity, at most 127
   * @param policy the write policy
   * @throws IllegalArgumentException if the capacity is not a whole number of sets
   */
  public static CacheConfig ofSize(
      long bytes, int lineBytes, int sectorBytes, int ways, WritePolicy policy) {
    return ofSize(bytes, lineBytes, sectorBytes, ways, policy, SetMapping.modulo(lineBytes));
  }

  /**
   * {@return a configuration of a given capacity with a given mapping}
   *
   * @param bytes capacity of the cache
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two
   * @param ways associativity, at most 127
   * @param policy the write policy
   * @param mapping mapping of addresses to sets
   * @throws IllegalArgumentException if the capacity is not a whole number of sets
   */
  public static CacheConfig ofSize(
      long bytes,
      int lineBytes,
      int sectorBytes,
      int ways,
      WritePolicy policy,
      SetMapping mapping) {
    long set = (long) lineBytes * ways;
    if (bytes < set || bytes % set != 0 || bytes / set > Integer.MAX_VALUE / ways) {
      throw new IllegalArgumentException(
          bytes + " bytes are not a whole number of sets of " + ways + " lines of " + lineBytes);
    }
    return new CacheConfig(lineBytes, sectorBytes, (int) (bytes / set), ways, policy, mapping);
  }

  /** {@return the capacity in bytes} */
  public long bytes() {
    return (long) lineBytes * sets * ways;
  }
}
