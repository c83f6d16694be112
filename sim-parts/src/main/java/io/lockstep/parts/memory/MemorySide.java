package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.cache.SectoredCache;
import io.lockstep.parts.device.Timeline;
import io.lockstep.parts.dram.DramChannel;
import io.lockstep.parts.dram.DramTimeline;
import io.lockstep.parts.stats.StatisticsSink;

/**
 * Everything behind the memory units: the network, slices with or without a cache, a memory-side
 * cache where the device has one, and the channels of DRAM.
 *
 * <p><b>Service.</b> Ports are looked at in turn, beginning with another one each time, never in
 * the order of arrival. A request stays at the head of its port, its credit unreturned, until its
 * slice and what lies behind can take it: this is the back-pressure. A port that is held back waits
 * for exactly one resource (a slice or a channel) and is looked at again when that changes.
 *
 * <p><b>Time.</b> What is taken is booked: slices and links in fractions of a tick, DRAM by {@link
 * DramChannel}. A hit's response leaves at once with its delay; a miss's when DRAM has decided its
 * order and with it the time of its data. So a line that misses everywhere costs a request, a
 * decision and a response. A line that is on its way carries the tick of its arrival, and those who
 * ask meanwhile wait for that.
 *
 * <p><b>Deadlock.</b> Requests wait for slices, miss entries and channels; these wait for DRAM and
 * for nothing else; evictions always find room in a channel, and responses always have a credit,
 * because a unit has no more requests under way than its response port has room for.
 *
 * <p>Belongs to one partition. Not thread-safe.
 */
public final class MemorySide implements MemoryTraffic, Stateful {
  private static final int FILL = 0;
  private static final int DIRECT = 1;
  private static final int WRITE = 2;

  private static final int NONE = WaitLists.NONE;

  private final Partition partition;
  private final MemorySideConfig config;
  private final L2Config slice;
  private final AddressMap map;
  private final int component;
  private final EventKind work;
  private final EventKind retry;

  private final Slices slices;
  private final MemoryPath path;

  private final MemoryClients clients;
  private final DueClients due;

  // Resources: slices, then what the path numbers.
  private final WaitLists waits;
  private final byte[] retryScheduled;

  private final AtomicUnits atomics;

  private final PendingRequests pending = new PendingRequests();
  private long now; // of the current event

  // Counters.
  private long requestCount;
  private long readBytes;
  private long writtenBytes;
  private long heldBack;

  /**
   * Adds the memory side to a partition.
   *
   * @param partition where it lives
   * @param config sizes, rates, latencies
   * @param map where addresses live
   */
  public MemorySide(Partition partition, MemorySideConfig config, AddressMap map) {
    this.partition = partition;
    this.config = config;
    this.map = map;
    slice = config.l2();
    component = partition.component("memory");
    clients = new MemoryClients(partition, component, config.network());
    work = partition.kind("memory.request", Phase.WORK, (tick, c, argument) -> work(tick));
    retry =
        partition.kind("memory.retry", Phase.WORK, (tick, c, resource) -> retry(tick, resource));
    slices = new Slices(slice, map.slices(), map.blockBytes(), this::evicted);
    path = new MemoryPath(partition, component, config, map, new Behind());
    if (path.sectorBytes() != 0 && path.sectorBytes() < slices.sectorBytes()) {
      throw new IllegalArgumentException(
          "sectors of the memory-side cache are smaller than a slice's");
    }
    int resources = slices.count() + path.resources();
    waits = new WaitLists(resources);
    retryScheduled = new byte[resources];
    due = new DueClients(clients, waits, map, slices, path);
    atomics = new AtomicUnits(slice, slices.count());
    partition.simulation().waitReason(component, this::waiting);
  }

  private void evicted(long address, int bytes) {
    path.evict(now, address, bytes);
  }

  // ------------------------------------------------------------------ assembly

  /** {@return bytes that one request may cover, aligned to their size} */
  public int blockBytes() {
    return map.blockBytes();
  }

  /**
   * Adds a client; its two ports follow.
   *
   * @param name of the client, for reports of missing progress
   * @param computeUnit number of the unit that it belongs to
   * @return the client's number
   */
  public int connect(String name, int computeUnit) {
    waits.addPort();
    return clients.connect(name, computeUnit);
  }

