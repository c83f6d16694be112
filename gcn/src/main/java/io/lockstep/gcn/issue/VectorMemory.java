// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.gcn.memory.AddressUnit;
import io.lockstep.gcn.memory.LineCoalescing;
import io.lockstep.gcn.memory.LineLookups;
import io.lockstep.gcn.memory.ScratchSwizzle;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Space;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.memory.PolledAccess;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.ShapeMemo;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.Totals;

/**
 * The vector memory path of a compute unit: the address unit processes one instruction at a time
 * and sends its cache lines to the L1 and beyond.
 *
 * <p>Wait counters and the end of a wavefront include stores, which count as acknowledged after the
 * L2 latency plus {@code memory.acknowledge}. Their actual progress only affects the credit of the
 * memory unit.
 */
final class VectorMemory extends CountingPart implements MemoryListener {
  private static final int GENERIC = Space.GENERIC.ordinal();
  private static final int PRIVATE = Space.PRIVATE.ordinal();
  private static final int LOCAL = Space.LOCAL.ordinal();
  private static final int STORE = GcnClass.VMEM_STORE.ordinal();
  private static final int ATOMIC = GcnClass.VMEM_ATOMIC.ordinal();
  private static final int ATOMIC_RETURN = GcnClass.VMEM_ATOMIC_RETURN.ordinal();

  /** Path of the bytes of the lanes that look up a line together; if absent, all lanes do. */
  static final String LOOKUP_WIDTH = "l1.lookup_width";

  private static final int CLOCKS =
      0xFFFF; // mask of the clocks in a memo entry; higher bits count look-ups

  private static final int SPILL =
      -1; // denotes a spill access, which has no memory slot of the kernel
  private static final int NO_PLACE =
      -1; // no counter index: the wavefront counts the instruction as complete

  private final PathOwner owner;
  private final MemoryUnit unit;
  private final AddressUnit addresses;
  private final long addressRate; // rate of a pass, in thousandths of a byte per clock
  private final LineCoalescing loads;
  private final LineCoalescing stores;
  private final LineLookups lookups; // null if all lanes look up a line together
  private final ScratchSwizzle scratch;
  private final Access access = new Access();
  private final boolean atOnce; // ideal caches: no instruction takes additional passes
  private final ShapeMemo memo; // a pattern shifted by whole lines costs the same
  private final int[] place; // by token: index in the ring of the instruction's class
  private final byte[] classes; // by token
  private final long[] offsets = new long[64];
  private final int lineBytes;
  private final long[] atomicAddress = new long[64];
  private final int[] atomicLanes = new int[64];

  private GcnKernel code;
  private long freeAt;

  // State of the current instruction for the sink.
  private long now;
  private int token;
  private boolean writes;
  private int flags; // of the current instruction's reads
  private final TransactionSink sink = this::transaction;

  private final MemoryAccessCounts counts;

  VectorMemory(PathOwner owner, Cluster cluster, int index, UnitDesign design, MemorySide memory) {
    this.owner = owner;
    DeviceSpec spec = design.spec();
    var config = design.vectorMemory();
    unit = new MemoryUnit(cluster, "cu[" + index + "].memory", index, config, memory, this);
    place = new int[config.tokens()];
    classes = new byte[config.tokens()];
    counts = own.include(new MemoryAccessCounts(unit));
    lineBytes = spec.integer("l1.line");
    int width = spec.integer("memory.address_width");
    addresses = design.addresses();
    addressRate = 1000L * width;
    atOnce = spec.ideals().has(Ideal.CACHES);
    memo = new ShapeMemo(Math.max(width, lineBytes));
    lookups =
        spec.has(LOOKUP_WIDTH) ? new LineLookups(lineBytes, spec.integer(LOOKUP_WIDTH)) : null;
    loads = new LineCoalescing(lineBytes, true);
    stores = new LineCoalescing(lineBytes, false);
    scratch =
        new ScratchSwizzle(
            spec.value("memory.scratch_base"),
            index,
            spec.integer("unit.simds") * spec.integer("unit.wave_slots"));
  }

  MemoryUnit unit() {
    return unit;
  }

  void begin(LaunchPlan plan) {
    code = (GcnKernel) plan.code();
    memo.begin(code.kernel().memorySlots());
    scratch.begin(code.privateBytes());
  }

  /** Returns the tick at which the address unit can accept the next instruction. */
  long freeAt() {
    return freeAt;
  }

  boolean canAccept() {
    return unit.canAccept();
  }

