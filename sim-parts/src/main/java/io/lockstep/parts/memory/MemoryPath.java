package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventBatch;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.cache.CacheCounts;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.cache.MissTable;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.dram.DramChannel;
import io.lockstep.parts.dram.DramStatistics;
import io.lockstep.parts.stats.StatisticsSink;
import io.lockstep.parts.stats.Totals;
import java.util.Arrays;

/**
 * What lies behind the slices: a memory-side cache where there is one, and the channels of DRAM.
 *
 * <p>Fetches and writes are kept in pooled records until their time is known, then handed back to
 * the {@link Owner}. Writes that nobody waits for (evictions) always find room. Not thread-safe.
 */
final class MemoryPath implements Stateful {
  /** {@link #lacks}: everything is there. */
  static final int NONE = -1;

  /** Who fetches and writes. */
  interface Owner {
    /**
     * A fetch or write has its time.
     *
     * @param type as given
     * @param owner as given
     * @param address first byte
     * @param bytes size
     * @param ready tick at which the data has left DRAM or the cache, or is written
     */
    void complete(int type, int owner, long address, int bytes, long ready);

    /** Reads what {@link #complete} will read and changes nothing; any number. */
    long preview(int type, int owner, long address);

    /** A resource (memory-side slices first, then channels) may have room again. */
    void freed(int resource);

    /** A channel's time to decide has come: {@link #decide} until it says no. */
    void decisionsDue(long tick);
  }

  private static final int WORTH_PREVIEW = 3; // channels

  /** The record of writes that nobody waits for. */
  private static final int EVICTION = 0;

  /** The type of the path's own records: a sector for the memory-side cache. */
  private static final int CACHE_FILL = -1;

  private final Partition partition;
  private final int component;
  private final Owner owner;
  private final AddressMap map;
  private final MemoryCacheConfig cacheConfig;
  private final EventKind pick;

  private final int slices;
  private final int sectorBytes;
  private final int sectorsPerBlock;
  private final SectoredCache[] cache;
  private final MissTable[] misses;
  private final long[] transferFree;
  private final DramChannel[] dram;
  private final byte[] pickScheduled;

  // Channels that have something to decide now, as a ring.
  private final int[] touched;
  private final byte[] isTouched;
  private int touchedHead;
  private int touchedSize;
  private long now;

  // Fetches and writes under way: their words together, one visit of the host's caches.
  private static final int WORDS = 4;
  private static final int ADDRESS = 0;
  private static final int READY = 1;
  private static final int OWNER = 2; // and in the upper half the type
  private static final int BYTES = 3; // and in the upper half what is open

  private static final long ONE_OPEN = 1L << 32;
  private long[] words = new long[64 * WORDS];
  private int[] freeRecord = new int[64];
  private int freeRecords;
  private int records = 1;

  private long fetchedBytes;
  private long since;
  private long seen; // so that no reading is left out

  MemoryPath(
      Partition partition, int component, MemorySideConfig config, AddressMap map, Owner owner) {
    this.partition = partition;
    this.component = component;
    this.owner = owner;
    this.map = map;
    cacheConfig = config.memoryCache().orElse(null);
    pick = partition.kind("dram.pick", Phase.WORK, this::onPicks);
    slices = cacheConfig == null ? 0 : map.memorySlices();
    sectorBytes = cacheConfig == null ? 0 : cacheConfig.cache().sectorBytes();
    sectorsPerBlock = slices == 0 ? 0 : map.blockBytes() / sectorBytes;
    cache = new SectoredCache[slices];
    misses = new MissTable[slices];
    if (cacheConfig != null) {
      int sectors = map.blockBytes() / sectorBytes;
      if (cacheConfig.cache().lineBytes() > map.blockBytes()
          || cacheConfig.misses() < sectors
          || cacheConfig.waiters() < cacheConfig.misses()) {
        throw new IllegalArgumentException(
            "a memory-side cache with lines of "
                + cacheConfig.cache().lineBytes()
                + " bytes and "
                + cacheConfig.misses()
                + " misses for blocks of "
                + map.blockBytes());
      }
      for (int s = 0; s < slices; s++) {
        cache[s] =
            new SectoredCache(
                cacheConfig.cache(), (address, bytes) -> toDram(address, bytes, true, EVICTION));
        misses[s] = new MissTable(cacheConfig.misses(), cacheConfig.waiters());
      }
    }
    transferFree = new long[slices];
    dram = new DramChannel[map.channels()];
    for (int c = 0; c < dram.length; c++) {
      dram[c] = new DramChannel(config.dram(), c, dram.length);
    }
    pickScheduled = new byte[dram.length];
    touched = new int[dram.length];
    isTouched = new byte[dram.length];
  }

