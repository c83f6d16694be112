// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.CHOICE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.POLICY;

import io.lockstep.parts.cache.policy.LeastRecentlyUsed;
import io.lockstep.parts.cache.policy.ReplacementPolicy;
import io.lockstep.parts.cache.policy.WriteAction;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of a cache of any level and of its miss entries: {@link CacheConfig}. The
 * path of a figure is the cache's prefix followed by the figure's name: {@code l1.ways}, {@code
 * texture.l2_ways}. Immutable and thread-safe.
 */
public final class CacheSpec implements Part {
  static final FigureTable FIGURES =
      FigureTable.of(CacheSpec.class.getResourceAsStream("figures.txt"));

  static final String REPLACEMENT = "replacement";

  static final String SEED = "seed";

  static final String WRITE_POLICY = "write_policy";

  static final String SETS = "sets";

  static final int FOLDED = 1;

  static final int HASHED = 2;

  private final String prefix;
  private final String what;
  private final String slices;
  private final String block;
  private final String writes;

  private CacheSpec(String prefix, String what, String slices, String block, String writes) {
    this.prefix = prefix;
    this.what = what;
    this.slices = slices;
    this.block = block;
    this.writes = writes;
  }

  /**
   * {@return the declaration of an undivided cache}
   *
   * @param prefix prefix of the figures, for example {@code l1.}
   * @param what description of the cache, for definitions
   */
  public static CacheSpec of(String prefix, String what) {
    return new CacheSpec(prefix, what, "", "", "");
  }

  /**
   * {@return a copy for a cache divided into slices}
   *
   * @param count path of the number of slices that share its size
   */
  public CacheSpec inSlices(String count) {
    return new CacheSpec(prefix, what, count, block, writes);
  }

  /**
   * {@return a copy for a cache in front of interleaved memory, whose blocks contain whole lines}
   *
   * @param bytes path of the block size
   */
  public CacheSpec within(String bytes) {
    return new CacheSpec(prefix, what, slices, bytes, writes);
  }

  /**
   * {@return a copy for a cache that receives writes; without this call it receives none}
   *
   * @param own name of the write policy of the family's hardware
   */
  public CacheSpec written(String own) {
    return new CacheSpec(prefix, what, slices, block, own);
  }

  /** {@return the prefix of the cache's figures} */
  public String prefix() {
    return prefix;
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    String each = slices.isEmpty() ? "" : ", all slices of one together";
    keys.key(prefix + "size", BYTES, "bytes of " + what + each).between(64, 1L << 30);
    keys.part(FIGURES.section("lines", prefix))
        .key(prefix + "misses", COUNT, "lines or sectors outstanding" + slice())
        .between(1, 1 << 16)
        .key(
            prefix + "merges",
            COUNT,
            "accesses that may wait for an outstanding line or sector, on average")
        .between(1, 1024)
        .key(prefix + REPLACEMENT, POLICY, "which line of a full set makes room")
        .policy(ReplacementPolicy.class, LeastRecentlyUsed.NAME)
        .key(prefix + SEED, COUNT, "of the replacement 'random'")
        .between(0, Integer.MAX_VALUE)
        .usually("1", "0", "65535");
    if (!slices.isEmpty()) {
      keys.key(
              prefix + SETS,
              CHOICE,
              "what selects the set of a slice's line: the lowest bits of its number (modulo), all of"
                  + " them by XOR (folded), or a hash (hashed)")
          .oneOf("modulo", "folded", "hashed")
          .optional();
    }
    if (!writes.isEmpty()) {
      keys.key(prefix + WRITE_POLICY, POLICY, "what becomes of writes")
          .policy(WritePolicy.class, writes);
    }
    String[] shared = slices.isEmpty() ? new String[0] : new String[] {slices};
    keys.together(Constraint.wholeSets(prefix + "size", prefix + "line", prefix + "ways", shared));
    if (!block.isEmpty()) {
      keys.together(Constraint.atMost(prefix + "line", block).saying("no line beyond " + block));
    }
  }

  void declareFirstLevel(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("first level", prefix));
  }

  void checkFirstLevel(CrossCheck together) {
    together.policy(
        prefix + WRITE_POLICY,
        WritePolicy.class,
        p -> !p.writesBack(),
        "a policy under which all writes go on: a first level cannot write back later");
  }

  /**
   * Checks that the write policy suits a cache that all units share.
   *
   * @param together the checker
   * @param prefix prefix of the cache's figures
   */
  public static void checkShared(CrossCheck together, String prefix) {
    together.policy(
        prefix + WRITE_POLICY,
        WritePolicy.class,
        p -> p.held() != WriteAction.PASS,
        "a policy under which no line goes stale: all units read this cache");
  }

  private String slice() {
    return slices.isEmpty() ? "" : ", of a slice";
  }
}
