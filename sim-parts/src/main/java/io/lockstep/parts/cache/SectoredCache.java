// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.cache.policy.LruOrder;
import io.lockstep.parts.cache.policy.ReplacementRule;
import io.lockstep.parts.cache.policy.WriteAction;
import io.lockstep.parts.counters.CountingPart;
import java.util.function.LongPredicate;

/**
 * Tags of a set-associative cache with sectored lines; replacement is exact LRU unless its
 * configuration names another policy.
 *
 * <p>It holds no data and models no latency; a line may carry the tick at which its data is
 * available ({@link #ready}). Storage is allocated at the first fill or write, so an unused cache
 * costs nothing. Not thread-safe.
 *
 * <p>The tags of large caches exceed the host's caches, so a look-up should touch few host cache
 * lines. Each set has a short head: a byte per way with a 7-bit signature of the tag, and the LRU
 * order. A look-up compares eight signatures at a time and reads only the words of matching lines.
 * {@link CacheStorage} defines the layout. Lines are stored way by way, because streaming kernels
 * go through neighbouring sets and replace the same way of each. Tags are stored plus one, so that
 * zeroed storage is empty.
 */
public final class SectoredCache extends CountingPart implements CacheCounts {
  /** The line is held with all requested sectors. */
  public static final int HIT = 0;

  /** The line is held, but some requested sector is not. */
  public static final int SECTOR_MISS = 1;

  /** The line is not held. */
  public static final int MISS = 2;

  private static final long NOWHERE = -1;

  private final CacheConfig config;
  private final SetMapping mapping;
  private final Eviction eviction;
  private final int lineShift;
  private final int inLine; // mask of a byte offset in a line
  private final int sectorShift;
  private final int sets;
  private final int ways;
  private int limit; // ways in use
  private final boolean writeBack;
  private final Writes writes;
  private final CacheStorage storage;
  private final int headWords; // copied from the storage to save an indirection
  private final int signatures;
  private LongPredicate first; // addresses of the lines that are evicted first; null for none
  private ReplacementRule
      other; // created with the storage; null for exact LRU, which is kept in the heads

  // Arrays of the storage, null before the first use; ticks is null until a tick is set.
  private long[] heads;
  private long[] words;
  private long[] ticks;

  private static final int LOOKUPS = 0;
  private static final int HITS = 1;
  private static final int EVICTIONS = 2;
  private final long[] count = own.counters(3);
  private int last = -1;
  private boolean empty; // since it was invalidated; may be false of an empty cache

  // Results of the last searches, reused because consecutive look-ups often concern one line.
  private boolean held;
  private int found;
  private long foundTag = NOWHERE;
  private int foundWay;
  private int foundSet;
  private long absent = NOWHERE;
  private int absentSet;

  /**
   * Creates an empty cache.
   *
   * @param config geometry and policy
   * @param eviction receives dirty sectors; null if the policy never has any
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
    limit = ways;
    storage = new CacheStorage(config);
    headWords = storage.headWords;
    signatures = storage.signatures;
    writeBack = config.policy().writesBack();
    writes = new Writes(config.policy(), sets);
    if (writeBack && eviction == null) {
      throw new IllegalArgumentException("a write-back cache needs somewhere to write back to");
    }
  }

  /**
   * Evicts some lines before others, the least recently used of them first. A replacement policy
   * other than exact LRU ignores them.
   *
   * @param lines accepts the addresses of these lines
   */
  public void evictFirst(LongPredicate lines) {
    first = lines;
  }

  /** {@return the configuration of the cache} */
  public CacheConfig config() {
    return config;
  }

  private void allocate() {
    storage.allocate();
    heads = storage.heads;
    words = storage.words;
    other = config.rule(limit);
  }

  /**
   * Looks up bytes of one line, counts their sectors, and makes a held line the most recently used.
   *
   * @param address first byte
   * @param bytes number of bytes, at least 1, not beyond the line
   * @return {@link #HIT}, {@link #SECTOR_MISS} or {@link #MISS}
   */
  public int read(long address, int bytes) {
    long wanted = touched(address, bytes);
    count[LOOKUPS] += Long.bitCount(wanted);
    int line = find(address);
    last = line;
    if (line < 0) {
      return MISS;
    }
    touch();
    long there = words[line] & wanted;
    count[HITS] += Long.bitCount(there);
    return there == wanted ? HIT : SECTOR_MISS;
  }

