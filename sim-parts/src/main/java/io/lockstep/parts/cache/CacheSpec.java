package io.lockstep.parts.cache;

import static io.lockstep.parts.spec.Dimension.BYTES;
import static io.lockstep.parts.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.parts.spec.Dimension.COUNT;
import static io.lockstep.parts.spec.Dimension.CYCLES;

import io.lockstep.parts.spec.Constraint;
import io.lockstep.parts.spec.CrossCheck;
import io.lockstep.parts.spec.Part;
import io.lockstep.parts.spec.SpecSchema;

/**
 * The figures of a cache, whatever its level: {@link CacheConfig}, and of its miss entries. A
 * figure is called so with the cache's prefix: {@code l1.ways}, {@code texture.l2_ways}. Immutable
 * and thread-safe.
 */
public final class CacheSpec implements Part {
  /** What the name of a cache's replacement policy ends in. */
  static final String REPLACEMENT = "replacement";

  /** What the name of the figure ends in that starts what is random. */
  static final String SEED = "seed";

  /** What the name of a cache's write policy ends in. */
  static final String WRITE_POLICY = "write_policy";

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
   * {@return a cache in one piece}
   *
   * @param prefix of its figures, for example {@code l1.}
   * @param what whose it is, for people
   */
  public static CacheSpec of(String prefix, String what) {
    return new CacheSpec(prefix, what, "", "", "");
  }

  /**
   * {@return the figures of a cache in slices}
   *
   * @param count figure that says how many share its size
   */
  public CacheSpec inSlices(String count) {
    return new CacheSpec(prefix, what, count, block, writes);
  }

  /**
   * {@return the same before memory that is dealt out in blocks, none of which cuts a line}
   *
   * @param bytes figure that says how large they are
   */
  public CacheSpec within(String bytes) {
    return new CacheSpec(prefix, what, slices, bytes, writes);
  }

  /**
   * The same where writes come by: others have no write policy.
   *
   * @param own name of the policy that the family's hardware has
   * @return the same figures and the write policy
   */
  public CacheSpec written(String own) {
    return new CacheSpec(prefix, what, slices, block, own);
  }

  /** {@return what its figures begin with} */
  public String prefix() {
    return prefix;
  }

  @Override
  public void declare(SpecSchema.Builder keys) {
    String each = slices.isEmpty() ? "" : ", all slices of one together";
    keys.figure(prefix + "size", BYTES, "bytes of " + what + each, 64, 1L << 30)
        .powerOfTwo(prefix + "line", BYTES, "bytes that share a tag", 16, 256)
        .figure(prefix + "ways", COUNT, "associativity: lines of a set", 1, 127)
        .figure(prefix + "misses", COUNT, "lines or sectors outstanding" + slice(), 1, 1 << 16)
        .figure(
            prefix + "merges",
            COUNT,
            "accesses that may wait for an outstanding line or sector, on average",
            1,
            64)
        .policy(
            prefix + REPLACEMENT,
            "which line of a full set makes room",
            ReplacementPolicy.class,
            LeastRecentlyUsed.NAME)
        .figure(prefix + SEED, COUNT, "of the replacement 'random'", 0, Integer.MAX_VALUE)
        .usually(prefix + SEED, "1", "0", "65535");
    if (!writes.isEmpty()) {
      keys.policy(prefix + WRITE_POLICY, "what becomes of writes", WritePolicy.class, writes);
    }
    String[] shared = slices.isEmpty() ? new String[0] : new String[] {slices};
    keys.together(Constraint.wholeSets(prefix + "size", prefix + "line", prefix + "ways", shared));
    if (!block.isEmpty()) {
      keys.together(Constraint.atMost(prefix + "line", block).saying("no line beyond " + block));
    }
  }

  /** The figures of a compute unit's cache, beside those of every cache. */
  void declareFirstLevel(SpecSchema.Builder keys) {
    keys.figure(prefix + "latency", CYCLES, "load to use on a hit", 1, 1_000_000)
        .figure(prefix + "interval", CYCLES, "between two look-ups", 1, 64)
        .figure(prefix + "bandwidth", BYTES_PER_CYCLE, "data on hits", 1000, 1 << 20)
        .figure(
            prefix + "miss_latency",
            CYCLES,
            "from a look-up to the network, where it misses, writes or is an atomic",
            0,
            100_000)
        .figure(
            prefix + "return_latency",
            CYCLES,
            "from the arrival of a response to its data",
            0,
            100_000);
  }

  /** Checks the policy of a first level: it has no way to write back later. */
  void checkFirstLevel(CrossCheck together) {
    together.policy(
        prefix + WRITE_POLICY,
        WritePolicy.class,
        p -> !p.writesBack(),
        "a policy under which all writes go on: a first level cannot write back later");
  }

  /**
   * Checks the policy of a cache behind the network, where all units read.
   *
   * @param together the figures
   * @param prefix of the cache's
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
