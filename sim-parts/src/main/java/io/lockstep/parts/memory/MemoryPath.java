// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventBatch;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.cache.Eviction;
import io.lockstep.parts.cache.MissTable;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.dram.DramChannel;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.Optional;

/**
 * The levels behind the slices: a memory-side cache, if present, and the channels of DRAM.
 *
 * <p>A fetch or write has a record until it is reported to the {@link Owner}. Evictions always find
 * room, and nothing waits for them.
 */
final class MemoryPath extends CountingPart {
  // Result if no resource is lacking.
  static final int NONE = -1;

  // Turn of a request that queues behind no other.
  static final int FIRST = -2;

  interface Owner {
    /** Reports that a fetch or write is done, with the type and owner that were passed in. */
    void complete(int type, int owner, long address, int bytes, long ready);

    /** Reports that a resource may have room again. */
    void freed(int resource);

    /** Returns whether requests wait for a resource; others then queue behind them. */
    boolean isAwaited(int resource);

    /** Reports that channels must schedule: call {@link #decide} until it returns false. */
    void decisionsDue(long tick);
  }

  // Number of the record that all evictions share.
  private static final int EVICTION = 0;

  // Type of the records of sectors that the path itself fetches for the memory-side cache.
  private static final int CACHE_FILL = -1;

  private final Partition partition;
  private final int component;
  private final Owner owner;
  private final AddressMap map;
  private final EventKind pick;

  private final MemorySideCache cache; // null if there is none
  private final int slices;
  private final int sectorBytes;
  private final DramChannels dram;
  private final long[] decided; // by channel: accesses scheduled since the simulation began
  private final Optional<Rate> ports; // rate of the port of each die, if limited
  private long now;
  private boolean warms; // whether accesses change tags only
  private RequestProbe probe = RequestProbe.NONE;

  // Outstanding fetches and writes: address; type and owner; the own value is the size.
  private final PendingRequests records = new PendingRequests();

  private static final int FETCHED = 0; // bytes
  private final long[] count = own.counters(1);

  MemoryPath(
      Partition partition, int component, MemorySideConfig config, AddressMap map, Owner owner) {
    this.partition = partition;
    this.component = component;
    this.owner = owner;
    this.map = map;
    pick = partition.kind("dram.pick", Phase.WORK, this::onPicks);
    Eviction eviction =
        (address, bytes) -> {
          if (!warms) {
            toDram(address, bytes, true, EVICTION);
          }
        };
    cache =
        config
            .memoryCache()
            .map(c -> own.include(new MemorySideCache(c, map, config.dram().tickHertz(), eviction)))
            .orElse(null);
    slices = cache == null ? 0 : cache.slices();
    sectorBytes = cache == null ? 0 : cache.sectorBytes();
    dram = own.include(new DramChannels(config.dram(), map));
    decided = new long[dram.count()];
    ports = config.memoryCache().flatMap(MemoryCacheConfig::port);
    records.add(0, 0, 0, 0); // reserves record number EVICTION
  }

  void observe(RequestProbe by) {
    probe = by;
  }

  /** Returns the number of resources: memory-side slices, read queues, write queues. */
  int resources() {
    return slices + 2 * dram.count();
  }

  int channels() {
    return dram.count();
  }

  DramChannel channel(int i) {
    return dram.get(i);
  }

  int sectorBytes() {
    return sectorBytes;
  }

  /**
   * Returns the resource that is lacking for a fetch from an address, or NONE.
   *
   * @param turn the resource for which the request need not queue, because its turn has come
   */
  int lacksForRead(long address, int turn) {
    int channel = map.channel(address);
    int queue = slices + channel;
    if (!dram.get(channel).acceptsRead() || isBehind(queue, turn)) {
      return queue;
    }
    if (slices > 0) {
      int s = map.memorySlice(address);
      if (!cache.hasMissEntries(s) || isBehind(s, turn)) {
        return s;
      }
    }
    return NONE;
  }

  /** Returns the resource that is lacking for a write as {@link #lacksForRead}, or NONE. */
  int lacksForWrite(long address, int turn) {
    int channel = map.channel(address);
    int queue = slices + dram.count() + channel;
    return !dram.get(channel).acceptsWrite() || isBehind(queue, turn) ? queue : NONE;
  }

