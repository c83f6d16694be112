package io.lockstep.parts.cache;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.Arrays;

/**
 * Storage of one or more caches of one geometry, side by side: a short head for each set, a word
 * for each line, and, from the first time that one is given, a tick for each line.
 *
 * <p>A line's word is its tag plus one, a bit that its tick may not have come yet, eight bits of
 * dirty and eight of valid sectors. Ticks lie apart: most look-ups find a line whose data has long
 * been there, and words of eight bytes fit twice as many into the host's caches. For the same
 * reason the lines that may have dirty sectors stand in a map of bits: a line that makes room need
 * not be read for it. All of it is made at the first use. Not thread-safe.
 */
final class CacheStorage {
  static final int TAG_SHIFT = 17;
  static final long UNDER_WAY = 1 << 16;
  static final int DIRTY_SHIFT = 8;
  static final long DIRTY = 0xFF00;

  private final int caches;
  final int sets;
  final int ways;
  final int signatures; // words of a head before the order of use
  final int headWords;

  long[] heads; // of each set: signatures, order of use
  long[] words; // of each cache's lines, way by way
  private long[] ticks; // at which lines have their data; null until one is given
  private long[] dirty; // a bit for each line

  CacheStorage(CacheConfig config, int caches) {
    this.caches = caches;
    sets = config.sets();
    ways = config.ways();
    signatures = Signatures.words(ways);
    headWords = signatures + LruOrder.words(ways);
  }

  /** Makes room for all lines. */
  void allocate() {
    int lines = Math.multiplyExact(caches, Math.multiplyExact(sets, ways));
    long[] all = new long[Math.multiplyExact(caches, Math.multiplyExact(sets, headWords))];
    for (int head = signatures; head < all.length; head += headWords) {
      LruOrder.start(all, head, ways);
    }
    words = new long[lines];
    dirty = new long[(lines >>> 6) + 1];
    heads = all;
  }

  /** Room for ticks: from now on some line's data is there later than the line. */
  long[] ticks() {
    if (ticks == null) {
      ticks = new long[words.length];
    }
    return ticks;
  }

  /** Where a set's head lies. */
  int head(int cache, int set) {
    return (cache * sets + set) * headWords;
  }

  /** Where a line lies. */
  int line(int cache, int set, int way) {
    return (cache * ways + way) * sets + set;
  }

  /** A line of a set that may have a tag, without a look at it, or -1. */
  int likely(int cache, int set, long tag) {
    long pattern = Signatures.pattern(tag);
    int head = head(cache, set);
    for (int k = 0; k < signatures; k++) {
      long match = Signatures.matches(heads[head + k], pattern);
      if (match != 0) {
        return line(cache, set, Signatures.way(k, match));
      }
    }
    return -1;
  }

  /** Reads the ticks of some lines ahead; any number. */
  long previewTicks(int[] lines, int n) {
    long sum = 0;
    for (int k = 0; k < n; k++) {
      sum += ticks[lines[k]];
    }
    return sum;
  }

  /** Whether a line may have dirty sectors. */
  boolean mayBeDirty(int line) {
    return (dirty[line >>> 6] >>> line & 1) != 0;
  }

  /** A line may have dirty sectors from now on. */
  void dirties(int line) {
    dirty[line >>> 6] |= 1L << line;
  }

  /** A line has no dirty sectors any more; answers which it had. */
  int cleans(int line) {
    dirty[line >>> 6] &= ~(1L << line);
    int mask = (int) (words[line] & DIRTY) >>> DIRTY_SHIFT;
    words[line] &= ~DIRTY;
    return mask;
  }

  /** Writes one cache. */
  void save(int cache, boolean timed, StateWriter out) {
    out.writeLongs(Arrays.copyOfRange(heads, head(cache, 0), head(cache + 1, 0)));
    out.writeLongs(Arrays.copyOfRange(words, line(cache, 0, 0), line(cache + 1, 0, 0)));
    out.writeBoolean(timed);
    if (timed) {
      out.writeLongs(Arrays.copyOfRange(ticks, line(cache, 0, 0), line(cache + 1, 0, 0)));
    }
  }

  /** Reads one cache; answers its ticks, or null if none were given. */
  long[] load(int cache, StateReader in) {
    put(in, heads, head(cache, 0), head(cache + 1, 0));
    int from = line(cache, 0, 0);
    int to = line(cache + 1, 0, 0);
    put(in, words, from, to);
    for (int line = from; line < to; line++) {
      dirties(line); // it may be
    }
    if (!in.readBoolean()) {
      return null;
    }
    put(in, ticks(), from, to);
    return ticks;
  }

  private static void put(StateReader in, long[] into, int from, int to) {
    long[] saved = in.readLongs();
    in.expect("length of a cache's part", to - from, saved.length);
    System.arraycopy(saved, 0, into, from, saved.length);
  }

  /** Drops all lines of one cache; the order of use stays. */
  void drop(int cache) {
    for (int head = head(cache, 0); head < head(cache + 1, 0); head += headWords) {
      Arrays.fill(heads, head, head + signatures, 0);
    }
    Arrays.fill(words, line(cache, 0, 0), line(cache + 1, 0, 0), 0);
    if (ticks != null) {
      Arrays.fill(ticks, line(cache, 0, 0), line(cache + 1, 0, 0), 0);
    }
  }

  /** Makes one cache as it was before its first use. */
  void clear(int cache) {
    if (heads != null) {
      drop(cache);
      for (int set = 0; set < sets; set++) {
        int order = head(cache, set) + signatures;
        Arrays.fill(heads, order, head(cache, set + 1), 0);
        LruOrder.start(heads, order, ways);
      }
    }
  }
}
