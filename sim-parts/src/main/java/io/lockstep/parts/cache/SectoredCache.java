package io.lockstep.parts.cache;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/**
 * Tags of a set-associative cache whose lines are divided into sectors; replacement is exact LRU,
 * unless its configuration names another policy.
 *
 * <p>It holds no data, and no time of its own: a line may carry the tick at which its data is there
 * ({@link #ready}), for parts that know it in advance. All storage is allocated at the first fill
 * or write, so a cache that is never used costs nothing. Not thread-safe.
 *
 * <p>Large caches do not fit the host's own, so a look-up should touch few of its lines. Each set
 * has a short head: signatures of seven bits by way, eight to a word, and the order of use. A
 * look-up compares signatures eight at a time and reads only the lines that match; heads are a
 * tenth of all. Lines are stored way by way: kernels that stream go through neighbouring sets and
 * replace the same way of each, so that what they touch lies side by side. Tags are stored plus
 * one, so that storage fresh from the host is empty.
 */
public final class SectoredCache extends SavedPart implements CacheCounts {
  /** The line is held with every sector asked for. */
  public static final int HIT = 0;

  /** The line is held, some sector is not. */
  public static final int SECTOR_MISS = 1;

  /** The line is not held. */
  public static final int MISS = 2;

  private static final long NOWHERE = -1;

  private final CacheConfig config;
  private final SetMapping mapping;
  private final Eviction eviction;
  private final int lineShift;
  private final int inLine; // mask of the bytes of a line
  private final int sectorShift;
  private final int sets;
  private final int ways;
  private final boolean writeBack;
  private final Writes writes;
  private ReplacementRule other; // made with the storage; null: exact LRU, in the heads

  // A line's word: its tag plus one, then eight bits of dirty, eight of valid sectors.
  private static final int TAG_SHIFT = 16;
  private static final int DIRTY_SHIFT = 8;
  private static final long DIRTY = 0xFF00;
  private final int signatures;
  private final int headWords;
  private long[] heads; // of each set: signatures, order of use
  private long[] words; // of each line, way by way
  private int timed; // 1 where a line's word is followed by the tick at which its data is there

  private static final int LOOKUPS = 0;
  private static final int HITS = 1;
  private static final int EVICTIONS = 2;
  private final long[] count = state.counters(3);
  private int last = -1;

  // What the last searches came to: lines are looked up in bursts.
  private boolean held;
  private int found;
  private long foundTag = NOWHERE;
  private int foundWay;
  private int foundSet;
  private long absent = NOWHERE;
  private int absentSet;

  /**
   * @param config geometry and policy
   * @param eviction receives dirty sectors; null where the policy knows none
   */
  public SectoredCache(CacheConfig config, Eviction eviction) {
    this.config = config;
    this.eviction = eviction;
    mapping = config.mapping();
    lineShift = Integer.numberOfTrailingZeros(config.lineBytes());
    inLine = config.lineBytes() - 1;
    sectorShift = Integer.numberOfTrailingZeros(config.sectorBytes());
    sets = config.sets();
    ways = config.ways();
    signatures = Signatures.words(ways);
    headWords = signatures + LruOrder.words(ways);
    writeBack = config.policy().writesBack();
    writes = state.keep(new Writes(config.policy(), sets));
    if (writeBack && eviction == null) {
      throw new IllegalArgumentException("a write-back cache needs somewhere to write back to");
    }
  }

  /** {@return geometry and policy} */
  public CacheConfig config() {
    return config;
  }

  /** Makes room for all lines; behind a write-back cache something is always on its way. */
  private void allocate(boolean withTicks) {
    timed = withTicks || writeBack ? 1 : 0;
    heads = new long[Math.multiplyExact(sets, headWords)];
    words = new long[Math.multiplyExact(sets, ways << timed)];
    other = config.rule();
    for (int set = 0; set < sets; set++) {
      LruOrder.start(heads, set * headWords + signatures, ways);
    }
  }

  /** Where a line's word lies. */
  private int line(int set, int way) {
    return way * sets + set << timed;
  }

  /** Makes room for ticks: from now on some line's data is there later than the line. */
  private void time() {
    long[] wider = new long[Math.multiplyExact(2, words.length)];
    for (int line = 0; line < words.length; line++) {
      wider[2 * line] = words[line];
    }
    words = wider;
    timed = 1;
    foundTag = NOWHERE;
    last = last < 0 ? last : 2 * last;
  }