  private boolean isBehind(int resource, int turn) {
    return owner.isAwaited(resource) && resource != turn && turn != FIRST;
  }

  /** Fetches bytes of one block; {@code type} must be 0 to 3, and {@code of} 0 to 2^29 - 1. */
  void fetch(long atNow, int type, int of, long address, int bytes, long tick) {
    now = atNow;
    count[FETCHED] += bytes;
    if (bytes == sectorBytes && (address & sectorBytes - 1) == 0) {
      fetchSector(type, of, address, tick);
      return;
    }
    int r = record(type, of, address, bytes);
    if (slices == 0) {
      toDram(address, bytes, false, r);
      return;
    }
    int s = map.memorySlice(address);
    long end = address + bytes;
    for (long sector = address & -sectorBytes; sector < end; sector += sectorBytes) {
      long there = cache.pass(s, now, tick, sectorBytes);
      if (cache.read(s, sector, sectorBytes)) {
        long ready = Math.max(there, cache.ready(s, now));
        records.notBefore(r, ready);
        probe.cached(r, there, ready);
        continue;
      }
      records.await(r);
      if (cache.misses(s).await(sector, r)) {
        toDram(sector, sectorBytes, false, record(CACHE_FILL, s, sector, sectorBytes));
      }
    }
    close(r); // the record's initial part: all sectors have been requested
  }

  /** Fetches a single sector without a record; the miss table refers to the owner directly. */
  private void fetchSector(int type, int of, long sector, long tick) {
    int s = map.memorySlice(sector);
    long there = cache.pass(s, now, tick, sectorBytes);
    if (cache.read(s, sector, sectorBytes)) {
      long ready = Math.max(there, cache.ready(s, now));
      probe.answeredByCache(there, ready);
      owner.complete(type, of, sector, sectorBytes, ready);
    } else if (cache.misses(s).await(sector, ofOwner(type, of))) {
      toDram(sector, sectorBytes, false, record(CACHE_FILL, s, sector, sectorBytes));
    }
  }

  /** Encodes an owner as a negative reference, to distinguish it from a record. */
  private static int ofOwner(int type, int of) {
    return ~(of << 2 | type);
  }

  /** Writes bytes of one block; the owner is notified when they are written. */
  void store(long atNow, int type, int of, long address, int bytes, long tick) {
    now = atNow;
    int r = record(type, of, address, bytes);
    if (slices == 0) {
      toDram(address, bytes, true, r);
    } else {
      writeToCache(r, address, bytes, tick);
      close(r);
    }
  }

  void evict(long atNow, long address, int bytes) {
    now = atNow;
    if (slices == 0) {
      toDram(address, bytes, true, EVICTION);
    } else {
      writeToCache(EVICTION, address, bytes, now);
    }
  }

