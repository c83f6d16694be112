package io.lockstep.core.hardware;

import io.lockstep.core.device.Timeline;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Port;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.core.stats.StatisticsSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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
public final class MemorySide implements Stateful {
  private static final int FILL = 0;
  private static final int DIRECT = 1;
  private static final int WRITE = 2;

  private static final int NONE = -1;
  private static final int ATOMIC_PLACES = 64;

  private final Partition partition;
  private final MemorySideConfig config;
  private final SliceConfig slice;
  private final AddressMap map;
  private final int component;
  private final EventKind work;
  private final EventKind retry;

  private final int slices;
  private final SectoredCache[] cache;
  private final MissTable[] misses;
  private final int sectorBytes;
  private final int lineBytes;
  private final MemoryPath path;

  // Clients.
  private final List<String> clientNames = new ArrayList<>();
  private Port[] requests = {};
  private Port[] responses = {};
  private int[] unit = {};
  private WindowedRate[] link = {};
  private int[] openWrites = {};
  private long[] lastWrite = {};
  private int[] fenced = {};
  private int[] blockedOn = {};
  private int[] waitNext = {};
  private int firstPort;

  // Resources: slices, then what the path numbers.
  private final int[] waitHead;
  private final int[] waitTail;
  private final byte[] retryScheduled;

  // Slices.
  private final long[] readFree;
  private final long[] writeFree;
  private final long[] atomicFree;
  private final long[] atomicPlace;
  private final long[] atomicUntil;

  // Work of the current event.
  private final int[] freed;
  private final byte[] isFreed;
  private int freedHead;
  private int freedSize;
  private long now;

  // Requests that wait for data.
  private long[] pendingFirst = new long[64];
  private long[] pendingSecond = new long[64];
  private int[] pendingPort = new int[64];
  private int[] pendingOpen = new int[64];
  private long[] pendingReady = new long[64];
  private int[] freePending = new int[64];
  private int freePendings;
  private int pendings;

