// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.memory.spec.L2Config;
import io.lockstep.parts.memory.spec.MemorySideConfig;
import io.lockstep.spi.path.PathResource;
import java.util.Arrays;

/**
 * Serves the ports of clients in turn; blocks a port while its oldest request lacks a resource.
 *
 * <p><b>Order.</b> A request never overtakes one that waits for the same resource: it queues behind
 * it even if there is room, and a port of which {@value #HOLD} requests have been served in its
 * turn queues with its next one behind the ports that waited meanwhile. A request that needs two
 * resources waits for one at a time and may find the second taken; after {@link #TURNS} such turns
 * all ports wait behind this one request.
 */
final class PortService extends CountingPart {
  private static final int NONE = WaitLists.NONE;

  // Turns that a request may lose to other resources before it goes before all requests.
  static final int TURNS = 8;

  // Requests that a port may have served in a turn. With one, a stream on an RTX 4090 had 16 % less
  // of DRAM's rate; four and eight were as good as two.
  static final int HOLD = 2;

  final EventKind work;
  final SliceService service;

  private final Partition partition;
  private final int component;
  private final L2Config slice;
  private final EventKind retry;
  private final MemoryClients clients;
  private final Slices slices;
  private final MemoryPath path;
  private final DueClients due;
  private final WaitPoints points;
  private final WaitLists waits; // by number of points
  private final byte[] retryScheduled; // by resource
  private final long[] retryAt; // by atomic unit: tick of the next retry of its blocked ports
  private int[] lost = {}; // by port: turns that its oldest request lost
  private int elder = NONE; // port whose request goes before all others
  private int turn = NONE; // resource whose turn the current request has
  private int served; // requests served in this turn
  private int hold = HOLD;
  private int[] turns = {}; // ports of the atomic unit whose turn it is
  private final MemoryRequest request = new MemoryRequest();
  private RequestProbe probe = RequestProbe.NONE;
  private long now; // tick of the current event
  private CopyPorts copies; // their ports follow the clients' ports; null before they are added

  private static final int REQUESTS = 0;
  private static final int HELD_BACK = 1;
  private final long[] count = own.counters(2);

  PortService(
      Partition partition,
      int component,
      MemorySideConfig config,
      AddressMap map,
      MemoryClients clients) {
    this.partition = partition;
    this.component = component;
    this.clients = clients;
    slice = config.l2();
    work = partition.kind("memory.request", Phase.WORK, (tick, c, argument) -> work(tick));
    retry =
        partition.kind("memory.retry", Phase.WORK, (tick, c, resource) -> retry(tick, resource));
    service =
        own.include(new SliceService(partition, component, config, map, clients, this::settle));
    slices = service.slices();
    path = service.path();
    points = service.points();
    waits = service.waits();
    retryScheduled = new byte[points.count()];
    retryAt = new long[service.atomics().count()];
    due = new DueClients(clients, waits);
  }

  void copies(CopyPorts engines) {
    copies = engines;
    service.copies(engines);
  }

  /** Sets the number of requests of a turn; tests show that longer turns are fair, too. */
  void hold(int requestsOfATurn) {
    hold = requestsOfATurn;
  }

  void observe(RequestProbe by) {
    probe = by;
    clients.observe(by);
    service.observe(by);
    path.observe(by);
  }

  void invalidateSlices() {
    now(partition.now());
    slices.invalidate();
    settle();
  }

  /** Begins work that no port has requested; the caller must call {@link #settle} afterwards. */
  void begin(long tick) {
    now(tick);
  }

  long requests() {
    return count[REQUESTS];
  }

  long heldBack() {
    return count[HELD_BACK];
  }

  private void work(long tick) {
    now(tick);
    int n = due.find(tick);
    for (int k = 0; k < n; k++) {
      drain(due.client(k), false);
    }
    settle();
  }

  private void now(long tick) {
    now = tick;
    service.now(tick);
  }