  /**
   * {@return whether all bytes of one line are held, which makes it the most recently used} Does
   * the same as {@link #read}, but counts nothing, for accesses that are left out.
   *
   * @param address first byte
   * @param bytes number of bytes, at least 1, not beyond the line
   */
  public boolean touch(long address, int bytes) {
    boolean there = holds(address, bytes);
    if (find(address) >= 0) {
      touch();
    }
    return there;
  }

  /**
   * Counts a missing sector of a look-up as a hit, because an earlier look-up fetches it already.
   */
  public void joins() {
    count[HITS]++;
  }

  /**
   * Counts the sectors of an access that goes on to the next level whatever the cache holds: a
   * write, an atomic, or a read that bypasses it. A cache that such accesses pass by counts none.
   *
   * @param address first byte
   * @param bytes number of bytes, at least 1, not beyond the line
   */
  public void passes(long address, int bytes) {
    if (!writes.passBy()) {
      count[LOOKUPS] += Long.bitCount(touched(address, bytes));
    }
  }

  /** {@return the tick at which the last line read is available; 0 if it was not held} */
  public long ready() {
    return last < 0 || ticks == null ? 0 : ticks[last];
  }

  /**
   * Does the same as {@link #ready()}, but faster for lines whose data has long been available.
   *
   * @param now the current tick, which never decreases
   * @return {@link #ready()}; may be 0 if that tick is before {@code now}
   */
  public long ready(long now) {
    if (last < 0 || (words[last] & CacheStorage.UNDER_WAY) == 0) {
      return 0;
    }
    long tick = ticks[last];
    if (tick < now) {
      words[last] &= ~CacheStorage.UNDER_WAY;
    }
    return tick;
  }

  /**
   * {@return whether all bytes are held} Counts no look-up and does not affect replacement.
   *
   * @param address first byte
   * @param bytes number of bytes, within one line
   */
  public boolean holds(long address, int bytes) {
    int line = find(address);
    long wanted = touched(address, bytes);
    return line >= 0 && (words[line] & wanted) == wanted;
  }

  /**
   * Fills bytes of one line, evicting a line if the set is full.
   *
   * @param address first byte
   * @param bytes number of bytes, at least 1, not beyond the line; whole sectors become valid
   * @param readyTick tick at which the data is available; 0 if it is available at once
   */
  public void fill(long address, int bytes, long readyTick) {
    long bits = touched(address, bytes);
    if (readyTick <= 0) {
      place(address, bits);
      return;
    }
    int line = place(address, bits | CacheStorage.UNDER_WAY);
    if (ticks == null) {
      ticks = storage.ticks();
    }
    ticks[line] = held ? Math.max(ticks[line], readyTick) : readyTick;
  }

  /**
   * Writes bytes of one line according to the cache's write policy.
   *
   * @param address first byte
   * @param bytes number of bytes, at least 1, not beyond the line
   * @return whether the cache keeps the write; otherwise the write goes to the next level
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
      long dirty = keeps ? touched(address, bytes) << CacheStorage.DIRTY_SHIFT : 0;
      int line = place(address, dirty | covered(address, bytes));
      if (keeps) {
        storage.dirties(line);
      }
    } else if (action == WriteAction.DROP) {
      invalidate(address, bytes);
    } else if (action != WriteAction.PASS && find(address) >= 0) {
      touch();
    }
    return keeps;
  }

  /** Writes all dirty sectors back and invalidates all lines. */
  public void invalidate() {
    if (words == null || empty) {
      return; // polls may empty it in every round
    }
    clean();
    empty = true;
    absent = NOWHERE;
    foundTag = NOWHERE;
    storage.drop();
  }

  /**
   * Empties the cache and lets it use only some of its ways, for a cache that shares its memory.
   *
   * @param to number of ways in use, at least 1
   */
  public void limit(int to) {
    if (to < 1 || to > ways) {
      throw new IllegalArgumentException(to + " of " + ways + " ways");
    }
    boolean changes = to != limit;
    limit = to;
    if (changes && words != null) {
      invalidate();
      allocate(); // restarts the order: ways that are not in use stay last
      ticks = null;
    }
  }

