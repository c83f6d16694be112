package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

/**
 * Tags of a set-associative cache whose lines are divided into sectors; replacement is exact LRU.
 *
 * <p>It holds no data, and no time of its own: a line may carry the tick at which its data is there
 * ({@link #ready}), for parts that know it in advance. All storage is allocated at the first fill
 * or write, so a cache that is never used costs nothing. Not thread-safe.
 */
public final class SectoredCache implements Stateful {
  /** The line is held with every sector asked for. */
  public static final int HIT = 0;

  /** The line is held, some sector is not. */
  public static final int SECTOR_MISS = 1;

  /** The line is not held. */
  public static final int MISS = 2;

  /** Receives dirty sectors that leave the cache. */
  @FunctionalInterface
  public interface Eviction {
    /**
     * A dirty run of sectors.
     *
     * @param address first byte
     * @param bytes a whole number of sectors
     */
    void writeBack(long address, int bytes);
  }

  private static final long EMPTY = -1;

  private final CacheConfig config;
  private final SetMapping mapping;
  private final Eviction eviction;
  private final int lineShift;
  private final int sectorShift;
  private final int sets;
  private final int ways;
  private final boolean writeBack;

  private long[] tags;
  private int[] valid;
  private int[] dirty;
  private long[] ready;
  private byte[] rank;

  private long lookups;
  private long hits;
  private long sectorMisses;
  private long evictions;
  private long writes;
  private long writeBackBytes;
  private int last = -1;

  // What the last searches came to, checked before it is believed: lines are looked up in bursts.
  private int found;
  private long absent = EMPTY;

  /**
   * @param config geometry and policy
   * @param eviction receives dirty sectors; null where the policy knows none
   */
  public SectoredCache(CacheConfig config, Eviction eviction) {
    this.config = config;
    this.eviction = eviction;
    mapping = config.mapping();
    lineShift = Integer.numberOfTrailingZeros(config.lineBytes());
    sectorShift = Integer.numberOfTrailingZeros(config.sectorBytes());
    sets = config.sets();
    ways = config.ways();
    writeBack = config.policy() == WritePolicy.WRITE_BACK;
    if (writeBack && eviction == null) {
      throw new IllegalArgumentException("a write-back cache needs somewhere to write back to");
    }
  }

  /** Geometry and policy. */
  public CacheConfig config() {
    return config;
  }

  private void allocate() {
    int lines = sets * ways;
    tags = new long[lines];
    Arrays.fill(tags, EMPTY);
    valid = new int[lines];
    dirty = writeBack ? new int[lines] : null;
    ready = new long[lines];
    rank = new byte[lines];
    for (int i = 0; i < lines; i++) {
      rank[i] = (byte) (i % ways);
    }
  }

  /**
   * Looks up bytes of one line, counts it, and makes a held line the most recently used.
   *
   * @param address first byte
   * @param bytes at least 1, not beyond the line
   * @return {@link #HIT}, {@link #SECTOR_MISS} or {@link #MISS}
   */
  public int read(long address, int bytes) {
    lookups++;
    int line = find(address);
    last = line;
    if (line < 0) {
      return MISS;
    }
    touch(line);
    int wanted = sectors(address, bytes);
    if ((valid[line] & wanted) == wanted) {
      hits++;
      return HIT;
    }
    sectorMisses++;
    return SECTOR_MISS;
  }

  /** Tick at which the line of the last {@link #read} has, or will have, its data. */
  public long ready() {
    return last < 0 ? 0 : ready[last];
  }

  /** Whether all bytes are held; counts nothing, changes nothing. */
  public boolean holds(long address, int bytes) {
    int line = find(address);
    int wanted = sectors(address, bytes);
    return line >= 0 && (valid[line] & wanted) == wanted;
  }

  /** Bytes of dirty sectors that a fill or write of this line would evict now. */
  public int dirtyVictimBytes(long address) {
    if (!writeBack || tags == null || find(address) >= 0) {
      return 0;
    }
    int victim = victim(mapping.set(address, sets));
    return tags[victim] == EMPTY ? 0 : Integer.bitCount(dirty[victim]) << sectorShift;
  }

  /**
   * Brings bytes of one line in, evicting the least recently used line where the set is full.
   *
   * @param address first byte
   * @param bytes at least 1, not beyond the line; whole sectors become valid
   * @param readyTick when the data is there
   */
  public void fill(long address, int bytes, long readyTick) {
    int line = place(address);
    valid[line] |= sectors(address, bytes);
    ready[line] = Math.max(ready[line], readyTick);
  }

  /**
   * A write by the cache's policy.
   *
   * @param address first byte
   * @param bytes at least 1, not beyond the line
   * @return whether the line was held
   */
  public boolean write(long address, int bytes) {
    writes++;
    switch (config.policy()) {
      case READ_ONLY:
        return false;
      case WRITE_UPDATE:
        {
          int line = find(address);
          if (line >= 0) {
            touch(line);
          }
          return line >= 0;
        }
      case WRITE_INVALIDATE:
        {
          int line = find(address);
          if (line >= 0) {
            valid[line] &= ~sectors(address, bytes);
          }
          return line >= 0;
        }
      default:
        {
          boolean held = find(address) >= 0;
          int line = place(address);
          dirty[line] |= sectors(address, bytes);
          valid[line] |= covered(address, bytes);
          return held;
        }
    }
  }

  /** Drops everything; dirty sectors are written back first. */
  public void invalidate() {
    if (tags == null) {
      return;
    }
    clean();
    Arrays.fill(tags, EMPTY);
    Arrays.fill(valid, 0);
    Arrays.fill(ready, 0);
  }