  void issue(int s, int w, int i, long t) {
    boolean spill = code.isSpill(i);
    int slot = spill ? SPILL : code.slots[code.slotStart[i]];
    if (spill) {
      access.setAffine(owner.wavefronts().mask(w), 64, code.bytes[i], code.offset[i], 0);
    } else {
      accessed(w, i);
    }
    int space = code.space[i];
    int c = code.cls[i];
    if (space == GENERIC) {
      space = resolve();
      if (space == LOCAL) {
        flatLocal(s, w, i, t);
        return;
      }
    }
    int dwords = 1;
    if (space == PRIVATE) {
      dwords = scratch.begin(access, w);
    }
    counts.request((long) access.active() * access.elementBytes() * dwords);
    int clocks = 0;
    now = t;
    writes = c == STORE || c == ATOMIC || c == ATOMIC_RETURN;
    boolean waits = c != STORE && c != ATOMIC;
    boolean polled = space != PRIVATE && !spill && hasPolls(w, i);
    Path path = owner.path(w);
    unit.issuer(path);
    token = waits || polled ? unit.begin(w) : MemoryUnit.NO_TOKEN;
    flags = unit.config().flags();
    if (polled) {
      polls(w, i);
    }
    for (int d = 0; d < dwords; d++) {
      if (d > 0) {
        scratch.nextDword(access);
      }
      int costs = costs(slot);
      clocks += clocks(costs & CLOCKS);
      if (c == ATOMIC || c == ATOMIC_RETURN) {
        if (code.elects[i]) {
          elected();
        } else {
          atomics();
        }
      } else {
        long before = unit.transactions();
        (c == STORE ? stores : loads).coalesce(access, sink);
        unit.looksUpAgain(t, (costs >>> 16) - (int) (unit.transactions() - before));
      }
    }
    freeAt = t + clocks;
    owner.ports.issue(s, owner.ports.vectorMemory(), t, t + clocks, GcnIssueCause.ISSUED_VMEM, i);
    if (!waits) {
      add(w, c, t + clocks + owner.timing.storeAcknowledge, path, PathResource.FIRST_LEVEL);
      if (polled) {
        place[token] = NO_PLACE;
        unit.end(token);
      } else {
        unit.flush();
      }
      return;
    }
    int used = token;
    long done = unit.end(used);
    boolean known = done != MemoryUnit.PENDING;
    // The published latency includes only the first pass of the address unit.
    if (known) {
      // a hit; path is null unless critical paths are requested
      long tick = Math.max(done, t) + clocks - addresses.passes();
      add(w, c, tick, path, PathResource.FIRST_LEVEL);
    } else {
      place[used] = owner.add(w, c, CompletionRing.UNKNOWN, null);
      classes[used] = (byte) c;
    }
  }

  /** Reads the lanes' addresses; for merged accesses, the access is extended to cover all. */
  private void accessed(int w, int i) {
    int first = code.slotStart[i];
    for (int k = code.slotStart[i + 1] - 1; k >= first; k--) {
      owner.wavefronts().access(w, code.slots[k], access);
    }
    if (code.slotStart[i + 1] - first > 1) {
      access.cover(code.bytes[i]);
    }
  }

