package io.lockstep.parts.memory;

import io.lockstep.core.engine.Partition;
import io.lockstep.parts.rate.WindowedLoad;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.path.Path;

/**
 * Serves the requests that slices have room for: looks up, waits for what comes from behind, and
 * answers. Not thread-safe.
 */
final class SliceService extends SavedPart implements MemoryPath.Owner {
  private static final int FILL = 0;
  private static final int DIRECT = 1;
  private static final int WRITE = 2;

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
  private final MemoryPath path;
  private final MemoryClients clients;
  private final WaitLists waits; // resources: slices, then what the path numbers
  private final boolean atomicsBehind; // the slices, because dies have slices of their own
  private final AtomicUnits atomics;
  private final PendingRequests pending;
  private final long[] count;
  private final WindowedLoad load; // bytes, of slices
  private final long[] atomicUntil; // by atomic unit: up to when it has operations
  private final long[] atomicTicks; // by atomic unit: in which it had any
  private SliceTimeline timeline; // null where nobody looks
  private long now; // of the current event
  private boolean polls; // whether groups of the launch may wait for one another
  private final WordChanges words = state.keep(new WordChanges());
  private SidePaths paths; // null where nobody asks

  /**
   * @param clients whom it answers; saved by who made them
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
    slices =
        state.keep(
            new Slices(
                slice,
                map.slices(),
                map.blockBytes(),
                (address, bytes) -> evicted(address, bytes)));
    path = state.keep(new MemoryPath(partition, component, config, map, this));
    if (path.sectorBytes() != 0 && path.sectorBytes() < slices.sectorBytes()) {
      throw new IllegalArgumentException(
          "sectors of the memory-side cache are smaller than a slice's");
    }
    atomicsBehind = map.hasSlicesOfDies();
    int units = atomicsBehind ? map.channels() : slices.count();
    waits = state.keep(new WaitLists(slices.count() + path.resources() + units));
    atomics = state.keep(new AtomicUnits(slice, units));
    pending = state.keep(new PendingRequests());
    count = state.counters(COUNTS);
    load = state.keep(new WindowedLoad(slices.count(), config.dram().tickHertz()));
    atomicUntil = state.keep(new long[units]);
    atomicTicks = state.counters(units);
  }

  private void evicted(long address, int bytes) {
    path.evict(now, address, bytes);
  }

  /** Tells paths from now on; null ends that. */
  void follow(SidePaths wanted) {
    paths = wanted;
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
  private void performs(int port, long first, long second, long tick) {
    PolledAccess access = clients.polled(port, first, second);
    if (access != null) {
      words.now(now);
      access.serve(Message.address(first), Message.bytes(second), tick, words);
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

  long atomicOperations() {
    return atomics.operations();
  }

  /** A launch has ended: no operation beyond its end is of any kernel's time. */
  void launchEnds(long tick) {
    for (int s = 0; s < atomicTicks.length; s++) {
      atomicTicks[s] -= beyond(s, tick);
      atomicUntil[s] = Math.min(atomicUntil[s], tick);
    }
  }

  private long beyond(int s, long tick) {
    return Math.max(0, atomicUntil[s] - tick);
  }

  /** What the atomic units have done up to now, in so many ticks of kernels. */
  MemorySideStatistics.AtomicWork atomicWork(long tick, long ticks) {
    long busiest = 0;
    for (int s = 0; s < atomicTicks.length; s++) {
      busiest = Math.max(busiest, atomicTicks[s] - beyond(s, tick));
    }
    return new MemorySideStatistics.AtomicWork(atomics.operations(), busiest, ticks);
  }

  /** Requests that are being served. */
  int underWay() {
    return pending.size();
  }

  // ------------------------------------------------------------------ from behind the slices

  @Override
  public void complete(int type, int owner, long address, int bytes, long ready) {
    if (type == WRITE) {
      written(owner, address, ready);
    } else if (type == DIRECT) {
      arrivedFor(owner, ready + slice.missTicks());
    } else {
      fetched(owner, address, bytes, ready + slice.missTicks());
    }
  }

  @Override
  public long preview(int[] types, int[] owners, long[] addresses, int n, long ready) {
    long answered = ready + slice.missTicks() + slice.hitTicks();
    int fills = 0;
    for (int k = 0; k < n; k++) {
      if (types[k] == FILL) {
        owners[fills] = owners[k];
        addresses[fills++] = addresses[k];
      }
    }
    long sum =
        slices.previewSets(owners, addresses, fills)
            + slices.previewMisses(owners, addresses, fills);
    int waiting = 0;
    for (int k = 0; k < fills; k++) {
      int p = slices.firstRequest(owners[k], addresses[k]);
      if (p >= 0) {
        owners[waiting++] = p;
      }
    }
    for (int k = 0; k < waiting; k++) {
      sum += clients.previewLink(pending.own(owners[k]), answered);
    }
    return sum;
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
  boolean isCached(long first) {
    return slices.isCached(Message.flags(first))
        && !(atomicsBehind && Message.kind(first) == Message.ATOMIC);
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

  /** Takes requests down from now on; null ends that. */
  void observe(SliceTimeline wanted) {
    timeline = wanted;
  }

  /** A client's request has been taken, fences too. */
  void taken(int port) {
    if (timeline != null) {
      timeline.taken(port);
    }
  }

  /** Serves a request that its slice and what lies behind can take. */
  void serve(int port, int s, long first, long second, boolean cached, boolean held) {
    int kind = Message.kind(first);
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    boolean write = kind == Message.WRITE;
    long passed = slices.book(s, write, now, bytes);
    load.add(s, now, bytes);
    if (paths != null) {
      paths.passes(passed);
    }
    if (write) {
      write(port, s, first, second, cached, passed);
    } else if (held && kind != Message.ATOMIC && slices.isOneLine(address, bytes)) {
      hit(port, s, first, second, passed);
    } else {
      read(port, s, first, second, cached, held, passed);
    }
  }

  /** A read that finds all its bytes in one line: what most come to where caches do any good. */
  private void hit(int port, int s, long first, long second, long passed) {
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    count[READ_BYTES] += bytes;
    if (polls) {
      performs(port, first, second, now);
    }
    slices.read(s, address, bytes);
    long there = slices.ready(s, now);
    long ready = Math.max(passed, there) + slice.hitTicks();
    if (paths != null) {
      paths.answers(paths.hit(there, ready));
    }
    if (timeline != null) {
      timeline.served(port, s, SliceKind.L2_HIT, now, ready, bytes);
    }
    clients.respond(now, port, Message.kind(first), Message.token(second), address, bytes, ready);
  }

  private void read(
      int port, int s, long first, long second, boolean cached, boolean held, long passed) {
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    boolean atomic = Message.kind(first) == Message.ATOMIC;
    count[READ_BYTES] += bytes;
    if (atomic) {
      clients.writeBegins(port);
    }
    int p = pending.add(port, first, second, passed + slice.hitTicks());
    if (atomic) {
      atomics.taken(p, now);
    }
    if (paths != null) {
      paths.waits(p, passed + slice.hitTicks());
    }
    if (timeline != null) {
      SliceKind how =
          atomic
              ? SliceKind.L2_ATOMIC
              : held ? SliceKind.L2_HIT : cached ? SliceKind.L2_MISS : SliceKind.L2_DIRECT;
      timeline.waits(p, port, s, how, now, bytes);
    }
    if (!cached) {
      pending.await(p);
      path.fetch(now, DIRECT, p, address, bytes, passed);
    } else {
      long end = address + bytes;
      for (long at = address; at < end; ) {
        int part = slices.partOfLine(at, end);
        if (slices.read(s, at, part)) {
          long there = slices.ready(s, now);
          pending.notBefore(p, there + slice.hitTicks());
          if (paths != null) {
            paths.partHit(p, there, there + slice.hitTicks());
          }
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
          path.fetch(now, FILL, s, runStart, runBytes, tick);
        }
        runStart = sector;
        runBytes = sectorBytes;
      }
    }
    if (runBytes > 0) {
      path.fetch(now, FILL, s, runStart, runBytes, tick);
    }
  }

  private void write(int port, int s, long first, long second, boolean cached, long passed) {
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    count[WRITTEN_BYTES] += bytes;
    boolean reply = (Message.flags(first) & Message.REPLY) != 0;
    if (polls) {
      performs(port, first, second, passed);
    }
    if (!cached) {
      slices.drop(s, address, bytes);
    } else if (slices.write(s, address, bytes)) {
      long written = passed + slice.hitTicks();
      if (timeline != null) {
        timeline.served(port, s, SliceKind.L2_WRITE, now, written, bytes);
      }
      clients.written(port, written);
      if (paths != null) {
        paths.answers(paths.hit(passed, written));
        paths.written(port, paths.hit(passed, written));
      }
      if (reply) {
        clients.respond(now, port, Message.WRITE, Message.token(second), address, 0, written);
      }
      return;
    }
    int p = pending.add(port, first, second, passed);
    if (paths != null) {
      paths.waits(p, passed);
    }
    if (timeline != null) {
      timeline.waits(p, port, s, SliceKind.L2_WRITE, now, bytes);
    }
    clients.writeBegins(port);
    if (cached) {
      path.store(now, WRITE, p, slices.through(), slices.throughBytes(), passed);
    } else {
      path.store(now, WRITE, p, address, bytes, passed);
    }
  }

  // ------------------------------------------------------------------ data and acknowledgements

  /**
   * A write behind the slices has its time. An atomic's is done when its operations are, too; a
   * store that takes the way of the atomics is done when it is written.
   */
  private void written(int p, long address, long ready) {
    int port = pending.own(p);
    long first = pending.first(p);
    boolean late = isAtomic(p) && pending.ready(p) > ready;
    clients.writeEnds(port, late ? pending.ready(p) : ready);
    if (paths != null) {
      paths.written(port, late ? paths.pending(p) : paths.arriving());
      paths.answers(paths.arriving());
    }
    int token = Message.token(pending.second(p));
    if (timeline != null) {
      timeline.ends(p, ready);
    }
    pending.remove(p);
    if (Message.kind(first) == Message.WRITE && (Message.flags(first) & Message.REPLY) != 0) {
      clients.respond(now, port, Message.WRITE, token, address, 0, ready);
    }
    clients.fence(now, port);
  }

  private boolean isAtomic(int p) {
    long first = pending.first(p);
    return Message.kind(first) == Message.ATOMIC
        && Message.operations(first, pending.second(p)) != Message.operations(1, 0);
  }

  /** A slice's sectors have their time: they are held as of then, and whoever waits is served. */
  private void fetched(int s, long address, int bytes, long there) {
    Path brought = paths == null ? null : paths.arriving();
    slices.fill(s, address, bytes, there);
    long end = address + bytes;
    for (long sector = address; sector < end; sector += slices.sectorBytes()) {
      int waiter = slices.release(s, sector);
      while (waiter >= 0) {
        int p = slices.request(s, waiter);
        waiter = slices.following(s, waiter);
        if (paths != null) {
          paths.arriving(brought);
        }
        arrivedFor(p, there);
      }
    }
    waits.free(s);
  }

  private void arrivedFor(int p, long tick) {
    pending.notBefore(p, tick + slice.hitTicks());
    if (paths != null) {
      paths.arrives(p, tick + slice.hitTicks());
    }
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
    int port = pending.own(p);
    long first = pending.first(p);
    long second = pending.second(p);
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    long ready = pending.ready(p);
    int kind = Message.kind(first);
    if (paths != null) {
      paths.answers(paths.pending(p));
    }
    if (kind != Message.ATOMIC) {
      if (polls) {
        performs(port, first, second, now);
      }
      if (timeline != null) {
        timeline.ends(p, ready);
      }
      pending.remove(p);
      clients.respond(now, port, kind, Message.token(second), address, bytes, ready);
      return;
    }
    int s = map.slice(clients.unit(port), address);
    int unit = atomicUnit(s, address);
    long end = atomics.perform(unit, p, now, ready, first, second);
    if (polls) {
      performs(port, first, second, end);
    }
    atomicTicks[unit] += Math.max(0, end - Math.max(ready, atomicUntil[unit]));
    atomicUntil[unit] = Math.max(atomicUntil[unit], end);
    if (paths != null) {
      paths.performs(p, end);
      paths.answers(paths.pending(p));
    }
    if (timeline != null) {
      timeline.ends(p, end);
    }
    boolean reply = (Message.flags(first) & Message.REPLY) != 0;
    if (reply) {
      clients.respond(now, port, Message.ATOMIC, Message.token(second), address, bytes, end);
    } else {
      clients.unasked(bytes);
    }
    boolean kept = isCached(first) && slices.isWriteBack();
    if (kept && slices.write(s, address, bytes)) {
      clients.writeEnds(port, end);
      if (paths != null) {
        paths.written(port, paths.pending(p));
      }
      pending.remove(p);
      clients.fence(now, port);
    } else {
      pending.notBefore(p, end);
      path.store(now, WRITE, p, address, bytes, now); // a later booking would hold back others
    }
  }
}