  /**
   * Looks up bytes of one line, counts it, and makes a held line the most recently used.
   *
   * @param address first byte
   * @param bytes at least 1, not beyond the line
   * @return {@link #HIT}, {@link #SECTOR_MISS} or {@link #MISS}
   */
  public int read(long address, int bytes) {
    count[LOOKUPS]++;
    int line = find(address);
    last = line;
    if (line < 0) {
      return MISS;
    }
    touch();
    long wanted = touched(address, bytes);
    if ((words[line] & wanted) == wanted) {
      count[HITS]++;
      return HIT;
    }
    return SECTOR_MISS;
  }

  /** {@return tick at which the line of the last {@link #read} has, or will have, its data} */
  public long ready() {
    return last < 0 || timed == 0 ? 0 : words[last + 1];
  }

  /**
   * {@return whether all bytes are held; counts nothing, changes nothing}
   *
   * @param address first byte
   * @param bytes inside one line
   */
  public boolean holds(long address, int bytes) {
    int line = find(address);
    long wanted = touched(address, bytes);
    return line >= 0 && (words[line] & wanted) == wanted;
  }

  /**
   * Reads the head of an address's set and changes nothing, so that the host has it near when the
   * address is looked up. The host fetches what several of these want at the same time; look-ups
   * wait for each other.
   *
   * @param address any byte
   * @return any number: for the caller to use somehow, or the reading would be left out
   */
  public long previewSet(long address) {
    return words == null ? 0 : heads[mapping.set(address, sets) * headWords];
  }

  /**
   * The same for the line, where the set's head is near already.
   *
   * @param address any byte
   * @return 0 where the line is not held; else any number
   */
  public long previewLine(long address) {
    if (words == null) {
      return 0;
    }
    int set = mapping.set(address, sets);
    long pattern = Signatures.pattern(address >>> lineShift);
    for (int k = 0; k < signatures; k++) {
      long match = Signatures.matches(heads[set * headWords + k], pattern);
      if (match != 0) {
        return 1 | words[line(set, Signatures.way(k, match))];
      }
    }
    return 0;
  }

  /**
   * Brings bytes of one line in, evicting the least recently used line where the set is full.
   *
   * @param address first byte
   * @param bytes at least 1, not beyond the line; whole sectors become valid
   * @param readyTick when the data is there; 0 for at once
   */
  public void fill(long address, int bytes, long readyTick) {
    if (readyTick > 0 && timed == 0) {
      if (words == null) {
        allocate(true);
      } else {
        time();
      }
    }
    int line = place(address);
    words[line] |= touched(address, bytes);
    if (readyTick > 0) {
      words[line + 1] = held ? Math.max(words[line + 1], readyTick) : readyTick;
    }
  }

  /**
   * A write by the cache's policy.
   *
   * @param address first byte
   * @param bytes at least 1, not beyond the line
   * @return whether it stays here; else it goes on to the next level
   */
  public boolean write(long address, int bytes) {
    WriteAction action =
        writes.isOne()
            ? writes.action(0, true, true)
            : writes.action(
                mapping.set(address, sets),
                find(address) >= 0,
                touched(address, bytes) == covered(address, bytes));
    boolean keeps = action == WriteAction.KEEP;
    if (keeps || action == WriteAction.ALLOCATE && covered(address, bytes) != 0) {
      int line = place(address);
      long dirty = keeps ? touched(address, bytes) << DIRTY_SHIFT : 0;
      words[line] |= dirty | covered(address, bytes);
    } else if (action == WriteAction.DROP) {
      invalidate(address, bytes);
    } else if (action != WriteAction.PASS && find(address) >= 0) {
      touch();
    }
    return keeps;
  }

  /** Drops everything; dirty sectors are written back first. */
  public void invalidate() {
    if (words == null) {
      return;
    }
    clean();
    absent = NOWHERE;
    foundTag = NOWHERE;
    for (int head = 0; head < heads.length; head += headWords) {
      Arrays.fill(heads, head, head + signatures, 0);
    }
    Arrays.fill(words, 0);
  }

  /**
   * Drops what is held of some bytes of one line; nothing is written back.
   *
   * @param address first byte
   * @param bytes inside one line; sectors that they touch are dropped as a whole
   */
  public void invalidate(long address, int bytes) {
    int line = find(address);
    if (line >= 0) {
      long gone = touched(address, bytes);
      words[line] &= ~(gone << DIRTY_SHIFT | gone);
    }
  }