  private void settle(long tick) {
    now(tick);
    settle();
  }

  private void retry(long tick, int resource) {
    now(tick);
    int unit = points.unit(resource);
    if (unit < 0) {
      retryScheduled[resource] = 0;
    } else if (tick >= retryAt[unit]) {
      retryAt[unit] = 0;
    }
    waits.free(resource);
    settle();
  }

  /** Lets channels schedule and blocked ports continue until nothing changes. */
  void settle() {
    while (true) {
      if (path.decide(now)) {
        continue;
      }
      int resource = waits.takeFreed();
      if (resource == NONE) {
        return;
      }
      int unit = points.unit(resource);
      if (unit < 0) {
        release(resource);
      } else {
        release(resource, unit);
      }
    }
  }

  /** Serves the ports that a resource blocked, in the order in which they were blocked. */
  private void release(int resource) {
    int port;
    while ((port = waits.take(resource)) != NONE) {
      begin(resource);
      drain(port, false);
      boolean inVain = turn == resource && served == 0;
      turn = NONE;
      if (inVain && waits.blockedOn(port) == resource) {
        return;
      }
    }
  }

  /**
   * Serves one request of each port that an atomic unit blocked, because each may wait for another
   * word; then the next requests of those served.
   */
  private void release(int resource, int unit) {
    AtomicUnits atomics = service.atomics();
    int n = 0;
    int port;
    while ((port = waits.take(resource)) != NONE) {
      if (n == turns.length) {
        turns = Arrays.copyOf(turns, n + clients.count());
      }
      turns[n++] = port;
      unpack(port);
      if (request.isAtomic()) {
        atomics.await(request, now, -1);
      }
    }
    atomics.retries(unit);
    for (int k = 0; k < n; k++) {
      begin(resource);
      drain(turns[k], true);
    }
    turn = NONE;
    for (int k = 0; k < n; k++) {
      if (waits.blockedOn(turns[k]) == NONE) {
        drain(turns[k], false);
      }
    }
  }

  private void begin(int resource) {
    turn = resource;
    served = 0;
  }

  private void unpack(int port) {
    Port from = clients.requests(port);
    request.unpack(port, from.headA(), from.headB());
  }

  private void drain(int port, boolean once) {
    if (port >= clients.count()) {
      if (copies.serve(port, now, points.inPath(turn))) {
        turn = NONE;
      }
      return;
    }
    Port from = clients.requests(port);
    while (!from.isEmpty()) {
      probe.looks(port, now);
      request.unpack(port, from.headA(), from.headB());
      if (!serve(port, request)) {
        count[HELD_BACK]++;
        return;
      }
      if (turn != NONE) {
        turn = ++served < hold && port != elder ? turn : NONE;
        if (port < lost.length) {
          lost[port] = 0;
        }
        elder = port == elder ? NONE : elder;
      }
      from.pop();
      probe.taken(port);
      count[REQUESTS]++;
      if (once) {
        return;
      }
    }
  }

  /** Whether a request must queue behind others that wait for a resource. */
  private boolean isBehind(int port, int resource) {
    return waits.isAwaited(resource) && resource != turn && port != elder;
  }

  /** Blocks a port until a resource changes; retries at {@code until} unless it is 0. */
  private boolean block(int port, int resource, long until) {
    if (turn != NONE && resource != turn && served == 0) {
      loses(port);
    }
    if (resource == turn && served == 0 || port == elder) {
      waits.blockFirst(port, resource);
    } else {
      waits.block(port, resource);
    }
    probe.holdsBack(port, points.kind(resource));
    if (until > 0 && retryScheduled[resource] == 0) {
      retryScheduled[resource] = 1;
      partition.at(Math.max(until, now + 1), retry, component, resource);
    }
    return false;
  }