  // Counters.
  private long requestCount;
  private long responseCount;
  private long readBytes;
  private long respondedBytes;
  private long writtenBytes;
  private long atomicOperations;
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
    slice = config.slice();
    component = partition.component("memory");
    work = partition.kind("memory.request", Phase.WORK, (tick, c, argument) -> work(tick));
    retry =
        partition.kind("memory.retry", Phase.WORK, (tick, c, resource) -> retry(tick, resource));
    slices = map.slices();
    cache = new SectoredCache[slices];
    misses = new MissTable[slices];
    int sector = 0;
    int line = map.blockBytes();
    if (slice.cache().isPresent()) {
      CacheConfig c = slice.cache().get();
      sector = c.sectorBytes();
      line = c.lineBytes();
      require(line <= map.blockBytes(), "lines of a slice are larger than a block");
      require(
          slice.misses() >= map.blockBytes() / sector && slice.waiters() >= slice.misses(),
          "a slice has fewer miss entries than a block has sectors");
      for (int s = 0; s < slices; s++) {
        cache[s] = new SectoredCache(c, this::evicted);
        misses[s] = new MissTable(slice.misses(), slice.waiters());
      }
    }
    sectorBytes = sector;
    lineBytes = line;
    path = new MemoryPath(partition, component, config, map, new Behind());
    require(
        path.sectorBytes() == 0 || path.sectorBytes() >= sector,
        "sectors of the memory-side cache are smaller than a slice's");
    int resources = slices + path.resources();
    waitHead = new int[resources];
    waitTail = new int[resources];
    Arrays.fill(waitHead, NONE);
    Arrays.fill(waitTail, NONE);
    retryScheduled = new byte[resources];
    readFree = new long[slices];
    writeFree = new long[slices];
    atomicFree = new long[slices];
    atomicPlace = new long[slices * ATOMIC_PLACES];
    Arrays.fill(atomicPlace, NONE);
    atomicUntil = new long[slices * ATOMIC_PLACES];
    freed = new int[resources];
    isFreed = new byte[resources];
    partition.simulation().waitReason(component, this::waiting);
  }

  private void evicted(long address, int bytes) {
    path.evict(now, address, bytes);
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }

  // ------------------------------------------------------------------ assembly

  /** Bytes that one request may cover, aligned to their size. */
  public int blockBytes() {
    return map.blockBytes();
  }

  /** Adds a client; its two ports follow. */
  int connect(String name, int computeUnit) {
    int client = clientNames.size();
    clientNames.add(name);
    requests = Arrays.copyOf(requests, client + 1);
    responses = Arrays.copyOf(responses, client + 1);
    unit = Arrays.copyOf(unit, client + 1);
    link = Arrays.copyOf(link, client + 1);
    openWrites = Arrays.copyOf(openWrites, client + 1);
    lastWrite = Arrays.copyOf(lastWrite, client + 1);
    fenced = Arrays.copyOf(fenced, client + 1);
    blockedOn = Arrays.copyOf(blockedOn, client + 1);
    waitNext = Arrays.copyOf(waitNext, client + 1);
    unit[client] = computeUnit;
    link[client] = new WindowedRate(config.network().responses());
    blockedOn[client] = NONE;
    waitNext[client] = NONE;
    return client;
  }

  /** Its number in the simulation. */
  int component() {
    return component;
  }

  Port requestPort(int client, int from, int credits, EventKind credit) {
    return requests[client] =
        partition.port(
            "request(" + clientNames.get(client) + ")",
            from,
            component,
            config.network().requestTicks(),
            credits,
            work,
            credit);
  }

  Port responsePort(int client, Partition to, int toComponent, int capacity, EventKind onReturn) {
    return responses[client] =
        to.port(
            "response",
            component,
            toComponent,
            config.network().responseTicks(),
            capacity,
            onReturn,
            null);
  }

  // ------------------------------------------------------------------ events

  private void work(long tick) {
    now = tick;
    int n = requests.length;
    int i = firstPort;
    firstPort = firstPort + 1 == n ? 0 : firstPort + 1;
    for (int k = 0; k < n; k++) {
      if (blockedOn[i] == NONE && !requests[i].isEmpty()) {
        drain(i);
      }
      if (++i == n) {
        i = 0;
      }
    }
    settle();
  }

  private void retry(long tick, int resource) {
    now = tick;
    retryScheduled[resource] = 0;
    free(resource);
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
    public void freed(int resource) {
      free(slices + resource);
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
      if (freedSize == 0) {
        return;
      }
      int resource = freed[freedHead];
      freedHead = freedHead + 1 == freed.length ? 0 : freedHead + 1;
      freedSize--;
      isFreed[resource] = 0;
      release(resource);
    }
  }

  private void free(int resource) {
    if (waitHead[resource] != NONE && isFreed[resource] == 0) {
      isFreed[resource] = 1;
      int at = freedHead + freedSize++;
      freed[at >= freed.length ? at - freed.length : at] = resource;
    }
  }

  /** Goes on with the ports that a resource held back, in the order they came to wait. */
  private void release(int resource) {
    int port = waitHead[resource];
    int last = waitTail[resource];
    waitHead[resource] = NONE;
    waitTail[resource] = NONE;
    while (port != NONE) {
      int next = waitNext[port];
      waitNext[port] = NONE;
      blockedOn[port] = NONE;
      drain(port);
      if (next != NONE && blockedOn[port] == resource) { // the others need not ask
        waitNext[waitTail[resource]] = next;
        waitTail[resource] = last;
        return;
      }
      port = next;
    }
  }

  private void drain(int port) {
    Port from = requests[port];
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
    blockedOn[port] = resource;
    if (waitHead[resource] == NONE) {
      waitHead[resource] = port;
    } else {
      waitNext[waitTail[resource]] = port;
    }
    waitTail[resource] = port;
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
      fenced[port] = 1;
      fence(port);
      return true;
    }
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    int s = map.slice(unit[port], address);
    boolean cached = cache[s] != null && (Message.flags(first) & Message.UNCACHED) == 0;
    boolean write = kind == Message.WRITE;
    Rate rate = write ? slice.writes() : slice.reads();
    long free = write ? writeFree[s] : readFree[s];
    long backlog = rate.tick(free) - now;
    if (backlog > slice.backlogTicks()) {
      return block(port, s, now + backlog - slice.backlogTicks() / 2);
    }
    if (kind == Message.ATOMIC && slice.atomics().tick(atomicFree[s]) - now > atomicBacklog()) {
      return block(port, s, slice.atomics().tick(atomicFree[s]) - atomicBacklog() / 2);
    }
    if (write) {
      int lacking = path.lacksForWrite(address);
      if (lacking != MemoryPath.NONE) {
        return block(port, slices + lacking, 0);
      }
    } else if (!(cached && cache[s].holds(address, bytes))) {
      int lacking = path.lacksForRead(address);
      if (lacking != MemoryPath.NONE) {
        return block(port, slices + lacking, 0);
      }
      if (cached && !hasMissEntries(s, address, bytes)) {
        return block(port, s, 0);
      }
    }
    free = rate.reserve(free, now, bytes);
    long passed = rate.tick(free);
    if (write) {
      writeFree[s] = free;
      write(port, s, first, second, cached, passed);
    } else {
      readFree[s] = free;
      read(port, s, first, second, cached, passed);
    }
    return true;
  }

  private long atomicBacklog() {
    return Math.max(slice.backlogTicks(), slice.sameAddressTicks());
  }

  private boolean hasMissEntries(int s, long address, int bytes) {
    int n = (int) ((address + bytes - 1) / sectorBytes - address / sectorBytes) + 1;
    return misses[s].freeEntries() >= n && misses[s].freeWaiters() >= n;
  }

  private void read(int port, int s, long first, long second, boolean cached, long passed) {
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    boolean atomic = Message.kind(first) == Message.ATOMIC;
    readBytes += bytes;
    if (atomic) {
      openWrites[port]++;
    }
    int p = pending(port, first, second, passed + slice.hitTicks());
    if (!cached) {
      pendingOpen[p]++;
      path.fetch(now, DIRECT, p, address, bytes, passed);
    } else {
      long end = address + bytes;
      for (long at = address; at < end; ) {
        int part = (int) Math.min(end - at, lineBytes - (at & (lineBytes - 1)));
        if (cache[s].read(at, part) == SectoredCache.HIT) {
          pendingReady[p] = Math.max(pendingReady[p], cache[s].ready() + slice.hitTicks());
        } else {
          miss(p, s, at, part, passed);
        }
        at += part;
      }
    }
    if (--pendingOpen[p] == 0) {
      finish(p);
    }
  }

  /** Waits for the sectors of one line that are not held; neighbouring ones are fetched as one. */
  private void miss(int p, int s, long address, int bytes, long tick) {
    long runStart = 0;
    int runBytes = 0;
    long end = address + bytes;
    for (long sector = address & -sectorBytes; sector < end; sector += sectorBytes) {
      if (cache[s].holds(sector, sectorBytes)) {
        continue;
      }
      pendingOpen[p]++;
      if (!misses[s].await(sector, p)) {
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
    if (cached && cache[s].config().policy() == WritePolicy.WRITE_BACK) {
      long end = address + bytes;
      for (long at = address; at < end; ) {
        int part = (int) Math.min(end - at, lineBytes - (at & (lineBytes - 1)));
        cache[s].write(at, part);
        at += part;
      }
      long written = passed + slice.hitTicks();
      lastWrite[port] = Math.max(lastWrite[port], written);
      if (reply) {
        respond(port, Message.WRITE, Message.token(second), address, 0, written);
      }
      return;
    }
    if (cache[s] != null) {
      long end = address + bytes;
      for (long at = address; at < end; ) {
        int part = (int) Math.min(end - at, lineBytes - (at & (lineBytes - 1)));
        cache[s].invalidate(at, part);
        at += part;
      }
    }
    int p = pending(port, first, second, passed);
    openWrites[port]++;
    path.store(now, WRITE, p, address, bytes, passed);
  }

  private void fence(int port) {
    if (fenced[port] != 0 && openWrites[port] == 0) {
      fenced[port] = 0;
      respond(port, Message.FENCE, 0, 0, 0, Math.max(now, lastWrite[port]));
    }
  }

  // ------------------------------------------------------------------ data and acknowledgements

  /** A write behind the slices has its time. */
  private void written(int p, long address, long ready) {
    int port = pendingPort[p];
    openWrites[port]--;
    lastWrite[port] = Math.max(lastWrite[port], ready);
    long first = pendingFirst[p];
    int token = Message.token(pendingSecond[p]);
    freePending(p);
    if (Message.kind(first) == Message.WRITE && (Message.flags(first) & Message.REPLY) != 0) {
      respond(port, Message.WRITE, token, address, 0, ready);
    }
    fence(port);
  }

  /** A slice's sectors have their time: they are held as of then, and whoever waits is served. */
  private void fetched(int s, long address, int bytes, long there) {
    long end = address + bytes;
    for (long at = address; at < end; ) {
      int part = (int) Math.min(end - at, lineBytes - (at & (lineBytes - 1)));
      cache[s].fill(at, part, there);
      at += part;
    }
    for (long sector = address; sector < end; sector += sectorBytes) {
      int node = misses[s].release(sector);
      while (node >= 0) {
        int p = misses[s].reference(node);
        node = misses[s].following(node);
        arrivedFor(p, there);
      }
    }
    free(s);
  }

  private void arrivedFor(int p, long tick) {
    pendingReady[p] = Math.max(pendingReady[p], tick + slice.hitTicks());
    if (--pendingOpen[p] == 0) {
      finish(p);
    }
  }

  /** All data of a request is there. */
  private void finish(int p) {
    int port = pendingPort[p];
    long first = pendingFirst[p];
    long second = pendingSecond[p];
    long address = Message.address(first);
    int bytes = Message.bytes(second);
    long ready = pendingReady[p];
    int kind = Message.kind(first);
    if (kind != Message.ATOMIC) {
      freePending(p);
      respond(port, kind, Message.token(second), address, bytes, ready);
      return;
    }
    int s = map.slice(unit[port], address);
    int turns = Message.turns(first);
    int lanes = Message.lanes(pendingSecond[p]);
    atomicOperations += lanes;
    atomicFree[s] = slice.atomics().reserve(atomicFree[s], now, Math.max(turns, lanes));
    int place = s * ATOMIC_PLACES + (int) (address >>> 2 & ATOMIC_PLACES - 1);
    long start = Math.max(ready, slice.atomics().tick(atomicFree[s]));
    if (atomicPlace[place] == address) {
      start = Math.max(start, atomicUntil[place]);
    }
    long end = start + turns * slice.sameAddressTicks();
    atomicPlace[place] = address;
    atomicUntil[place] = end;
    boolean reply = (Message.flags(first) & Message.REPLY) != 0;
    if (reply) {
      respond(port, Message.ATOMIC, Message.token(second), address, bytes, end);
    } else {
      respondedBytes += bytes; // nobody asked for the old value
    }
    boolean cached = cache[s] != null && (Message.flags(first) & Message.UNCACHED) == 0;
    if (cached && cache[s].config().policy() == WritePolicy.WRITE_BACK) {
      cache[s].write(address, bytes);
      openWrites[port]--;
      lastWrite[port] = Math.max(lastWrite[port], end);
      freePending(p);
      fence(port);
    } else {
      pendingReady[p] = end;
      path.store(now, WRITE, p, address, bytes, end);
    }
  }

  private void respond(int port, int kind, int token, long address, int bytes, long ready) {
    long from = Math.max(now, ready);
    long passed = link[port].book(now, from, bytes + config.network().headerBytes());
    respondedBytes += bytes;
    responseCount++;
    boolean sent =
        responses[port].send(
            passed - now, Message.first(kind, 0, 0, address), Message.second(bytes, token));
    if (!sent) {
      throw new IllegalStateException(
          "no credit for a response to " + clientNames.get(port) + ": more asked than agreed");
    }
  }

  // ------------------------------------------------------------------ pools

  private int pending(int port, long first, long second, long ready) {
    int p;
    if (freePendings > 0) {
      p = freePending[--freePendings];
    } else {
      p = pendings++;
      if (p == pendingFirst.length) {
        pendingFirst = Arrays.copyOf(pendingFirst, 2 * p);
        pendingSecond = Arrays.copyOf(pendingSecond, 2 * p);
        pendingPort = Arrays.copyOf(pendingPort, 2 * p);
        pendingOpen = Arrays.copyOf(pendingOpen, 2 * p);
        pendingReady = Arrays.copyOf(pendingReady, 2 * p);
        freePending = Arrays.copyOf(freePending, 2 * p);
      }
    }
    pendingFirst[p] = first;
    pendingSecond[p] = second;
    pendingPort[p] = port;
    pendingOpen[p] = 1; // until all its sectors have been asked for
    pendingReady[p] = ready;
    return p;
  }

  private void freePending(int p) {
    freePending[freePendings++] = p;
  }

  // ------------------------------------------------------------------ launches and figures

  /** Empties caches that a kernel start empties. */
  public void kernelStarts() {
    if (slice.invalidate() && slice.cache().isPresent()) {
      now = partition.now();
      for (SectoredCache c : cache) {
        c.invalidate();
      }
      settle();
    }
  }

  /** Requests that are being served. */
  public int underWay() {
    return pendings - freePendings;
  }

  private String waiting() {
    int held = 0;
    for (int b : blockedOn) {
      held += b == NONE ? 0 : 1;
    }
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
    if (readBytes != respondedBytes) {
      throw new IllegalStateException(
          "memory: " + readBytes + " bytes were asked for, " + respondedBytes + " answered");
    }
    for (int w : openWrites) {
      if (w != 0) {
        throw new IllegalStateException("memory: " + w + " writes are not done");
      }
    }
    for (int s = 0; s < slices; s++) {
      if (misses[s] != null && misses[s].outstanding() != 0) {
        throw new IllegalStateException("memory: slice " + s + " has sectors outstanding");
      }
    }
    path.check();
  }

  /** Starts the counters anew. */
  public void resetCounters(long tick) {
    requestCount = 0;
    responseCount = 0;
    respondedBytes -= readBytes;
    readBytes = 0;
    writtenBytes = 0;
    atomicOperations = 0;
    heldBack = 0;
    path.resetCounters(tick);
    for (int s = 0; s < slices; s++) {
      if (cache[s] != null) {
        cache[s].resetCounters();
        misses[s].resetCounters();
      }
    }
  }

  /** Requests served. */
  public long requests() {
    return requestCount;
  }

  /** Bytes that reads and atomics asked for. */
  public long readBytes() {
    return readBytes;
  }

  /** Bytes that writes brought. */
  public long writtenBytes() {
    return writtenBytes;
  }

  /** Atomic operations performed. */
  public long atomicOperations() {
    return atomicOperations;
  }

  /** How often a port began to be held back. */
  public long heldBack() {
    return heldBack;
  }

  /** The channels of DRAM. */
  public int channels() {
    return path.channels();
  }

  /** A channel of DRAM, for its figures. */
  public DramChannel channel(int i) {
    return path.channel(i);
  }

  /** A slice's cache, for its figures; null where slices have none. */
  public SectoredCache sliceCache(int s) {
    return cache[s];
  }

  /**
   * Writes the statistics of slices, memory-side cache and DRAM.
   *
   * @param tick end of the interval; it began with the last reset
   */
  public void statistics(long tick, StatisticsSink out) {
    if (slice.cache().isPresent()) {
      long[] sum = sum(cache);
      out.count("l2.lookups", sum[0]);
      out.count("l2.hits", sum[1]);
      out.count("l2.evictions", sum[2]);
      out.count("l2.bytes_read", readBytes);
      out.count("l2.bytes_written", writtenBytes);
      out.ratio("l2.hit_rate", sum[1], sum[0]);
    }
    out.count("atomic.operations", atomicOperations);
    path.statistics(tick, out);
  }

  private static long[] sum(SectoredCache[] caches) {
    long[] sum = new long[3];
    for (SectoredCache c : caches) {
      sum[0] += c.lookups();
      sum[1] += c.hits();
      sum[2] += c.evictions();
    }
    return sum;
  }

  /** Takes intervals of the channels' buses down from now on; null ends that. */
  void observe(Timeline.Recorder recorder) {
    for (int c = 0; c < path.channels(); c++) {
      path.channel(c).observe(recorder == null ? null : DramTimeline.of(recorder, c));
    }
  }

  // ------------------------------------------------------------------ state

  @Override
  public void save(StateWriter out) {
    out.begin("memory");
    for (int s = 0; s < slices; s++) {
      if (cache[s] != null) {
        cache[s].save(out);
        misses[s].save(out);
      }
    }
    path.save(out);
    for (WindowedRate l : link) {
      l.save(out);
    }
    out.writeInts(openWrites);
    out.writeLongs(lastWrite);
    out.writeInts(fenced);
    out.writeInts(blockedOn);
    out.writeInts(waitNext);
    out.writeInt(firstPort);
    out.writeInts(waitHead);
    out.writeInts(waitTail);
    out.writeBytes(retryScheduled);
    out.writeLongs(readFree);
    out.writeLongs(writeFree);
    out.writeLongs(atomicFree);
    out.writeLongs(atomicPlace);
    out.writeLongs(atomicUntil);
    out.writeLongs(pendingFirst);
    out.writeLongs(pendingSecond);
    out.writeInts(pendingPort);
    out.writeInts(pendingOpen);
    out.writeLongs(pendingReady);
    out.writeInts(freePending);
    out.writeInt(freePendings);
    out.writeInt(pendings);
    out.writeLong(requestCount);
    out.writeLong(responseCount);
    out.writeLong(readBytes);
    out.writeLong(respondedBytes);
    out.writeLong(writtenBytes);
    out.writeLong(atomicOperations);
    out.writeLong(heldBack);
  }

  @Override
  public void load(StateReader in) {
    in.begin("memory");
    for (int s = 0; s < slices; s++) {
      if (cache[s] != null) {
        cache[s].load(in);
        misses[s].load(in);
      }
    }
    path.load(in);
    for (WindowedRate l : link) {
      l.load(in);
    }
    States.read(in, openWrites);
    States.read(in, lastWrite);
    States.read(in, fenced);
    States.read(in, blockedOn);
    States.read(in, waitNext);
    firstPort = in.readInt();
    States.read(in, waitHead);
    States.read(in, waitTail);
    States.read(in, retryScheduled);
    States.read(in, readFree);
    States.read(in, writeFree);
    States.read(in, atomicFree);
    States.read(in, atomicPlace);
    States.read(in, atomicUntil);
    pendingFirst = in.readLongs();
    pendingSecond = in.readLongs();
    pendingPort = in.readInts();
    pendingOpen = in.readInts();
    pendingReady = in.readLongs();
    freePending = in.readInts();
    freePendings = in.readInt();
    pendings = in.readInt();
    requestCount = in.readLong();
    responseCount = in.readLong();
    readBytes = in.readLong();
    respondedBytes = in.readLong();
    writtenBytes = in.readLong();
    atomicOperations = in.readLong();
    heldBack = in.readLong();
  }
}