  /** Memory-side slices and channels: what {@link Owner#freed} numbers. */
  int resources() {
    return slices + dram.length;
  }

  int channels() {
    return dram.length;
  }

  DramChannel channel(int i) {
    return dram[i];
  }

  /** Bytes of a sector of the memory-side cache, 0 where there is none. */
  int sectorBytes() {
    return sectorBytes;
  }

  /** The resource without which an address cannot be fetched now, or NONE. */
  int lacksForRead(long address) {
    int channel = map.channel(address);
    if (!dram[channel].acceptsRead()) {
      return slices + channel;
    }
    if (slices > 0) {
      int s = map.memorySlice(address);
      if (misses[s].freeEntries() < sectorsPerBlock || misses[s].freeWaiters() < sectorsPerBlock) {
        return s;
      }
    }
    return NONE;
  }

  /** The resource without which an address cannot be written now, or NONE. */
  int lacksForWrite(long address) {
    int channel = map.channel(address);
    return dram[channel].acceptsWrite() ? NONE : slices + channel;
  }

  /** Reads the head of a set of the memory-side cache ahead: {@link SectoredCache#previewSet}. */
  long previewSet(long address) {
    return slices == 0 ? 0 : cache[map.memorySlice(address)].previewSet(address);
  }

  /** Reads a line's word ahead: {@link SectoredCache#previewLine}. */
  long previewLine(long address) {
    return slices == 0 ? 0 : cache[map.memorySlice(address)].previewLine(address);
  }

  // ------------------------------------------------------------------ fetching and writing

  /**
   * Fetches bytes of one block.
   *
   * @param type the caller's, 0 to 3
   * @param of the caller's, 0 to 2^29 - 1
   * @param tick when the fetch leaves the slice
   */
  void fetch(long atNow, int type, int of, long address, int bytes, long tick) {
    now = atNow;
    fetchedBytes += bytes;
    if (bytes == sectorBytes && (address & sectorBytes - 1) == 0) {
      fetchSector(type, of, address, tick);
      return;
    }
    int r = record(type, of, address, bytes);
    words[r * WORDS + BYTES] += ONE_OPEN;
    if (slices == 0) {
      toDram(address, bytes, false, r);
      return;
    }
    int s = map.memorySlice(address);
    long end = address + bytes;
    for (long sector = address & -sectorBytes; sector < end; sector += sectorBytes) {
      transferFree[s] = cacheConfig.transfers().reserve(transferFree[s], tick, sectorBytes);
      long there = cacheConfig.transfers().tick(transferFree[s]) + cacheConfig.hitTicks();
      if (cache[s].read(sector, sectorBytes) == SectoredCache.HIT) {
        notBefore(r, Math.max(there, cache[s].ready()));
        continue;
      }
      words[r * WORDS + BYTES] += ONE_OPEN;
      if (misses[s].await(sector, r)) {
        toDram(sector, sectorBytes, false, record(CACHE_FILL, s, sector, sectorBytes));
      }
    }
    close(r); // the first of its open parts: all sectors have been asked for
  }

  /** A fetch of one sector needs no record of its own: who waits for the sector is its owner. */
  private void fetchSector(int type, int of, long sector, long tick) {
    int s = map.memorySlice(sector);
    transferFree[s] = cacheConfig.transfers().reserve(transferFree[s], tick, sectorBytes);
    if (cache[s].read(sector, sectorBytes) == SectoredCache.HIT) {
      long there = cacheConfig.transfers().tick(transferFree[s]) + cacheConfig.hitTicks();
      owner.complete(type, of, sector, sectorBytes, Math.max(there, cache[s].ready()));
    } else if (misses[s].await(sector, ofOwner(type, of))) {
      toDram(sector, sectorBytes, false, record(CACHE_FILL, s, sector, sectorBytes));
    }
  }

  /** An owner in a record's place among those that wait for a sector: a negative number. */
  private static int ofOwner(int type, int of) {
    return ~(of << 2 | type);
  }

