// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.counters.CountingPart;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * An instruction cache with exact LRU. A missing line arrives from the next level after a fixed
 * time, followed by prefetched lines; the wavefront that needs it waits.
 *
 * <p>Once the cache holds all lines of the running kernel, no look-ups are needed: {@link
 * #warmFrom}. Until then a bit for each of its lines says whether it is held: what is prefetched is
 * usually there, and is not searched. Not thread-safe.
 */
public final class InstructionCache extends CountingPart implements CacheCounts {
  private static final int WORDS = 2; // per line; the most recently used line of a set comes first
  private static final int LINE = 0; // line number plus one
  private static final int READY = 1; // first tick at which the line is available

  private static final int LATEST = 0; // tick at which the last fetched line is available
  private static final int MISSING = 1; // lines of the running kernel that are not in the cache
  private static final int LOOKUPS = 2;
  private static final int HITS = 3;
  private static final int EVICTIONS = 4;

  private final int shift;
  private final int sets;
  private final int stride;
  private final int ahead;
  private final long latency;
  private final InstructionCache behind; // null if the next level holds all code
  private final long[] words;
  private final long[] at = own.scalars(5, LOOKUPS);
  private final BitSet held = new BitSet(); // by number of a line of the running kernel
  private final Map<String, BitSet> fetched =
      new HashMap<>(); // fetched lines by kernel; never iterated
  private BitSet ever = new BitSet(); // the current kernel's lines that were ever fetched
  private long first; // first line of the running kernel
  private long end;

  /**
   * Creates an empty cache.
   *
   * @param config sizes and miss latency
   */
  public InstructionCache(InstructionCacheConfig config) {
    this(config, null);
  }

  /**
   * Creates an empty cache in front of another one, which other caches may share. Its owner keeps
   * the state of the other one.
   *
   * @param config sizes and the latency of a line that the other cache holds
   * @param behind the other cache; this one announces each kernel to it
   */
  public InstructionCache(InstructionCacheConfig config, InstructionCache behind) {
    this.behind = behind;
    shift = Long.numberOfTrailingZeros(config.lineBytes());
    sets = Math.toIntExact(config.bytes() / config.lineBytes() / config.ways());
    stride = config.ways() * WORDS;
    ahead = config.ahead();
    latency = config.missTicks();
    words = new long[sets * stride];
  }

  /** {@return the log2 of the line size in bytes} */
  public int lineShift() {
    return shift;
  }

  /**
   * Begins a launch of a kernel; lines from earlier launches stay in the cache.
   *
   * @param name name of the kernel, which determines the address of its code
   * @param bytes size of its code
   */
  public void begin(String name, int bytes) {
    if (behind != null) {
      behind.begin(name, bytes);
    }
    first = (name.hashCode() & 0xFFFFFFL) << 8 >> shift; // code is aligned to 256 bytes
    end = first + (bytes + (1L << shift) - 1 >> shift);
    ever = fetched.computeIfAbsent(name, any -> new BitSet());
    findHeld();
    at[MISSING] = end - first - held.cardinality();
  }

  private void findHeld() {
    held.clear();
    for (long line = first; line < end; line++) {
      held.set((int) (line - first), find(line) >= 0);
    }
  }

  /**
   * {@return the first tick at which every line of the running kernel is available; {@link
   * Long#MAX_VALUE} if some line has not been requested}
   */
  public long warmFrom() {
    return at[MISSING] == 0 ? at[LATEST] : Long.MAX_VALUE;
  }

  /**
   * {@return the tick at which a line is available}
   *
   * @param number index of the line within the running kernel's code
   * @param tick tick at which the line is needed
   */
  public long fetch(int number, long tick) {
    long line = first + number;
    at[LOOKUPS]++;
    long ready;
    if (held.get(number)) {
      int place = find(line);
      at[HITS]++;
      ready =
          Math.min(
              words[place + READY],
              tick + latency); // another wavefront may have fetched the line at a later tick
      use(place, line, ready);
    } else {
      ready = next(number, tick);
      ever.set(number);
      insert(line, ready);
    }
    int last = (int) Math.min(number + ahead, end - first - 1);
    for (int n = held.nextClearBit(number + 1); n <= last; n = held.nextClearBit(n + 1)) {
      ever.set(n);
      insert(first + n, next(n, tick) + n - number);
    }
    return Math.max(tick, ready);
  }

  /**
   * Holds the lines that earlier launches of the current kernel have fetched, as if they had just
   * been fetched; all of its lines if this cache has fetched none.
   */
  public void warm() {
    if (behind != null) {
      behind.warm();
    }
    for (long line = first; line < end; line++) {
      int place = find(line);
      if (!ever.isEmpty() && !ever.get((int) (line - first))) {
        continue;
      }
      if (place >= 0) {
        use(place, line, words[place + READY]);
      } else {
        insert(line, 0);
      }
    }
  }

  /** Returns the tick at which the next level delivers a line. */
  private long next(int number, long tick) {
    return behind == null
        ? tick + latency
        : behind.fetch((int) ((long) number << shift >> behind.shift), tick) + latency;
  }

  private int set(long line) {
    return (int) (line % sets) * stride;
  }

  private int find(long line) {
    int from = set(line);
    for (int place = from; place < from + stride; place += WORDS) {
      if (words[place + LINE] == line + 1) {
        return place;
      }
    }
    return -1;
  }

  private void insert(long line, long ready) {
    int last = set(line) + stride - WORDS;
    long old = words[last + LINE] - 1;
    at[EVICTIONS] += old < 0 ? 0 : 1;
    if (old >= first && old < end) {
      held.clear((int) (old - first));
      at[MISSING]++;
    }
    held.set((int) (line - first));
    at[MISSING]--;
    at[LATEST] = Math.max(at[LATEST], ready);
    use(last, line, ready);
  }

  /** Moves a line to the front of its set; the entry at {@code place} is overwritten. */
  private void use(int place, long line, long ready) {
    int from = set(line);
    System.arraycopy(words, from, words, from + WORDS, place - from);
    words[from + LINE] = line + 1;
    words[from + READY] = ready;
  }

  @Override
  public long lookups() {
    return at[LOOKUPS];
  }

  @Override
  public long hits() {
    return at[HITS];
  }

  @Override
  public long evictions() {
    return at[EVICTIONS];
  }
}
