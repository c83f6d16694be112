package io.lockstep.parts.memory;

import io.lockstep.core.engine.Partition;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.StatisticsSink;

/**
 * Serves the requests that slices have room for: looks up, waits for what comes from behind, and
 * answers. Not thread-safe.
 */
final class SliceService extends SavedPart implements MemoryPath.Owner {
  // Types of the records of the path behind the slices.
  private static final int FILL = 0;
  private static final int DIRECT = 1;
  private static final int WRITE = 2;

  /** The type of copy engines' records. */
  static final int COPY = 3;

  private static final int READ_BYTES = 0;
  private static final int WRITTEN_BYTES = 1;
  private static final int COUNTS = 2;

  /** Hears when channels have something to decide. */
  interface Listener {
    /** A channel's time to decide has come. */
    void decisionsDue(long tick);
  }

  private final AddressMap map;
  private final L2Config slice;
  private final Listener listener;
  private final Slices slices;
  private final DiePorts diePorts; // null where they are not limited
  private final MemoryPath path;
  private final MemoryClients clients;
  private final WaitLists waits; // resources: slices, then what the path numbers
  private final boolean atomicsBehind; // the slices, because dies have slices of their own
  private final AtomicUnits atomics;
  private final PendingRequests pending;
  private final long[] count;
  private final WindowedLoad load; // bytes, of slices
  private long now; // of the current event
  private boolean polls; // whether groups of the launch may wait for one another
  private final WordChanges words = state.keep(new WordChanges());
  private final MemoryRequest done = new MemoryRequest(); // whose data is there
  private RequestProbe probe = RequestProbe.NONE;
  private CopyPorts copies; // null before they are added