  /** Whether any of the merged accesses concerns a polled word. */
  private boolean hasPolls(int w, int i) {
    for (int k = code.slotStart[i]; k < code.slotStart[i + 1]; k++) {
      if (owner.wavefronts().hasPolls(w, code.slots[k])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Passes the polled words of the merged accesses to the memory unit. All words of a lane are
   * served with the first one.
   */
  private void polls(int w, int i) {
    long lanes = owner.rounds.lanes(w);
    if (lanes != 0) {
      access.restrict(lanes);
    }
    PolledAccess poll = unit.poll(token);
    for (int k = code.slotStart[i]; k < code.slotStart[i + 1]; k++) {
      owner.wavefronts().polls(w, code.slots[k], access, poll);
    }
    flags |= MemoryUnit.BYPASS;
    if (poll.isPoll()) {
      owner.rounds.polls(w, token);
    }
  }

  private void add(int w, int c, long tick, Path path, PathResource by) {
    owner.add(w, c, tick, path == null ? null : path.to(tick, by));
  }

  /** Returns the memory space of a generic access; all lanes use the same address window. */
  private int resolve() {
    int lane = access.firstLane();
    long window = lane < 0 ? 0 : access.address(lane) >>> Address.OFFSET_BITS;
    return window == Address.PRIVATE_WINDOW
        ? PRIVATE
        : window == Address.LOCAL_WINDOW ? LOCAL : Space.GLOBAL.ordinal();
  }

  private void flatLocal(int s, int w, int i, long t) {
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      offsets[lane] = Address.offset(access.address(lane));
    }
    System.arraycopy(offsets, 0, access.addresses(), 0, offsets.length);
    access.setScattered(access.mask(), access.lanes(), access.elementBytes());
    freeAt = t + addresses.passes();
    owner.ports.issue(s, owner.ports.vectorMemory(), t, freeAt, GcnIssueCause.ISSUED_VMEM, i);
    int c = code.cls[i];
    Operation operation =
        c == ATOMIC || c == ATOMIC_RETURN
            ? Operation.ATOMIC
            : c == STORE ? Operation.STORE : Operation.LOAD;
    long done = owner.flatLocal(access, s, i, operation, t);
    add(w, c, done, owner.path(w), PathResource.LOCAL_MEMORY);
  }

  /** Returns the clocks of the address unit in the lower 16 bits, line look-ups above. */
  private int costs(int slot) {
    boolean fits = slot != SPILL && ShapeMemo.fits(access);
    int costs = fits ? memo.find(slot, access) : ShapeMemo.NONE;
    if (costs == ShapeMemo.NONE) {
      costs = addresses.clocks(access) | (lookups == null ? 0 : lookups.count(access)) << 16;
      if (fits) {
        memo.put(slot, access, costs);
      }
    }
    return costs;
  }

  private int clocks(int clocks) {
    if (atOnce) {
      return addresses.passes();
    }
    long bandwidth = owner.timing.l1Bandwidth; // in thousandths of a byte per clock
    return bandwidth == addressRate
        ? clocks
        : (int) Math.max(1, (clocks * addressRate + bandwidth - 1) / bandwidth);
  }

  private void transaction(long address, int bytes) {
    if (writes) {
      unit.write(now, token, address, bytes);
    } else {
      unit.read(now, token, address, bytes, flags);
    }
  }

  /** Sends one message for an atomic that one lane performs for all. */
  private void elected() {
    unit.atomic(now, token, access.address(access.firstLane()), access.elementBytes(), 1);
  }

  /**
   * Sends one message for each line whose dwords are each accessed by a single lane, and one
   * message for each dword that several lanes access, which is serialised.
   */
  private void atomics() {
    int n = 0;
    int bytes = access.elementBytes();
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long address = access.address(lane);
      int k = n - 1;
      while (k >= 0 && atomicAddress[k] != address) {
        k--;
      }
      if (k < 0) {
        atomicAddress[n] = address;
        atomicLanes[n++] = 1;
      } else {
        atomicLanes[k]++;
      }
    }
    for (int i = 0; i < n; i++) {
      if (atomicLanes[i] > 1) {
        unit.atomic(now, token, atomicAddress[i], bytes, atomicLanes[i]);
      } else if (atomicLanes[i] == 1) {
        atomicsOfLine(i, n, bytes);
      }
    }
  }

  /** Sends one message with the single-lane dwords of the line of the i-th address. */
  private void atomicsOfLine(int i, int n, int bytes) {
    int block = Math.min(lineBytes, Message.WORDS_BYTES);
    long line = atomicAddress[i] & -block;
    int words = 0;
    long low = atomicAddress[i];
    long high = atomicAddress[i] + bytes;
    for (int k = i; k < n; k++) {
      if (atomicLanes[k] == 1 && (atomicAddress[k] & -block) == line) {
        words |= 1 << (int) (atomicAddress[k] - line >> 2);
        low = Math.min(low, atomicAddress[k]);
        high = Math.max(high, atomicAddress[k] + bytes);
        atomicLanes[k] = 0;
      }
    }
    unit.atomics(now, token, low, (int) (high - low), words >>> (int) (low - line >> 2));
  }

  @Override
  public void completed(int wavefront, int ofToken, long tick) {
    if (place[ofToken] == NO_PLACE) {
      return;
    }
    owner.completed(wavefront, classes[ofToken], place[ofToken], tick, unit.path(ofToken));
    if (owner.rounds.isPolling(wavefront, ofToken)) {
      owner.polled(wavefront, unit.refused(ofToken), tick, unit.path(ofToken));
    }
  }

  @Override
  public void accepting(long tick) {
    owner.accepting(tick);
  }

  @Override
  public void drained(long tick) {
    owner.drained(tick);
  }

  void statistics(Totals out) {
    counts.addTo(out);
    CacheStatistics.L1.write(unit.cache(), out);
    if (unit.translation() != null) {
      CacheStatistics.TRANSLATION.write(unit.translation(), out);
    }
  }
}
