// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.Partition;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemoryCacheConfig;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.StatisticsSink;

/** Serves accepted requests: look-ups, fetches from the levels behind, and responses. */
final class SliceService extends CountingPart implements MemoryPath.Owner {
  // Types of this class's records in the memory path.
  private static final int FILL = 0;
  private static final int DIRECT = 1;
  private static final int WRITE = 2;

  // Type of the copy engines' records in the memory path.
  static final int COPY = 3;

  // Reference to an outstanding sector that is only fetched beside others.
  private static final int NO_REQUEST = Integer.MIN_VALUE;

  // Miss entries that a slice keeps for sectors that requests need.
  private static final int SPARE = 32;

  private static final int READ_BYTES = 0;
  private static final int WRITTEN_BYTES = 1;
  private static final int FETCHED_BYTES = 2;
  private static final int SENT_BYTES = 3; // to the level behind
  private static final int COUNTS = 4;
  private static final long PIECE = 32;

  interface Listener {
    void decisionsDue(long tick);
  }

  private final AddressMap map;
  private final L2Config slice;
  private final Listener listener;
  private final Slices slices;
  private final Partitions partitions; // null if there is one
  private final DiePorts diePorts; // null if not limited
  private final MemoryPath path;
  private final MemoryClients clients;
  private final WaitPoints points;
  private final WaitLists waits; // by number of points
  private final boolean
      atomicsBehind; // whether channels perform atomics, because each die has its own slices
  private final AtomicUnits atomics;
  private final PendingRequests pending;
  private final long[] count;
  private final WindowedLoad load; // bytes by slice
  private long now; // tick of the current event
  private boolean warms; // whether accesses change tags only
  private boolean polls; // whether groups of the launch may poll for each other's writes
  private final WordChanges words = own.include(new WordChanges());
  private final MemoryRequest done = new MemoryRequest(); // the request being completed
  private RequestProbe probe = RequestProbe.NONE;
  private CopyPorts copies; // null before they are added

  SliceService(
      Partition partition,
      int component,
      MemorySideConfig config,
      AddressMap map,
      MemoryClients clients,
      Listener listener) {
    this.map = map;
    this.clients = clients;
    this.listener = listener;
    slice = config.l2();
    partitions = map.partitions() == 1 ? null : new Partitions(slice, map);
    slices =
        own.include(new Slices(slice, map.slices(), map.blockBytes(), this::evicted, partitions));
    diePorts =
        config
            .memoryCache()
            .flatMap(MemoryCacheConfig::port)
            .map(rate -> new DiePorts(rate, map))
            .orElse(null);
    path = own.include(new MemoryPath(partition, component, config, map, this));
    if (path.sectorBytes() != 0 && path.sectorBytes() < slices.sectorBytes()) {
      throw new IllegalArgumentException(
          "sectors of the memory-side cache are smaller than a slice's");
    }
    atomicsBehind = map.dies() > 1;
    int units = atomicsBehind ? map.channels() : slices.count();
    points = new WaitPoints(map, path, units);
    waits = new WaitLists(points.count());
    atomics = own.include(new AtomicUnits(slice, units));
    pending = new PendingRequests();
    count = own.counters(COUNTS);
    load = own.include(new WindowedLoad(slices.count(), config.dram().tickHertz()));
  }

  private void evicted(int s, long address, int bytes) {
    if (warms) {
      path.warm(address, bytes, true);
      return;
    }
    moves(SENT_BYTES, address, bytes);
    leaves(s, now, bytes);
    path.evict(now, address, bytes);
  }

  /** Counts bytes between a slice and the level behind, which moves whole pieces. */
  private void moves(int direction, long address, int bytes) {
    count[direction] +=
        bytes == 0 ? 0 : (address + bytes + PIECE - 1 & -PIECE) - (address & -PIECE);
  }

  /** Books the port of a slice's die, if it is limited; returns the end of the transfer. */
  private long leaves(int s, long tick, int bytes) {
    return diePorts == null ? tick : Math.max(tick, diePorts.book(s, now, bytes));
  }

  long backlogBehind(int s) {
    return diePorts == null ? 0 : diePorts.backlog(s, now);
  }

  void observe(RequestProbe by) {
    probe = by;
  }

  void copies(CopyPorts engines) {
    copies = engines;
  }

  Slices slices() {
    return slices;
  }

  MemoryPath path() {
    return path;
  }

  WaitPoints points() {
    return points;
  }

  WaitLists waits() {
    return waits;
  }

  void now(long tick) {
    now = tick;
  }

  void polls(boolean wanted) {
    polls = wanted;
    words.begin();
  }

  WordChanges words() {
    return words;
  }