  /** {@return its number in the simulation} */
  public int component() {
    return component;
  }

  /**
   * Makes the port of a client's requests.
   *
   * @param client its number
   * @param from the component that sends
   * @param credits requests that may be under way or wait here
   * @param credit told when credit comes back
   * @return the port, whose sender is the client
   */
  public Port requestPort(int client, int from, int credits, EventKind credit) {
    return clients.requestPort(client, from, credits, work, credit);
  }

  /**
   * Makes the port of a client's responses.
   *
   * @param client its number
   * @param to partition of the client
   * @param toComponent the component that receives
   * @param capacity responses that may be under way or wait
   * @param onReturn told when responses are there
   * @return the port, whose receiver is the client
   */
  public Port responsePort(
      int client, Partition to, int toComponent, int capacity, EventKind onReturn) {
    return clients.responsePort(client, to, toComponent, capacity, onReturn);
  }

  // ------------------------------------------------------------------ events

  private void work(long tick) {
    now = tick;
    int n = due.find(tick);
    for (int k = 0; k < n; k++) {
      drain(due.client(k));
    }
    settle();
  }

  private void retry(long tick, int resource) {
    now = tick;
    retryScheduled[resource] = 0;
    waits.free(resource);
    settle();
  }

  /** What comes back from behind the slices. */
  private final class Behind implements MemoryPath.Owner {
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
    public long preview(int type, int owner, long address) {
      return type == FILL ? slices.previewSet(owner, address) : 0;
    }

    @Override
    public void freed(int resource) {
      waits.free(slices.count() + resource);
    }

    @Override
    public void decisionsDue(long tick) {
      now = tick;
      settle();
    }
  }

  /** Lets channels decide and held-back ports go on until nothing changes any more. */
  private void settle() {
    while (true) {
      if (path.decide(now)) {
        continue;
      }
      int resource = waits.takeFreed();
      if (resource == NONE) {
        return;
      }
      release(resource);
    }
  }

  /** Goes on with the ports that a resource held back, in the order they came to wait. */
  private void release(int resource) {
    int last = waits.last(resource);
    int port = waits.take(resource);
    while (port != NONE) {
      int next = waits.letGo(port);
      drain(port);
      if (next != NONE && waits.blockedOn(port) == resource) { // the others need not ask
        waits.putBack(resource, next, last);
        return;
      }
      port = next;
    }
  }

  private void drain(int port) {
    Port from = clients.requests(port);
    while (!from.isEmpty()) {
      if (!serve(port, from.headA(), from.headB())) {
        heldBack++;
        return;
      }
      from.pop();
      requestCount++;
    }
  }

  /** Holds a port back until a resource changes; with a tick, until then at the latest. */
  private boolean block(int port, int resource, long until) {
    waits.block(port, resource);
    if (until > 0 && retryScheduled[resource] == 0) {
      retryScheduled[resource] = 1;
      partition.at(Math.max(until, now + 1), retry, component, resource);
    }
    return false;
  }

  // ------------------------------------------------------------------ requests

  private boolean serve(int port, long first, long second) {
    int kind = Message.kind(first);
    if (kind == Message.FENCE) {
      clients.askFence(port);
      clients.fence(now, port);
      return true;
    }
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    int s = map.slice(clients.unit(port), address);
    boolean cached = slices.isCached(Message.flags(first));
    boolean write = kind == Message.WRITE;
    long backlog = slices.backlog(s, write, now);
    if (backlog > slice.backlogTicks()) {
      return block(port, s, now + backlog - slice.backlogTicks() / 2);
    }
    if (kind == Message.ATOMIC && atomics.takesFrom(s, now) > now) {
      return block(port, s, atomics.takesFrom(s, now));
    }
    boolean held = !write && cached && slices.holds(s, address, bytes);
    if (write) {
      int lacking = path.lacksForWrite(address);
      if (lacking != MemoryPath.NONE) {
        return block(port, slices.count() + lacking, 0);
      }
    } else if (!held) {
      int lacking = path.lacksForRead(address);
      if (lacking != MemoryPath.NONE) {
        return block(port, slices.count() + lacking, 0);
      }
      if (cached && !slices.hasMissEntries(s, address, bytes)) {
        return block(port, s, 0);
      }
    }
    long passed = slices.book(s, write, now, bytes);
    if (write) {
      write(port, s, first, second, cached, passed);
    } else if (held && kind != Message.ATOMIC && slices.isOneLine(address, bytes)) {
      hit(port, s, first, second, passed);
    } else {
      read(port, s, first, second, cached, passed);
    }
    return true;
  }