  /** Drops what is held of some bytes of one line; nothing is written back. */
  public void invalidate(long address, int bytes) {
    int line = find(address);
    if (line >= 0) {
      valid[line] &= ~sectors(address, bytes);
      if (writeBack) {
        dirty[line] &= ~sectors(address, bytes);
      }
    }
  }

  /** Writes all dirty sectors back and keeps the lines. */
  public void clean() {
    if (tags == null || !writeBack) {
      return;
    }
    for (int line = 0; line < tags.length; line++) {
      if (tags[line] != EMPTY && dirty[line] != 0) {
        writeBack(line);
      }
    }
  }

  /** The line's place: where it is held, or where the least recently used one was. */
  private int place(long address) {
    if (tags == null) {
      allocate();
    }
    int line = find(address);
    if (line < 0) {
      line = victim(mapping.set(address, sets));
      if (tags[line] != EMPTY) {
        evictions++;
        if (writeBack && dirty[line] != 0) {
          writeBack(line);
        }
      }
      tags[line] = address >>> lineShift;
      absent = EMPTY;
      found = line;
      valid[line] = 0;
      ready[line] = 0;
    }
    touch(line);
    return line;
  }

  private void writeBack(int line) {
    int mask = dirty[line];
    dirty[line] = 0;
    long base = tags[line] << lineShift;
    while (mask != 0) {
      int from = Integer.numberOfTrailingZeros(mask);
      int run = Integer.numberOfTrailingZeros(~(mask >>> from));
      int bytes = run << sectorShift;
      writeBackBytes += bytes;
      eviction.writeBack(base + ((long) from << sectorShift), bytes);
      mask = from + run >= 32 ? 0 : mask & -1 << (from + run);
    }
  }

  private int find(long address) {
    if (tags == null) {
      return -1;
    }
    long tag = address >>> lineShift;
    if (tags[found] == tag) {
      return found;
    }
    if (tag == absent) {
      return -1;
    }
    int from = mapping.set(address, sets) * ways;
    for (int line = from, end = from + ways; line < end; line++) {
      if (tags[line] == tag) {
        found = line;
        return line;
      }
    }
    absent = tag;
    return -1;
  }

  private int victim(int set) {
    int from = set * ways;
    int oldest = from;
    for (int line = from, end = from + ways; line < end; line++) {
      if (tags[line] == EMPTY) {
        return line;
      }
      if (rank[line] == ways - 1) {
        oldest = line;
      }
    }
    return oldest;
  }

  private void touch(int line) {
    int old = rank[line];
    if (old == 0) {
      return;
    }
    int from = line - line % ways;
    for (int l = from, end = from + ways; l < end; l++) {
      if (rank[l] < old) {
        rank[l]++;
      }
    }
    rank[line] = 0;
  }

  private int sectors(long address, int bytes) {
    int from = (int) (address & (config.lineBytes() - 1)) >>> sectorShift;
    int to = (int) ((address & (config.lineBytes() - 1)) + bytes - 1) >>> sectorShift;
    return mask(from, to + 1);
  }

  /** Sectors that the bytes cover wholly. */
  private int covered(long address, int bytes) {
    int offset = (int) (address & (config.lineBytes() - 1));
    int from = (offset + config.sectorBytes() - 1) >>> sectorShift;
    int to = (offset + bytes) >>> sectorShift;
    return to > from ? mask(from, to) : 0;
  }

  private static int mask(int from, int to) {
    int upper = to >= 32 ? -1 : (1 << to) - 1;
    return upper & -1 << from;
  }

  /** Look-ups so far. */
  public long lookups() {
    return lookups;
  }

  /** Look-ups that found every sector. */
  public long hits() {
    return hits;
  }

  /** Look-ups that found the line without every sector. */
  public long sectorMisses() {
    return sectorMisses;
  }

  /** Lines that left to make room. */
  public long evictions() {
    return evictions;
  }

  /** Writes so far. */
  public long writes() {
    return writes;
  }

  /** Bytes of dirty sectors handed to the eviction. */
  public long writeBackBytes() {
    return writeBackBytes;
  }

  /** Starts the counters anew. */
  public void resetCounters() {
    lookups = 0;
    hits = 0;
    sectorMisses = 0;
    evictions = 0;
    writes = 0;
    writeBackBytes = 0;
  }

  @Override
  public void save(StateWriter out) {
    out.writeLong(lookups);
    out.writeLong(hits);
    out.writeLong(sectorMisses);
    out.writeLong(evictions);
    out.writeLong(writes);
    out.writeLong(writeBackBytes);
    out.writeInt(last);
    out.writeInt(tags == null ? 0 : 1);
    if (tags != null) {
      out.writeLongs(tags);
      out.writeInts(valid);
      if (writeBack) {
        out.writeInts(dirty);
      }
      out.writeLongs(ready);
      out.writeBytes(rank);
    }
  }

  @Override
  public void load(StateReader in) {
    lookups = in.readLong();
    hits = in.readLong();
    sectorMisses = in.readLong();
    evictions = in.readLong();
    writes = in.readLong();
    writeBackBytes = in.readLong();
    last = in.readInt();
    if (in.readInt() == 0) {
      tags = null;
      return;
    }
    allocate();
    absent = EMPTY;
    States.read(in, tags);
    States.read(in, valid);
    if (writeBack) {
      States.read(in, dirty);
    }
    States.read(in, ready);
    States.read(in, rank);
  }
}