  /**
   * Invalidates the sectors of some bytes of one line without writing them back.
   *
   * @param address first byte
   * @param bytes number of bytes, within one line; partially covered sectors are invalidated, too
   */
  public void invalidate(long address, int bytes) {
    int line = find(address);
    if (line >= 0) {
      long gone = touched(address, bytes);
      words[line] &= ~(gone << CacheStorage.DIRTY_SHIFT | gone);
    }
  }

  /**
   * {@return the first line with dirty sectors at or after a position, or -1}
   *
   * @param from position of a line, from 0
   */
  public int nextDirty(int from) {
    return words == null || !writeBack ? -1 : storage.nextDirty(from);
  }

  /**
   * {@return the address of a held line}
   *
   * @param line position returned by {@link #nextDirty}
   */
  public long addressOf(int line) {
    return (words[line] >>> CacheStorage.TAG_SHIFT) - 1 << lineShift;
  }

  /**
   * Writes the dirty sectors of a line back; the line stays valid.
   *
   * @param line position returned by {@link #nextDirty}
   */
  public void clean(int line) {
    writeBack(line);
  }

  /** Writes all dirty sectors back; the lines stay valid. */
  public void clean() {
    if (words == null || !writeBack) {
      return;
    }
    for (int set = 0; set < sets; set++) {
      for (int way = 0; way < ways; way++) {
        int line = line(set, way);
        if (storage.mayBeDirty(line)) {
          writeBack(line);
        }
      }
    }
  }

  /** Sets bits in the word of a line, which is allocated if absent. Returns its position. */
  private int place(long address, long bits) {
    if (words == null) {
      allocate();
    }
    empty = false;
    int line = find(address);
    held = line >= 0;
    if (held) {
      words[line] |= bits;
    } else {
      int set = absentSet;
      int way = Signatures.empty(heads, head(set), limit);
      if (way >= 0) {
        line = line(set, way);
      } else {
        way = victim(set);
        line = line(set, way);
        count[EVICTIONS]++;
        if (writeBack && storage.mayBeDirty(line)) {
          writeBack(line);
        }
      }
      long tag = address >>> lineShift;
      // The old word is not read: it may be outside of the host's caches.
      words[line] = tag + 1 << CacheStorage.TAG_SHIFT | bits;
      if (ticks != null && (bits & CacheStorage.UNDER_WAY) == 0) {
        ticks[line] = 0; // otherwise the caller sets the tick
      }
      Signatures.put(heads, head(set), way, tag);
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
    long base = addressOf(line);
    Sectors.writeBack(storage.cleans(line), base, sectorShift, eviction);
  }

  private int line(int set, int way) {
    return way * sets + set;
  }

  /** Stores the line's set, and its way if it is held. Returns its position, or -1. */
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
    int head = head(set);
    for (int k = 0; k < signatures; k++) {
      long match = Signatures.matches(heads[head + k], pattern);
      for (; match != 0; match &= match - 1) {
        int way = Signatures.way(k, match);
        int line = line(set, way);
        if (words[line] >>> CacheStorage.TAG_SHIFT == tag + 1) {
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

  private int victim(int set) {
    if (other == null) {
      for (int place = limit - 1; first != null && place >= 0; place--) {
        int way = LruOrder.way(heads, order(set), ways, place);
        if (first.test(addressOf(line(set, way)))) {
          return way;
        }
      }
      return LruOrder.way(heads, order(set), ways, limit - 1);
    }
    int way = other.victim(set);
    if (way < 0 || way >= limit) {
      throw new IllegalStateException(
          other.getClass().getName() + " chose way " + way + " of " + limit);
    }
    return way;
  }

  private void touch() {
    if (other != null) {
      other.used(foundSet, foundWay);
      return;
    }
    LruOrder.touch(heads, order(foundSet), ways, foundWay);
  }

  private int head(int set) {
    return set * headWords;
  }

  private int order(int set) {
    return head(set) + signatures;
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
}