  /** Passes an access through the tags of the cache, if there is one, without time and traffic. */
  void warm(long address, int bytes, boolean writes) {
    if (slices == 0) {
      return;
    }
    warms = true;
    int s = map.memorySlice(address);
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = cache.partOfLine(at, end);
      if (writes) {
        cache.write(s, at, part);
      } else if (!cache.touch(s, at, part)) {
        cache.warm(s, at, part);
      }
      at += part;
    }
    warms = false;
  }

  /** Drops bytes from the cache, if there is one, without traffic. */
  void forget(long address, int bytes) {
    long end = address + bytes;
    for (long at = address; slices > 0 && at < end; ) {
      int part = cache.partOfLine(at, end);
      cache.drop(map.memorySlice(at), at, part);
      at += part;
    }
  }

  long cacheBytes() {
    return cache == null ? 0 : cache.bytes();
  }

  /** Writes to the cache; parts that it does not keep go to DRAM and keep the record open. */
  private void writeToCache(int r, long address, int bytes, long tick) {
    int s = map.memorySlice(address);
    long there = cache.pass(s, now, tick, bytes);
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = cache.partOfLine(at, end);
      if (!cache.write(s, at, part)) {
        if (r != EVICTION) {
          records.await(r);
        }
        toDram(at, part, true, r);
      }
      at += part;
    }
    if (r != EVICTION) {
      records.notBefore(r, there);
      probe.cached(r, there, there);
    }
  }

  private void toDram(long address, int bytes, boolean write, int record) {
    dram.enqueue(address, bytes, write, record);
  }

  private void onPicks(long tick, EventBatch batch) {
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      batch.component(i);
      onPick(tick, batch.argument(i));
    }
  }

  private void onPick(long tick, int channel) {
    dram.due(channel);
    owner.decisionsDue(tick);
  }

  /** Lets one marked channel schedule requests; returns false if none is marked. */
  boolean decide(long tick) {
    int channel = dram.takeTouched();
    if (channel == TurnQueue.NONE) {
      return false;
    }
    now = tick;
    DramChannel d = dram.get(channel);
    int picks = 0;
    long before = d.readBytes() + d.writeBytes();
    int record;
    while ((record = d.pick(now)) != DramChannel.NONE) {
      picks++;
      if (record != EVICTION) {
        probe.decided(record, d, now);
        arrived(record, d.completion());
      }
    }
    dram.schedule(partition, pick, component, channel, now);
    if (picks > 0) {
      decided[channel] += picks;
      dram.moved(channel, now, d.readBytes() + d.writeBytes() - before);
      owner.freed(slices + channel);
      owner.freed(slices + dram.count() + channel);
    }
    return true;
  }

  private void arrived(int r, long tick) {
    if (type(r) != CACHE_FILL) {
      records.notBefore(r, tick);
      probe.partArrives(r);
      close(r);
      return;
    }
    int s = (int) records.second(r);
    long sector = records.first(r);
    long there = tick + cache.hitTicks();
    Path brought = probe.fillsCache(there);
    cache.fill(s, sector, there);
    MissTable misses = cache.misses(s);
    int node = misses.release(sector);
    records.remove(r);
    while (node >= 0) {
      int waiting = misses.reference(node);
      probe.arriving(brought);
      node = misses.following(node);
      if (waiting < 0) {
        owner.complete(~waiting & 3, ~waiting >> 2, sector, sectorBytes, there);
      } else {
        records.notBefore(waiting, there);
        probe.partArrives(waiting);
        close(waiting);
      }
    }
    owner.freed(s);
  }

  /** Closes one part of a record; completes the record after the last part. */
  private void close(int r) {
    if (records.arrived(r)) {
      int type = type(r);
      int of = (int) records.second(r);
      records.remove(r);
      probe.completes(r);
      owner.complete(type, of, records.first(r), records.own(r), records.ready(r));
    }
  }

  private int type(int r) {
    return (int) (records.second(r) >> 32);
  }

  private int record(int type, int of, long address, int bytes) {
    int r = records.add(bytes, address, (long) type << 32 | of, now);
    probe.begins(r);
    return r;
  }

  /** Returns a channel's decision count once all requests waiting now are decided. */
  long decidedThen(int channel) {
    return decided[channel] + dram.get(channel).waiting();
  }

  long decided(int channel) {
    return decided[channel];
  }

  int waiting() {
    return dram.waiting();
  }

  void check() {
    if (records.size() != 1) {
      throw new IllegalStateException(
          "memory: " + (records.size() - 1) + " fetches or writes are under way");
    }
    if (cache != null) {
      cache.check();
    } else if (dram.readBytes() < count[FETCHED]) {
      throw new IllegalStateException(
          "memory: " + count[FETCHED] + " bytes were fetched, DRAM read " + dram.readBytes());
    }
  }

  long quiet() {
    return dram.quiet();
  }

  void statistics(long ticks, StatisticsSink out) {
    if (cache != null) {
      long passed = ports.map(r -> r.most(ticks) * map.dies()).orElse(Long.MAX_VALUE);
      cache.statistics(ticks, passed, out);
    }
    dram.statistics(ticks, out);
  }

  void eachInstance(StatisticsSink out) {
    if (cache != null) {
      cache.eachSlice(out);
    }
    dram.eachChannel(out);
  }
}