  /** Writes all dirty sectors back and keeps the lines. */
  public void clean() {
    if (words == null || !writeBack) {
      return;
    }
    for (int set = 0; set < sets; set++) {
      for (int way = 0; way < ways; way++) {
        int line = line(set, way);
        if ((words[line] & DIRTY) != 0) {
          writeBack(line);
        }
      }
    }
  }

  /** The line's place: where it is held, or where the least recently used one was. */
  private int place(long address) {
    if (words == null) {
      allocate(false);
    }
    int line = find(address);
    held = line >= 0;
    if (!held) {
      int set = absentSet;
      int way = Signatures.empty(heads, set * headWords, ways);
      if (way >= 0) {
        line = line(set, way); // nothing to be read of it: it may be far from the host's caches
      } else {
        way = victim(set);
        line = line(set, way);
        count[EVICTIONS]++;
        if (writeBack && (words[line] & DIRTY) != 0) {
          writeBack(line);
        }
      }
      long tag = address >>> lineShift;
      words[line] = tag + 1 << TAG_SHIFT;
      if (timed != 0) {
        words[line + 1] = 0;
      }
      Signatures.put(heads, set * headWords, way, tag);
      absent = NOWHERE;
      found = line;
      foundTag = tag;
      foundWay = way;
      foundSet = set;
      if (other != null) {
        other.filled(set, way);
      }
    }
    touch();
    return line;
  }

  private void writeBack(int line) {
    int mask = (int) (words[line] & DIRTY) >>> DIRTY_SHIFT;
    long base = (words[line] >>> TAG_SHIFT) - 1 << lineShift;
    words[line] &= ~DIRTY;
    Sectors.writeBack(mask, base, sectorShift, eviction);
  }

  /** The line's entry, its way and set noted; or -1, the set noted. */
  private int find(long address) {
    if (words == null) {
      return -1;
    }
    long tag = address >>> lineShift;
    if (tag == foundTag) {
      return found;
    }
    if (tag == absent) {
      return -1;
    }
    int set = mapping.set(address, sets);
    long pattern = Signatures.pattern(tag);
    for (int k = 0; k < signatures; k++) {
      long match = Signatures.matches(heads[set * headWords + k], pattern);
      for (; match != 0; match &= match - 1) {
        int way = Signatures.way(k, match);
        int line = line(set, way);
        if (words[line] >>> TAG_SHIFT == tag + 1) {
          found = line;
          foundTag = tag;
          foundWay = way;
          foundSet = set;
          return line;
        }
      }
    }
    absent = tag;
    absentSet = set;
    return -1;
  }

  /** The way of a full set that makes room next. */
  private int victim(int set) {
    if (other == null) {
      return LruOrder.last(heads, set * headWords + signatures, ways);
    }
    int way = other.victim(set);
    if (way < 0 || way >= ways) {
      throw new IllegalStateException(
          other.getClass().getName() + " chose way " + way + " of " + ways);
    }
    return way;
  }

  /** Makes the way found last the most recently used. */
  private void touch() {
    if (other != null) {
      other.used(foundSet, foundWay);
      return;
    }
    LruOrder.touch(heads, foundSet * headWords + signatures, ways, foundWay);
  }

  private long touched(long address, int bytes) {
    return Sectors.touched((int) address & inLine, bytes, sectorShift);
  }

  private long covered(long address, int bytes) {
    return Sectors.covered((int) address & inLine, bytes, sectorShift);
  }

  @Override
  public long lookups() {
    return count[LOOKUPS];
  }

  @Override
  public long hits() {
    return count[HITS];
  }

  @Override
  public long evictions() {
    return count[EVICTIONS];
  }

  @Override
  public void save(StateWriter out) {
    super.save(out);
    out.writeInt(last);
    out.writeInt(words == null ? -1 : timed);
    if (words != null) {
      out.writeLongs(heads);
      out.writeLongs(words);
      if (other != null) {
        other.state().save(out);
      }
    }
  }

  @Override
  public void load(StateReader in) {
    super.load(in);
    last = in.readInt();
    absent = NOWHERE;
    foundTag = NOWHERE;
    int ticks = in.readInt();
    timed = 0;
    words = null;
    if (ticks >= 0) {
      allocate(ticks != 0);
      in.readInto(heads);
      in.readInto(words);
      if (other != null) {
        other.state().load(in);
      }
    }
  }
}
