package io.lockstep.parts.cache;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.Arrays;

/**
 * Storage of a cache: a short head for each set, a word for each line, and, from the first time
 * that one is given, a tick for each line.
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

  final int sets;
  final int ways;
  final int signatures; // words of a head before the order of use
  final int headWords;

  long[] heads; // of each set: signatures, order of use
  long[] words; // of each cache's lines, way by way
  private long[] ticks; // at which lines have their data; null until one is given
  private long[] dirty; // a bit for each line

  CacheStorage(CacheConfig config) {
    sets = config.sets();
    ways = config.ways();
    signatures = Signatures.words(ways);
    headWords = signatures + LruOrder.words(ways);
  }

  /** Makes room for all lines. */
  void allocate() {
    int lines = Math.multiplyExact(sets, ways);
    long[] all = new long[Math.multiplyExact(sets, headWords)];
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

  /** Whether a line may have dirty sectors. */
  boolean mayBeDirty(int line) {
    return (dirty[line >>> 6] >>> line & 1) != 0;
  }

  /** The first line from one on that has dirty sectors, or -1. */
  int nextDirty(int from) {
    for (int line = nextMarked(from); line >= 0; line = nextMarked(line + 1)) {
      if ((words[line] & DIRTY) != 0) {
        return line;
      }
    }
    return -1;
  }

  private int nextMarked(int from) {
    int word = from >>> 6;
    if (word >= dirty.length) {
      return -1;
    }
    long left = dirty[word] & -1L << from;
    while (left == 0) {
      if (++word == dirty.length) {
        return -1;
      }
      left = dirty[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(left);
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

  void save(boolean timed, StateWriter out) {
    out.writeLongs(heads);
    out.writeLongs(words);
    out.writeBoolean(timed);
    if (timed) {
      out.writeLongs(ticks);
    }
  }

  /** Reads what was saved; answers its ticks, or null if none were given. */
  long[] load(StateReader in) {
    in.readInto(heads);
    in.readInto(words);
    Arrays.fill(dirty, 0);
    for (int line = 0; line < words.length; line++) {
      if ((words[line] & DIRTY) != 0) {
        dirties(line);
      }
    }
    if (!in.readBoolean()) {
      return null;
    }
    in.readInto(ticks());
    return ticks;
  }

  /** Drops all lines; the order of use stays. */
  void drop() {
    for (int head = 0; head < heads.length; head += headWords) {
      Arrays.fill(heads, head, head + signatures, 0);
    }
    Arrays.fill(words, 0);
    if (ticks != null) {
      Arrays.fill(ticks, 0);
    }
  }

  /** Is as before its first use. */
  void clear() {
    heads = null;
    words = null;
    ticks = null;
    dirty = null;
  }
}