  /** Writes bytes of one block; the owner is told when they are written. */
  void store(long atNow, int type, int of, long address, int bytes, long tick) {
    now = atNow;
    int r = record(type, of, address, bytes);
    words[r * WORDS + BYTES] += ONE_OPEN;
    if (slices == 0) {
      toDram(address, bytes, true, r);
    } else {
      words[r * WORDS + READY] = writeToCache(address, bytes, tick);
      close(r);
    }
  }

  /** Writes bytes that nobody waits for. */
  void evict(long atNow, long address, int bytes) {
    now = atNow;
    if (slices == 0) {
      toDram(address, bytes, true, EVICTION);
    } else {
      writeToCache(address, bytes, now);
    }
  }

  private long writeToCache(long address, int bytes, long tick) {
    int s = map.memorySlice(address);
    transferFree[s] = cacheConfig.transfers().reserve(transferFree[s], tick, bytes);
    int line = cacheConfig.cache().lineBytes();
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = (int) Math.min(end - at, line - (at & (line - 1)));
      cache[s].write(at, part);
      at += part;
    }
    return cacheConfig.transfers().tick(transferFree[s]) + cacheConfig.hitTicks();
  }

  private void toDram(long address, int bytes, boolean write, int record) {
    int channel = map.channel(address);
    dram[channel].enqueue(map.bank(address), map.row(address), bytes, write, record);
    touch(channel);
  }

  // ------------------------------------------------------------------ deciding

  private void onPicks(long tick, EventBatch batch) {
    int n = batch.size();
    if (n >= WORTH_PREVIEW && slices > 0) {
      preview(batch);
    }
    for (int i = 0; i < n; i++) {
      batch.component(i);
      onPick(tick, batch.argument(i));
    }
  }

  /**
   * Reads the tags that the next fills will ask for: the host fetches at the same time what
   * channels would wait for one after the other.
   */
  private void preview(EventBatch batch) {
    long sum = 0;
    for (int i = 0; i < batch.size(); i++) {
      int r = dram[batch.argument(i)].oldestRead();
      if (r > EVICTION && words[r * WORDS + OWNER] >> 32 == CACHE_FILL) {
        int s = (int) words[r * WORDS + OWNER];
        long sector = words[r * WORDS + ADDRESS];
        sum += cache[s].previewSet(sector);
        int waiting = misses[s].first(sector, 0);
        if (waiting < 0) {
          sum += owner.preview(~waiting & 3, ~waiting >> 2, sector);
        }
      }
    }
    seen = sum;
  }

  private void onPick(long tick, int channel) {
    pickScheduled[channel] = 0;
    touch(channel);
    owner.decisionsDue(tick);
  }

  private void touch(int channel) {
    if (isTouched[channel] == 0) {
      isTouched[channel] = 1;
      int at = touchedHead + touchedSize++;
      touched[at >= touched.length ? at - touched.length : at] = channel;
    }
  }

  /** Lets one channel with something new decide; false if there is none. */
  boolean decide(long tick) {
    if (touchedSize == 0) {
      return false;
    }
    now = tick;
    int channel = touched[touchedHead];
    touchedHead = touchedHead + 1 == touched.length ? 0 : touchedHead + 1;
    touchedSize--;
    isTouched[channel] = 0;
    DramChannel d = dram[channel];
    boolean any = false;
    int record;
    while ((record = d.pick(now)) != DramChannel.NONE) {
      any = true;
      if (record != EVICTION) {
        arrived(record, d.completion());
      }
    }
    long next = d.nextPick(now);
    if (next >= 0 && pickScheduled[channel] == 0) {
      pickScheduled[channel] = 1;
      partition.at(next, pick, component, channel);
    }
    if (any) {
      owner.freed(slices + channel);
    }
    return true;
  }

  /** DRAM has booked a record's transfer. */
  private void arrived(int r, long tick) {
    int at = r * WORDS;
    if (words[at + OWNER] >> 32 != CACHE_FILL) {
      notBefore(r, tick);
      close(r);
      return;
    }
    int s = (int) words[at + OWNER];
    long sector = words[at + ADDRESS];
    long there = tick + cacheConfig.hitTicks();
    cache[s].fill(sector, sectorBytes, there);
    int node = misses[s].release(sector);
    free(r);
    while (node >= 0) {
      int waiting = misses[s].reference(node);
      node = misses[s].following(node);
      if (waiting < 0) {
        owner.complete(~waiting & 3, ~waiting >> 2, sector, sectorBytes, there);
      } else {
        notBefore(waiting, there);
        close(waiting);
      }
    }
    owner.freed(s);
  }

  /** One part of a record is done; with the last one all of it is. */
  private void close(int r) {
    int at = r * WORDS;
    long left = words[at + BYTES] - ONE_OPEN;
    words[at + BYTES] = left;
    if (left >>> 32 == 0) {
      int type = (int) (words[at + OWNER] >> 32);
      int of = (int) words[at + OWNER];
      free(r);
      owner.complete(type, of, words[at + ADDRESS], (int) left, words[at + READY]);
    }
  }

  private void notBefore(int r, long tick) {
    words[r * WORDS + READY] = Math.max(words[r * WORDS + READY], tick);
  }

  private int record(int type, int of, long address, int bytes) {
    int r;
    if (freeRecords > 0) {
      r = freeRecord[--freeRecords];
    } else {
      r = records++;
      if (r == freeRecord.length) {
        words = Arrays.copyOf(words, 2 * r * WORDS);
        freeRecord = Arrays.copyOf(freeRecord, 2 * r);
      }
    }
    int at = r * WORDS;
    words[at + ADDRESS] = address;
    words[at + READY] = now;
    words[at + OWNER] = (long) type << 32 | of;
    words[at + BYTES] = bytes;
    return r;
  }

  private void free(int r) {
    freeRecord[freeRecords++] = r;
  }

  // ------------------------------------------------------------------ figures and state

  /** Accesses that wait for DRAM. */
  int waiting() {
    int waiting = 0;
    for (DramChannel d : dram) {
      waiting += d.waiting();
    }
    return waiting;
  }

  /** Checks that nothing is under way that somebody waits for, and that bytes add up. */
  void check() {
    if (records - 1 != freeRecords) {
      throw new IllegalStateException(
          "memory: " + (records - 1 - freeRecords) + " fetches or writes are under way");
    }
    for (MissTable m : misses) {
      if (m.outstanding() != 0) {
        throw new IllegalStateException("memory: the memory-side cache has sectors outstanding");
      }
    }
    if (slices == 0) {
      long read = 0;
      for (DramChannel d : dram) {
        read += d.readBytes();
      }
      if (read < fetchedBytes) {
        throw new IllegalStateException(
            "memory: " + fetchedBytes + " bytes were fetched, DRAM read " + read);
      }
    }
  }

  void resetCounters(long tick) {
    since = tick;
    fetchedBytes = 0;
    for (int s = 0; s < slices; s++) {
      cache[s].resetCounters();
      misses[s].resetCounters();
    }
    for (DramChannel d : dram) {
      d.resetCounters();
    }
  }

  void statistics(long tick, StatisticsSink out) {
    if (slices > 0) {
      CacheStatistics.MALL.write(CacheCounts.sum(cache), out);
    }
    Totals sums = new Totals();
    long busy = 0;
    for (DramChannel d : dram) {
      d.addTo(sums);
      busy += d.busyTicks();
    }
    sums.write("", out);
    out.ratio(DramStatistics.BUSY.name(), busy, Math.max(1, tick - since) * dram.length);
  }

  @Override
  public void save(StateWriter out) {
    for (int s = 0; s < slices; s++) {
      cache[s].save(out);
      misses[s].save(out);
    }
    for (DramChannel d : dram) {
      d.save(out);
    }
    out.writeLongs(transferFree);
    out.writeBytes(pickScheduled);
    out.writeLongs(words);
    out.writeInts(freeRecord);
    out.writeInt(freeRecords);
    out.writeInt(records);
    out.writeLong(fetchedBytes);
    out.writeLong(since);
  }

  @Override
  public void load(StateReader in) {
    for (int s = 0; s < slices; s++) {
      cache[s].load(in);
      misses[s].load(in);
    }
    for (DramChannel d : dram) {
      d.load(in);
    }
    in.readInto(transferFree);
    in.readInto(pickScheduled);
    words = in.readLongs();
    freeRecord = in.readInts();
    freeRecords = in.readInt();
    records = in.readInt();
    fetchedBytes = in.readLong();
    since = in.readLong();
  }
}