  /** Applies a request to polled words at a tick: decides polls and counts changes. */
  private void performs(MemoryRequest r, long tick) {
    PolledAccess access = polls ? clients.polled(r) : null;
    if (access != null) {
      words.now(now);
      access.serve(r.address, r.bytes, tick, words);
    }
  }

  long readBytes() {
    return count[READ_BYTES];
  }

  long writtenBytes() {
    return count[WRITTEN_BYTES];
  }

  WindowedLoad load() {
    return load;
  }

  int underWay() {
    return pending.size();
  }

  @Override
  public void complete(int type, int owner, long address, int bytes, long ready) {
    if (type == WRITE) {
      written(owner, ready);
    } else if (type == DIRECT) {
      arrivedFor(owner, ready + slice.missTicks(), slice.directTicks());
    } else if (type == COPY) {
      copies.complete(owner, bytes, now, ready);
    } else {
      fetched(owner, address, bytes, ready + slice.missTicks());
    }
  }

  @Override
  public void freed(int resource) {
    waits.free(points.ofPath(resource));
  }

  @Override
  public boolean isAwaited(int resource) {
    return waits.isAwaited(points.ofPath(resource));
  }

  @Override
  public void decisionsDue(long tick) {
    listener.decisionsDue(tick);
  }

  /** Whether a request may use the cache of its slice. */
  boolean isCached(MemoryRequest r) {
    return slices.haveCaches() && !r.isUncached() && !(atomicsBehind && r.isAtomic());
  }

  /** Returns the slice that serves a request: writes, atomics and uncached reads go home. */
  int slice(MemoryRequest r) {
    int unit = clients.unit(r.client);
    return r.cached && !r.isWrite() && !r.isAtomic()
        ? map.slice(unit, r.address)
        : map.home(unit, r.address);
  }

  /** Returns the slice from which a slice fetches an address: itself if it is the home. */
  int home(int s, long address) {
    return partitions == null ? s : partitions.home(address);
  }