  /** A read that finds all its bytes in one line: what most come to where caches do any good. */
  private void hit(int port, int s, long first, long second, long passed) {
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    readBytes += bytes;
    slices.read(s, address, bytes);
    long ready = Math.max(passed, slices.ready(s)) + slice.hitTicks();
    clients.respond(now, port, Message.kind(first), Message.token(second), address, bytes, ready);
  }

  private void read(int port, int s, long first, long second, boolean cached, long passed) {
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    boolean atomic = Message.kind(first) == Message.ATOMIC;
    readBytes += bytes;
    if (atomic) {
      clients.writeBegins(port);
    }
    int p = pending.add(port, first, second, passed + slice.hitTicks());
    if (!cached) {
      pending.await(p);
      path.fetch(now, DIRECT, p, address, bytes, passed);
    } else {
      long end = address + bytes;
      for (long at = address; at < end; ) {
        int part = slices.partOfLine(at, end);
        if (slices.read(s, at, part)) {
          pending.notBefore(p, slices.ready(s) + slice.hitTicks());
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
    writtenBytes += bytes;
    boolean reply = (Message.flags(first) & Message.REPLY) != 0;
    if (cached && slices.isWriteBack()) {
      slices.write(s, address, bytes);
      long written = passed + slice.hitTicks();
      clients.written(port, written);
      if (reply) {
        clients.respond(now, port, Message.WRITE, Message.token(second), address, 0, written);
      }
      return;
    }
    slices.drop(s, address, bytes);
    int p = pending.add(port, first, second, passed);
    clients.writeBegins(port);
    path.store(now, WRITE, p, address, bytes, passed);
  }

  // ------------------------------------------------------------------ data and acknowledgements

  /** A write behind the slices has its time. */
  private void written(int p, long address, long ready) {
    int port = pending.port(p);
    clients.writeEnds(port, ready);
    long first = pending.first(p);
    int token = Message.token(pending.second(p));
    pending.remove(p);
    if (Message.kind(first) == Message.WRITE && (Message.flags(first) & Message.REPLY) != 0) {
      clients.respond(now, port, Message.WRITE, token, address, 0, ready);
    }
    clients.fence(now, port);
  }

  /** A slice's sectors have their time: they are held as of then, and whoever waits is served. */
  private void fetched(int s, long address, int bytes, long there) {
    slices.fill(s, address, bytes, there);
    long end = address + bytes;
    for (long sector = address; sector < end; sector += slices.sectorBytes()) {
      int waiter = slices.release(s, sector);
      while (waiter >= 0) {
        int p = slices.request(s, waiter);
        waiter = slices.following(s, waiter);
        arrivedFor(p, there);
      }
    }
    waits.free(s);
  }

  private void arrivedFor(int p, long tick) {
    pending.notBefore(p, tick + slice.hitTicks());
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
    int port = pending.port(p);
    long first = pending.first(p);
    long second = pending.second(p);
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    long ready = pending.ready(p);
    int kind = Message.kind(first);
    if (kind != Message.ATOMIC) {
      pending.remove(p);
      clients.respond(now, port, kind, Message.token(second), address, bytes, ready);
      return;
    }
    int s = map.slice(clients.unit(port), address);
    int turns = Message.turns(first);
    long end = atomics.perform(s, now, ready, address, turns, Message.lanes(second));
    boolean reply = (Message.flags(first) & Message.REPLY) != 0;
    if (reply) {
      clients.respond(now, port, Message.ATOMIC, Message.token(second), address, bytes, end);
    } else {
      clients.unasked(bytes);
    }
    if (slices.isCached(Message.flags(first)) && slices.isWriteBack()) {
      slices.write(s, address, bytes);
      clients.writeEnds(port, end);
      pending.remove(p);
      clients.fence(now, port);
    } else {
      pending.notBefore(p, end);
      path.store(now, WRITE, p, address, bytes, end);
    }
  }

  // ------------------------------------------------------------------ launches and figures

  /** Empties caches that a kernel start empties. */
  public void kernelStarts() {
    if (slice.invalidate() && slice.cache().isPresent()) {
      now = partition.now();
      slices.invalidate();
      settle();
    }
  }

  /** {@return requests that are being served} */
  public int underWay() {
    return pending.size();
  }

  private String waiting() {
    int held = waits.blocked();
    int queued = path.waiting();
    return underWay() + held + queued == 0
        ? null
        : underWay()
            + " requests wait for data, "
            + held
            + " ports for a slice or channel, "
            + queued
            + " accesses for DRAM";
  }

  /**
   * Checks the identities that must hold when nothing is under way.
   *
   * @throws IllegalStateException where one does not
   */
  public void check() {
    if (underWay() != 0) {
      throw new IllegalStateException("memory: " + waiting());
    }
    clients.check(readBytes);
    slices.check();
    path.check();
  }

  /**
   * Starts the counters anew.
   *
   * @param tick from which on counts are taken
   */
  public void resetCounters(long tick) {
    requestCount = 0;
    clients.resetCounters(readBytes);
    readBytes = 0;
    writtenBytes = 0;
    atomics.resetCounters();
    heldBack = 0;
    path.resetCounters(tick);
    slices.resetCounters();
  }

  /** {@return requests served} */
  public long requests() {
    return requestCount;
  }

  @Override
  public long readBytes() {
    return readBytes;
  }

  @Override
  public long writtenBytes() {
    return writtenBytes;
  }

  @Override
  public long atomicOperations() {
    return atomics.operations();
  }

  /** {@return how often a port began to be held back} */
  public long heldBack() {
    return heldBack;
  }

  /** {@return the channels of DRAM} */
  public int channels() {
    return path.channels();
  }

  /**
   * {@return a channel of DRAM, for its figures}
   *
   * @param i number of the channel, from 0
   */
  public DramChannel channel(int i) {
    return path.channel(i);
  }

  /**
   * {@return a slice's cache, for its figures; null where slices have none}
   *
   * @param s number of the slice, from 0
   */
  public SectoredCache sliceCache(int s) {
    return slices.cache(s);
  }

  /**
   * Writes the statistics of slices, memory-side cache and DRAM.
   *
   * @param tick end of the interval; it began with the last reset
   * @param out takes statistics of parts that are there; what a device lacks is left out
   */
  public void statistics(long tick, StatisticsSink out) {
    if (slice.cache().isPresent()) {
      slices.statistics(out);
      MemorySideStatistics.SLICES.write(this, out);
    }
    MemorySideStatistics.ATOMICS.write(this, out);
    path.statistics(tick, out);
  }

  /**
   * Takes intervals of the channels' buses down from now on; null ends that.
   *
   * @param recorder of this side's partition, or null
   */
  public void observe(Timeline.Recorder recorder) {
    for (int c = 0; c < path.channels(); c++) {
      path.channel(c).observe(recorder == null ? null : DramTimeline.of(recorder, c));
    }
  }

  // ------------------------------------------------------------------ state

  @Override
  public void save(StateWriter out) {
    out.begin("memory");
    slices.save(out);
    path.save(out);
    clients.save(out);
    waits.save(out);
    due.save(out);
    out.writeBytes(retryScheduled);
    atomics.save(out);
    pending.save(out);
    out.writeLong(requestCount);
    out.writeLong(readBytes);
    out.writeLong(writtenBytes);
    out.writeLong(heldBack);
  }

  @Override
  public void load(StateReader in) {
    in.begin("memory");
    slices.load(in);
    path.load(in);
    clients.load(in);
    waits.load(in);
    due.load(in);
    in.readInto(retryScheduled);
    atomics.load(in);
    pending.load(in);
    requestCount = in.readLong();
    readBytes = in.readLong();
    writtenBytes = in.readLong();
    heldBack = in.readLong();
  }
}
