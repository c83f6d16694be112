package io.lockstep.parts.cache;

import io.lockstep.parts.state.SavedPart;

/**
 * An instruction cache. A line that is missing comes from the level behind it after a fixed time,
 * with the next lines of the code; a wavefront that needs it waits for it. The least recently used
 * line of a set makes room.
 *
 * <p>Once it holds all lines of the running kernel it has nothing to do: {@link #warmFrom}. Not
 * thread-safe.
 */
public final class InstructionCache extends SavedPart implements CacheCounts {
  private static final int WORDS = 2; // of a line; in each set the most recently used line first
  private static final int LINE = 0; // its number, plus one
  private static final int READY = 1; // tick from which on it is there

  private static final int LATEST = 0; // when the last line that was fetched is there
  private static final int MISSING = 1; // lines of the running kernel that it does not hold
  private static final int LOOKUPS = 2;
  private static final int HITS = 3;
  private static final int EVICTIONS = 4;

  private final int shift;
  private final int sets;
  private final int stride;
  private final int ahead;
  private final long latency;
  private final long[] words;
  private final long[] at = state.scalars(5, LOOKUPS);
  private long first; // line of the running kernel
  private long end;

  /**
   * Creates an empty cache.
   *
   * @param config its sizes and the time of a miss
   */
  public InstructionCache(InstructionCacheConfig config) {
    shift = Long.numberOfTrailingZeros(config.lineBytes());
    sets = Math.toIntExact(config.bytes() / config.lineBytes() / config.ways());
    stride = config.ways() * WORDS;
    ahead = config.ahead();
    latency = config.missTicks();
    words = state.keep(new long[sets * stride]);
  }

  /** {@return the size of a line as a power of two} */
  public int lineShift() {
    return shift;
  }

  /**
   * A launch of a kernel begins; what the cache holds of other launches of it is still there.
   *
   * @param name the kernel's, which decides where its code lies
   * @param bytes of its code
   */
  public void begin(String name, int bytes) {
    first = (name.hashCode() & 0xFFFFFFL) << 8 >> shift; // code is aligned to 256 bytes
    end = first + (bytes + (1L << shift) - 1 >> shift);
    at[MISSING] = 0;
    for (long line = first; line < end; line++) {
      at[MISSING] += find(line) < 0 ? 1 : 0;
    }
  }

  /**
   * {@return the tick from which on every line of the running kernel is there, until the next
   * launch; the largest number while one is not even on its way}
   */
  public long warmFrom() {
    return at[MISSING] == 0 ? at[LATEST] : Long.MAX_VALUE;
  }

  /**
   * {@return the tick at which a line is there}
   *
   * @param number of the line in the running kernel's code
   * @param tick at which it is needed
   */
  public long fetch(int number, long tick) {
    long line = first + number;
    at[LOOKUPS]++;
    int place = find(line);
    long ready;
    if (place >= 0) {
      at[HITS]++;
      ready = Math.min(words[place + READY], tick + latency); // another wavefront may be ahead
      use(place, line, ready);
    } else {
      ready = tick + latency;
      insert(line, ready);
    }
    for (int k = 1; k <= ahead && line + k < end; k++) {
      if (find(line + k) < 0) {
        insert(line + k, tick + latency + k);
      }
    }
    return Math.max(tick, ready);
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
    at[MISSING] += (old >= first && old < end ? 1 : 0) - 1;
    at[LATEST] = Math.max(at[LATEST], ready);
    use(last, line, ready);
  }

  /** Puts a line before all others of its set; the place that it takes was at some index. */
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
