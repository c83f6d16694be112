// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Port;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.path.PathResource;

/** Serves the ports of clients in turn; blocks a port while its oldest request lacks a resource. */
final class PortService extends SavedPart {
  private static final int NONE = WaitLists.NONE;

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
  private final WaitLists waits; // resources: slices, the path's resources, atomic units
  private final byte[] retryScheduled; // by slice, then by resource of the path
  private final long[] retryAt; // by atomic unit: tick of the next retry of its blocked ports
  private final MemoryRequest request = new MemoryRequest();
  private RequestProbe probe = RequestProbe.NONE;
  private long now; // tick of the current event
  private CopyPorts copies; // their ports follow the clients' ports; null before they are added

  private static final int REQUESTS = 0;
  private static final int HELD_BACK = 1;
  private final long[] count = state.counters(2);

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
        state.keep(new SliceService(partition, component, config, map, clients, this::settle));
    slices = service.slices();
    path = service.path();
    waits = service.waits();
    retryScheduled = state.keep(new byte[service.firstAtomicUnit()]);
    retryAt = state.keep(new long[service.atomics().count()]);
    due = state.keep(new DueClients(clients, waits));
  }

  void copies(CopyPorts engines) {
    copies = engines;
    service.copies(engines);
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
      drain(due.client(k));
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
    int unit = resource - service.firstAtomicUnit();
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
      if (resource < service.firstAtomicUnit()) {
        release(resource);
      } else {
        releaseAll(resource);
      }
    }
  }

  /** Serves the ports that a resource blocked, in the order in which they were blocked. */
  private void release(int resource) {
    int last = waits.last(resource);
    int port = waits.take(resource);
    while (port != NONE) {
      int next = waits.letGo(port);
      drain(port);
      if (next != NONE && waits.blockedOn(port) == resource) { // blocked again, as are the others
        waits.putBack(resource, next, last);
        return;
      }
      port = next;
    }
  }

  /** Serves all ports that a resource blocked, because each port may wait for a different word. */
  private void releaseAll(int resource) {
    int port = waits.take(resource);
    while (port != NONE) {
      int next = waits.letGo(port);
      drain(port);
      port = next;
    }
    waits.rotate(resource); // so that no port is always the first
  }

  private void drain(int port) {
    if (port >= clients.count()) {
      copies.serve(port, now);
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
      from.pop();
      probe.taken(port);
      count[REQUESTS]++;
    }
  }

  /** Blocks a port until a resource changes; retries at {@code until} unless it is 0. */
  private boolean block(int port, int resource, long until) {
    waits.block(port, resource);
    probe.holdsBack(port, what(resource));
    if (until > 0 && retryScheduled[resource] == 0) {
      retryScheduled[resource] = 1;
      partition.at(Math.max(until, now + 1), retry, component, resource);
    }
    return false;
  }

  /** Blocks a port until a tick, because its atomic waits for words of an atomic unit. */
  private boolean blockAtomic(int port, int unit, long until) {
    int resource = service.firstAtomicUnit() + unit;
    waits.block(port, resource);
    probe.holdsBack(port, PathResource.ATOMIC);
    if (retryAt[unit] == 0 || until < retryAt[unit]) {
      retryAt[unit] = until;
      partition.at(until, retry, component, resource);
    }
    return false;
  }

  private PathResource what(int resource) {
    int behind = resource - slices.count();
    return behind < 0
        ? PathResource.L2
        : behind < path.resources() - path.channels()
            ? PathResource.MEMORY_CACHE
            : PathResource.DRAM_QUEUE;
  }

  private boolean serve(int port, MemoryRequest r) {
    if (r.kind == Message.FENCE) {
      clients.askFence(port);
      probe.asksForEnd(port);
      clients.fence(now, port);
      return true;
    }
    long address = r.address;
    boolean write = r.isWrite();
    r.cached = service.isCached(r);
    int s = service.slice(r);
    r.slice = s;
    long backlog = slices.backlog(s, write, now);
    if (backlog > slice.backlogTicks()) {
      return block(port, s, now + backlog - slice.backlogTicks() / 2);
    }
    if (r.isAtomic()) {
      AtomicUnits atomics = service.atomics();
      int unit = service.atomicUnit(s, address);
      long from = atomics.takesFrom(unit, now);
      if (from > now) {
        block(port, s, from);
        probe.holdsBack(port, PathResource.ATOMIC);
        return false;
      }
      from = atomics.takesFrom(unit, now, r);
      if (from > now) {
        return blockAtomic(port, unit, from);
      }
    }
    r.held = !write && r.cached && slices.holds(s, address, r.bytes);
    if (!r.held) {
      backlog = service.backlogBehind(s);
      if (backlog > slice.backlogTicks()) {
        return block(port, s, now + backlog - slice.backlogTicks() / 2);
      }
    }
    if (write) {
      int lacking = path.lacksForWrite(address);
      if (lacking != MemoryPath.NONE) {
        return block(port, slices.count() + lacking, 0);
      }
    } else if (!r.held) {
      int lacking = path.lacksForRead(address);
      if (lacking != MemoryPath.NONE) {
        return block(port, slices.count() + lacking, 0);
      }
      if (r.cached && !slices.hasMissEntries(s, address, r.bytes)) {
        return block(port, s, 0);
      }
      int home = r.cached ? service.home(s, address) : s;
      if (home != s && !slices.hasMissEntries(home, address, r.bytes)) {
        return block(port, home, 0);
      }
    }
    service.serve(r);
    return true;
  }
}