  /**
   * Blocks a port because its atomic waits for an atomic unit or for words; retries at {@code
   * until} unless it is 0.
   */
  private boolean blockAtomic(int port, int unit, long until) {
    int resource = points.atomicUnit(unit);
    if (turn != NONE && resource != turn && served == 0) {
      loses(port);
    }
    if (port == elder) {
      waits.blockFirst(port, resource);
    } else {
      waits.block(port, resource);
    }
    service.atomics().await(request, now, 1);
    probe.holdsBack(port, PathResource.ATOMIC);
    if (until > 0 && (retryAt[unit] == 0 || until < retryAt[unit])) {
      retryAt[unit] = until;
      partition.at(until, retry, component, resource);
    }
    return false;
  }

  /** Blocks a port behind that of the elder. */
  private boolean waitsForElder(int port) {
    int resource = waits.blockedOn(elder);
    waits.block(port, resource);
    if (points.unit(resource) >= 0 && request.isAtomic()) {
      service.atomics().await(request, now, 1);
    }
    probe.holdsBack(port, points.kind(resource));
    return false;
  }

  private void loses(int port) {
    if (port >= lost.length) {
      lost = Arrays.copyOf(lost, clients.count());
    }
    if (lost[port] < TURNS) {
      lost[port]++;
    } else if (elder == NONE) {
      elder = port;
    }
  }

  private boolean serve(int port, MemoryRequest r) {
    if (r.kind == Message.FENCE) {
      clients.askFence(port);
      probe.asksForEnd(port);
      clients.fence(now, port);
      return true;
    }
    if (elder != NONE && port != elder) {
      return waitsForElder(port);
    }
    long address = r.address;
    boolean write = r.isWrite();
    r.cached = service.isCached(r);
    int s = service.slice(r);
    r.slice = s;
    int array = points.array(s, write);
    if (isBehind(port, array)) {
      return block(port, array, 0);
    }
    long backlog = slices.backlog(s, write, now);
    if (backlog > slice.backlogTicks()) {
      return block(port, array, now + backlog - slice.backlogTicks() / 2);
    }
    if (r.isAtomic()) {
      AtomicUnits atomics = service.atomics();
      int unit = service.atomicUnit(s, address);
      if (waits.isAwaited(points.atomicUnit(unit)) && atomics.isAwaited(unit, r)) {
        return blockAtomic(port, unit, 0);
      }
      long from = atomics.takesFrom(unit, now, r);
      if (from > now) {
        return blockAtomic(port, unit, from);
      }
    }
    r.held = !write && r.cached && slices.holds(s, address, r.bytes);
    return (r.held || hasRoomBehind(port, r)) && accept(r);
  }

  private boolean accept(MemoryRequest r) {
    service.serve(r);
    return true;
  }

  /** Whether the levels behind a slice can take a request; otherwise blocks its port. */
  private boolean hasRoomBehind(int port, MemoryRequest r) {
    int s = r.slice;
    long address = r.address;
    int die = points.die(s);
    if (isBehind(port, die)) {
      return block(port, die, 0);
    }
    long backlog = service.backlogBehind(s);
    if (backlog > slice.backlogTicks()) {
      return block(port, die, now + backlog - slice.backlogTicks() / 2);
    }
    int inPath = port == elder ? MemoryPath.FIRST : points.inPath(turn);
    int lacking =
        r.isWrite() ? path.lacksForWrite(address, inPath) : path.lacksForRead(address, inPath);
    if (lacking != MemoryPath.NONE) {
      return block(port, points.ofPath(lacking), 0);
    }
    if (r.isWrite() || !r.cached) {
      return true;
    }
    int home = service.home(s, address);
    return hasMissEntries(port, s, r) && (home == s || hasMissEntries(port, home, r));
  }

  private boolean hasMissEntries(int port, int s, MemoryRequest r) {
    int misses = points.misses(s);
    return !isBehind(port, misses) && slices.hasMissEntries(s, r.address, r.bytes)
        || block(port, misses, 0);
  }
}