  /**
   * @param clients the receivers of responses; saved by their creator
   */
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
    slices = state.keep(new Slices(slice, map.slices(), map.blockBytes(), this::evicted));
    diePorts =
        config
            .memoryCache()
            .flatMap(MemoryCacheConfig::port)
            .map(rate -> state.keep(new DiePorts(rate, map)))
            .orElse(null);
    path = state.keep(new MemoryPath(partition, component, config, map, this));
    if (path.sectorBytes() != 0 && path.sectorBytes() < slices.sectorBytes()) {
      throw new IllegalArgumentException(
          "sectors of the memory-side cache are smaller than a slice's");
    }
    atomicsBehind = map.dies() > 1;
    int units = atomicsBehind ? map.channels() : slices.count();
    waits = state.keep(new WaitLists(slices.count() + path.resources() + units));
    atomics = state.keep(new AtomicUnits(slice, units));
    pending = state.keep(new PendingRequests());
    count = state.counters(COUNTS);
    load = state.keep(new WindowedLoad(slices.count(), config.dram().tickHertz()));
  }

  private void evicted(int s, long address, int bytes) {
    leaves(s, now, bytes);
    path.evict(now, address, bytes);
  }

  /** Bytes cross the port of a slice's die, either way; answers when they have. */
  private long leaves(int s, long tick, int bytes) {
    return diePorts == null ? tick : Math.max(tick, diePorts.book(s, now, bytes));
  }

  /** Ticks of work booked ahead at the port of a slice's die. */
  long backlogBehind(int s) {
    return diePorts == null ? 0 : diePorts.backlog(s, now);
  }

  void observe(RequestProbe by) {
    probe = by;
  }

  /** Sets who reads and writes beside the slices. */
  void copies(CopyPorts engines) {
    copies = engines;
  }

  Slices slices() {
    return slices;
  }

  MemoryPath path() {
    return path;
  }

  WaitLists waits() {
    return waits;
  }

  /** The current event's tick. */
  void now(long tick) {
    now = tick;
  }

  /** A launch begins: whether its groups may wait for one another. */
  void polls(boolean wanted) {
    polls = wanted;
    words.begin();
  }

  /** The words that groups wait on. */
  WordChanges words() {
    return words;
  }

  /** A request is performed at a tick: polls are judged, and changes of polled words count. */
  private void performs(MemoryRequest r, long tick) {
    PolledAccess access = polls ? clients.polled(r) : null;
    if (access != null) {
      words.now(now);
      access.serve(r.address, r.bytes, tick, words);
    }
  }

  /** Bytes that reads and atomics asked for. */
  long readBytes() {
    return count[READ_BYTES];
  }

  /** Bytes that writes brought. */
  long writtenBytes() {
    return count[WRITTEN_BYTES];
  }

  /** Bytes that each slice was asked for or brought. */
  WindowedLoad load() {
    return load;
  }

  /** Requests that are being served. */
  int underWay() {
    return pending.size();
  }

  // ------------------------------------------------------------------ from behind the slices

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
    waits.free(slices.count() + resource);
  }

  @Override
  public void decisionsDue(long tick) {
    listener.decisionsDue(tick);
  }

  // ------------------------------------------------------------------ requests

  /** Whether a request may find its bytes in the cache of its slice. */
  boolean isCached(MemoryRequest r) {
    return slices.haveCaches() && !r.isUncached() && !(atomicsBehind && r.isAtomic());
  }

  /** The unit that performs atomics on an address that a slice serves. */
  int atomicUnit(int s, long address) {
    return atomicsBehind ? map.channel(address) : s;
  }

  /** The units of atomic operations. */
  AtomicUnits atomics() {
    return atomics;
  }

  /** The first unit of atomics among the resources that ports wait for. */
  int firstAtomicUnit() {
    return slices.count() + path.resources();
  }

  /** Serves a request that its slice and what lies behind can take. */
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

  /** A read that finds all its bytes in one line: what most come to where caches do any good. */
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
    int p = pending.add(r.client, r.first, r.second, soonest);
    if (r.isAtomic()) {
      clients.writeBegins(r.client);
      atomics.taken(p, now);
    }
    probe.waits(p, r, now, soonest);
    if (!r.cached) {
      pending.await(p);
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

  /** Waits for the sectors of one line that are not held; neighbouring ones are fetched as one. */
  private void miss(int p, int s, long address, int bytes, long tick) {
    long runStart = 0;
    int runBytes = 0;
    int sectorBytes = slices.sectorBytes();
    long end = address + bytes;
    for (long sector = address & -sectorBytes; sector < end; sector += sectorBytes) {
      if (slices.holds(s, sector, sectorBytes)) {
        continue;
      }
      pending.await(p);
      if (!slices.await(s, sector, p)) {
        continue;
      }
      if (runBytes > 0 && runStart + runBytes == sector) {
        runBytes += sectorBytes;
      } else {
        if (runBytes > 0) {
          path.fetch(now, FILL, s, runStart, runBytes, leaves(s, tick, runBytes));
        }
        runStart = sector;
        runBytes = sectorBytes;
      }
    }
    if (runBytes > 0) {
      path.fetch(now, FILL, s, runStart, runBytes, leaves(s, tick, runBytes));
    }
  }

  private void write(MemoryRequest r, long passed) {
    int s = r.slice;
    count[WRITTEN_BYTES] += r.bytes;
    performs(r, passed);
    if (!r.cached) {
      slices.drop(s, r.address, r.bytes);
    } else if (slices.write(s, r.address, r.bytes)) {
      long written = passed + slice.hitTicks();
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
      path.store(now, WRITE, p, slices.through(), bytes, leaves(s, passed, bytes));
    } else {
      path.store(now, WRITE, p, r.address, r.bytes, leaves(s, passed, r.bytes));
    }
  }

  // ------------------------------------------------------------------ data and acknowledgements

  /**
   * A write behind the slices has its time. An atomic's is done when its operations are, too; a
   * store that takes the way of the atomics is done when it is written.
   */
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

  /**
   * A slice's sectors have their time: they are held from then on, and waiting requests are served.
   */
  private void fetched(int s, long address, int bytes, long arrives) {
    Path brought = probe.arriving();
    long there = slices.takesIn(s, now, arrives, bytes);
    slices.fill(s, address, bytes, there);
    long end = address + bytes;
    for (long sector = address; sector < end; sector += slices.sectorBytes()) {
      int waiter = slices.release(s, sector);
      long reply = there;
      while (waiter >= 0) {
        int p = slices.request(s, waiter);
        waiter = slices.following(s, waiter);
        probe.arriving(brought);
        arrivedFor(p, reply, slice.hitTicks());
        reply += slice.replyTicks();
      }
    }
    waits.free(s);
  }

  private void arrivedFor(int p, long tick, long out) {
    pending.notBefore(p, tick + out);
    probe.arrives(p, tick + out);
    part(p);
  }

  /** One of a request's parts is there; with the last one it is answered. */
  private void part(int p) {
    if (pending.arrived(p)) {
      finish(p);
    }
  }

  /** All data of a request is there. */
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
    int s = map.slice(clients.unit(r.client), r.address);
    long end = atomics.perform(atomicUnit(s, r.address), p, now, ready, r);
    performs(r, end);
    probe.performs(p, end);
    if (r.wantsReply()) {
      clients.respond(now, r, r.bytes, end);
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
      // A later booking would hold back others.
      path.store(now, WRITE, p, r.address, r.bytes, leaves(s, now, r.bytes));
    }
  }

  /** Writes the statistics of slices that have a cache, after some ticks in which kernels ran. */
  void statistics(long kernels, StatisticsSink out) {
    slices.statistics(out);
    MemorySideStatistics.SLICES.write(
        new MemorySideStatistics.SliceTraffic(
            readBytes(),
            slice.reads().most(kernels) * slices.count(),
            writtenBytes(),
            slice.writes().most(kernels) * slices.count()),
        out);
    MemorySideStatistics.LOAD.write(load(), out);
  }
}
