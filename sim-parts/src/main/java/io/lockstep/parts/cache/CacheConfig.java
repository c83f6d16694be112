package io.lockstep.parts.cache;

import io.lockstep.parts.spec.Figures;
import java.util.Optional;

/**
 * Geometry and policy of a cache. Immutable and thread-safe.
 *
 * @param lineBytes bytes that share a tag, a power of two
 * @param sectorBytes bytes that share a valid bit, a power of two that divides the line into at
 *     most 8
 * @param sets number of sets, at least 1
 * @param ways lines of a set, at most 127
 * @param policy what happens to writes
 * @param mapping which set an address falls into
 * @param replacement which line makes room; empty for exact LRU
 * @param seed of what is random in that
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
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two that divides the line into at
   *     most 8
   * @param sets number of sets, at least 1
   * @param ways lines of a set, at most 127
   * @param policy what happens to writes
   * @param mapping which set an address falls into
   * @param replacement which line makes room; empty for exact LRU
   * @param seed of what is random in that
   * @throws IllegalArgumentException if a size is no power of two, or sets and ways are out of
   *     range
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
   * A cache with exact LRU.
   *
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two that divides the line into at
   *     most 8
   * @param sets number of sets, at least 1
   * @param ways lines of a set, at most 127
   * @param policy what happens to writes
   * @param mapping which set a line lies in
   */
  public CacheConfig(
      int lineBytes, int sectorBytes, int sets, int ways, WritePolicy policy, SetMapping mapping) {
    this(lineBytes, sectorBytes, sets, ways, policy, mapping, Optional.empty(), 0);
  }

  /**
   * {@return the same cache with another replacement; empty for exact LRU}
   *
   * @param by the policy, or empty for exact LRU
   * @param with seed of what the policy draws by lot
   */
  public CacheConfig replacing(Optional<ReplacementPolicy> by, long with) {
    return new CacheConfig(lineBytes, sectorBytes, sets, ways, policy, mapping, by, with);
  }

  /** The rule of one cache; null for exact LRU. */
  ReplacementRule rule() {
    return replacement.map(r -> r.rule(sets, ways, seed)).orElse(null);
  }

  /**
   * {@return a cache of what figures say, its sets found by the line number modulo their number}
   *
   * @param figures those of {@link CacheSpec}
   * @param prefix of them, for example {@code l1.}
   * @param policy what the family's hardware does with writes, where no figure names another
   */
  public static CacheConfig of(Figures figures, String prefix, WritePolicy policy) {
    SetMapping mapping = SetMapping.modulo(figures.integer(prefix + "line"));
    return of(figures, prefix, policy, mapping, 1);
  }

  /**
   * {@return one of several slices that take blocks of memory in turn}
   *
   * @param figures those of {@link CacheSpec}
   * @param prefix of them, for example {@code l2.}
   * @param policy what the family's hardware does with writes, where no figure names another
   * @param block bytes before the next slice takes over
   * @param slices how many take turns; they share the size
   */
  public static CacheConfig ofSlice(
      Figures figures, String prefix, WritePolicy policy, int block, int slices) {
    SetMapping mapping = SetMapping.interleaved(figures.integer(prefix + "line"), block, slices);
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
   * {@return a cache by size, its sets found by the line number modulo their number}
   *
   * @param bytes that the cache holds
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two
   * @param ways lines of a set, at most 127
   * @param policy what happens to writes
   * @throws IllegalArgumentException where the size is not a whole number of sets
   */
  public static CacheConfig ofSize(
      long bytes, int lineBytes, int sectorBytes, int ways, WritePolicy policy) {
    return ofSize(bytes, lineBytes, sectorBytes, ways, policy, SetMapping.modulo(lineBytes));
  }

  /**
   * {@return a cache by size, with a mapping of its own}
   *
   * @param bytes that the cache holds
   * @param lineBytes bytes that share a tag, a power of two
   * @param sectorBytes bytes that share a valid bit, a power of two
   * @param ways lines of a set, at most 127
   * @param policy what happens to writes
   * @param mapping which set a line lies in
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
          bytes + " bytes are no whole number of sets of " + ways + " lines of " + lineBytes);
    }
    return new CacheConfig(lineBytes, sectorBytes, (int) (bytes / set), ways, policy, mapping);
  }

  /** {@return bytes the cache holds} */
  public long bytes() {
    return (long) lineBytes * sets * ways;
  }
}