  /**
   * Passes an access through the tags of slices and memory-side cache, without time and traffic.
   *
   * @param unit compute unit from which the access comes
   */
  void warm(int unit, long address, long bytes, boolean writes) {
    warms = true;
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = slices.partOfLine(at, end);
      int s = writes ? map.home(unit, at) : map.slice(unit, at);
      if (writes && partitions != null) {
        slices.dropCopies(s, partitions.each(), at, part);
      }
      if (!slices.haveCaches()) {
        path.warm(at, part, writes);
      } else if (!writes) {
        warmRead(s, at, part);
      } else if (!slices.write(s, at, part)) {
        path.warm(at, part, true);
      }
      at += part;
    }
    warms = false;
  }

  private void warmRead(int s, long address, int bytes) {
    if (slices.touch(s, address, bytes)) {
      return;
    }
    int home = home(s, address);
    if (home != s && slices.touch(home, address, bytes)) {
      slices.fill(s, address, bytes, 0);
      return;
    }
    long block = home == s && slice.fetchBytes() > slices.sectorBytes() ? slice.fetchBytes() : 1;
    long first = address & -block;
    int whole = (int) ((address + bytes + block - 1 & -block) - first);
    path.warm(first, whole, false);
    slices.fill(s, first, whole, 0);
  }

  boolean keepsCopies() {
    return partitions != null;
  }

  /** Writes the dirty lines of the slices to the tags behind them. */
  void clean() {
    warms = true;
    slices.clean();
    warms = false;
  }

  /** Drops bytes from the caches that {@link #warm} fills, without traffic. */
  void forget(int unit, long address, long bytes) {
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = slices.partOfLine(at, end);
      int home = map.home(unit, at);
      slices.drop(home, at, part);
      if (partitions != null) {
        slices.dropCopies(home, partitions.each(), at, part);
      }
      path.forget(at, part);
      at += part;
    }
  }

  /** Returns the bytes of the caches that {@link #warm} fills. */
  long warmBytes() {
    return slices.cacheBytes() + path.cacheBytes();
  }

  /** Returns the ticks that a request to a slice spends between partitions. */
  private long between(int client, int s) {
    return partitions == null ? 0 : partitions.between(clients.unit(client), s);
  }

  int atomicUnit(int s, long address) {
    return atomicsBehind ? map.channel(address) : s;
  }

  AtomicUnits atomics() {
    return atomics;
  }

  void serve(MemoryRequest r) {
    long passed = slices.book(r.slice, r.isWrite(), now, r.bytes);
    load.add(r.slice, now, r.bytes);
    probe.passes(passed);
    if (r.isWrite()) {
      write(r, passed);
    } else if (r.held && !r.isAtomic() && slices.isOneLine(r.address, r.bytes)) {
      hit(r, passed);
    } else {
      read(r, passed);
    }
  }

  /** Serves a read that hits in a single line, without a pending request. */
  private void hit(MemoryRequest r, long passed) {
    count[READ_BYTES] += r.bytes;
    performs(r, now);
    slices.read(r.slice, r.address, r.bytes);
    long there = slices.ready(r.slice, now);
    long ready = Math.max(passed, there) + slice.hitTicks();
    probe.hit(r, now, there, ready);
    clients.respond(now, r, r.bytes, ready);
  }

  private void read(MemoryRequest r, long passed) {
    int s = r.slice;
    count[READ_BYTES] += r.bytes;
    long soonest = passed + (r.cached ? slice.hitTicks() : slice.directTicks());
    soonest += between(r.client, s) / 2;
    int p = pending.add(r.client, r.first, r.second, soonest);
    if (r.isAtomic()) {
      clients.writeBegins(r.client);
      atomics.taken(p, now);
      slices.atomic(r.address, r.bytes, !r.cached);
    }
    probe.waits(p, r, now, soonest);
    if (!r.cached) {
      pending.await(p);
      moves(FETCHED_BYTES, r.address, r.isAtomic() ? 0 : r.bytes); // an atomic moves at its end
      path.fetch(now, DIRECT, p, r.address, r.bytes, leaves(s, passed, r.bytes));
    } else {
      long end = r.address + r.bytes;
      for (long at = r.address; at < end; ) {
        int part = slices.partOfLine(at, end);
        if (slices.read(s, at, part)) {
          long there = slices.ready(s, now);
          pending.notBefore(p, there + slice.hitTicks());
          probe.partHit(p, there, there + slice.hitTicks());
        } else {
          miss(p, s, at, part, passed);
        }
        at += part;
      }
    }
    part(p);
  }

  /**
   * Waits for the missing sectors of one line; fetches adjacent sectors together.
   *
   * @param waiting a pending request, or the complement of a slice that copies the sectors
   */
  private void miss(int waiting, int s, long address, int bytes, long tick) {
    long runStart = 0;
    int runBytes = 0;
    int sectorBytes = slices.sectorBytes();
    int least = fetches(s, address);
    long first = address & -sectorBytes;
    long last = address + bytes;
    long end = last + least - 1 & -least;
    for (long sector = first & -least; sector < end; sector += sectorBytes) {
      if (slices.holds(s, sector, sectorBytes)) {
        continue;
      }
      boolean asked = sector >= first && sector < last;
      if (asked && waiting >= 0) {
        pending.await(waiting);
      }
      if (!slices.await(s, sector, asked ? waiting : NO_REQUEST)) {
        if (asked && waiting >= 0) {
          slices.joins(s);
        }
        continue;
      }
      if (runBytes > 0 && runStart + runBytes == sector) {
        runBytes += sectorBytes;
      } else {
        if (runBytes > 0) {
          fetch(s, runStart, runBytes, tick);
        }
        runStart = sector;
        runBytes = sectorBytes;
      }
    }
    if (runBytes > 0) {
      fetch(s, runStart, runBytes, tick);
    }
  }

  /**
   * Returns the bytes of the aligned blocks that a slice fetches, less if it is short of entries.
   */
  private int fetches(int s, long address) {
    int sector = slices.sectorBytes();
    boolean more =
        slice.fetchBytes() > sector
            && home(s, address) == s
            && slices.hasMissEntries(s, 0, SPARE * sector);
    return more ? slice.fetchBytes() : sector;
  }

  private void fetch(int s, long address, int bytes, long tick) {
    int home = home(s, address);
    if (home != s) {
      copy(s, home, address, bytes, tick);
      return;
    }
    moves(FETCHED_BYTES, address, bytes);
    path.fetch(now, FILL, s, address, bytes, leaves(s, tick, bytes));
  }

  /** Answers the sectors that the home holds; lets it fetch the others, which it then passes on. */
  private void copy(int s, int home, long address, int bytes, long tick) {
    int sectorBytes = slices.sectorBytes();
    long passed = Math.max(tick, slices.book(home, false, now, bytes));
    for (long sector = address; sector < address + bytes; sector += sectorBytes) {
      if (slices.readFar(home, sector)) {
        long ready = Math.max(passed, slices.ready(home, now));
        probe.answeredByCache(passed, ready);
        fetched(s, sector, sectorBytes, partitions.crosses(s, now, ready, sectorBytes));
      } else {
        miss(~s, home, sector, sectorBytes, passed);
      }
    }
  }

  private void write(MemoryRequest r, long passed) {
    int s = r.slice;
    count[WRITTEN_BYTES] += r.bytes;
    performs(r, passed);
    if (partitions != null) {
      slices.dropCopies(s, partitions.each(), r.address, r.bytes);
    }
    if (!r.cached) {
      slices.drop(s, r.address, r.bytes);
    } else if (keeps(r)) {
      long written = passed + slice.hitTicks() + between(r.client, s);
      clients.written(r.client, written);
      probe.writesHit(r, now, passed, written);
      if (r.wantsReply()) {
        clients.respond(now, r, 0, written);
      }
      return;
    }
    int p = pending.add(r.client, r.first, r.second, passed);
    probe.waits(p, r, now, passed);
    clients.writeBegins(r.client);
    if (r.cached) {
      int bytes = slices.throughBytes();
      moves(SENT_BYTES, slices.through(), bytes);
      path.store(now, WRITE, p, slices.through(), bytes, leaves(s, passed, bytes));
    } else {
      moves(SENT_BYTES, r.address, r.bytes);
      path.store(now, WRITE, p, r.address, r.bytes, leaves(s, passed, r.bytes));
    }
  }

  /** Writes to the slice's cache and counts look-ups; whatever it keeps is a hit. */
  private boolean keeps(MemoryRequest r) {
    boolean kept = slices.write(r.slice, r.address, r.bytes);
    slices.wrote(r.address, r.bytes, kept);
    return kept;
  }

  /** Completes a write behind the slices; an atomic also waits for its operations. */
  private void written(int p, long ready) {
    done.unpack(pending.own(p), pending.first(p), pending.second(p));
    boolean late = done.isAtomic() && !done.isAtomicStore() && pending.ready(p) > ready;
    clients.writeEnds(done.client, late ? pending.ready(p) : ready);
    probe.written(p, done.client, late, ready);
    pending.remove(p);
    if (done.isWrite() && done.wantsReply()) {
      clients.respond(now, done, 0, ready);
    }
    clients.fence(now, done.client);
  }

  /** Fills fetched sectors and serves the requests that wait for them. */
  private void fetched(int s, long address, int bytes, long arrives) {
    Path brought = probe.arriving();
    long there = slices.takesIn(s, now, arrives, bytes);
    if (partitions == null || slices.isAwaited(s, address, bytes)) {
      slices.fill(s, address, bytes, there);
    }
    long end = address + bytes;
    for (long sector = address; sector < end; sector += slices.sectorBytes()) {
      int waiter = slices.release(s, sector);
      long reply = there;
      while (waiter >= 0) {
        int p = slices.request(s, waiter);
        waiter = slices.following(s, waiter);
        probe.arriving(brought);
        if (p == NO_REQUEST) {
          continue;
        }
        if (p < 0) {
          int size = slices.sectorBytes();
          fetched(~p, sector, size, partitions.crosses(~p, now, reply, size));
          continue;
        }
        arrivedFor(p, reply, slice.hitTicks());
        reply += slice.replyTicks();
      }
    }
    waits.free(points.misses(s));
  }

  private void arrivedFor(int p, long tick, long out) {
    pending.notBefore(p, tick + out);
    probe.arrives(p, tick + out);
    part(p);
  }

  /** Closes a part of a pending request; completes it after the last one. */
  private void part(int p) {
    if (pending.arrived(p)) {
      finish(p);
    }
  }

  private void finish(int p) {
    MemoryRequest r = done;
    r.unpack(pending.own(p), pending.first(p), pending.second(p));
    long ready = pending.ready(p);
    if (!r.isAtomic()) {
      probe.answers(p, ready);
      performs(r, now);
      pending.remove(p);
      clients.respond(now, r, r.bytes, ready);
      return;
    }
    int s = map.home(clients.unit(r.client), r.address);
    if (partitions != null) {
      slices.dropCopies(s, partitions.each(), r.address, r.bytes);
    }
    long end = atomics.perform(atomicUnit(s, r.address), p, now, ready, r);
    performs(r, end);
    probe.performs(p, end);
    if (r.wantsReply()) {
      clients.respond(now, r, r.bytes, end + between(r.client, s) / 2);
    } else {
      clients.unasked(r.bytes);
    }
    if (r.isNoOp() || isCached(r) && slices.isWriteBack() && slices.write(s, r.address, r.bytes)) {
      clients.writeEnds(r.client, end);
      probe.kept(p, r.client);
      pending.remove(p);
      clients.fence(now, r.client);
    } else {
      pending.notBefore(p, end);
      moves(SENT_BYTES, r.address, r.bytes);
      // Booked for now, because a booking for a later tick would delay other transfers.
      path.store(now, WRITE, p, r.address, r.bytes, leaves(s, now, r.bytes));
    }
  }

  void statistics(long kernels, StatisticsSink out) {
    MemorySideStatistics.lookUps(slices, out);
    MemorySideStatistics.SLICES.write(
        new MemorySideStatistics.SliceTraffic(
            readBytes(),
            slice.reads().most(kernels) * slices.count(),
            writtenBytes(),
            slice.writes().most(kernels) * slices.count(),
            count[FETCHED_BYTES],
            count[SENT_BYTES]),
        out);
    MemorySideStatistics.LOAD.write(load(), out);
  }
}
