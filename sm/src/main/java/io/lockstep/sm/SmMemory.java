// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.lower.register.SpillSlot;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.ConflictFree;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.access.TransactionSink;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.counters.LocalMemoryCounts;
import io.lockstep.parts.transaction.MemoryAccessCounts;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.unit.ShapeMemo;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.SassCode;
import io.lockstep.sm.memory.AtomicMessages;
import io.lockstep.sm.memory.DataBanks;
import io.lockstep.sm.memory.WarpLines;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.Totals;

/** Issues the memory instructions of warps and sets when their counters are decremented. */
final class SmMemory extends CountingPart implements TransactionSink {
  private static final AccessKind[] KINDS = AccessKind.values();
  private static final int WORD = 4;
  private static final int WIDTH = 32;

  /** Flags of reads that bypass the first level unless it holds what they ask for. */
  private static final int UNLESS_HELD = -1;

  private final Wavefronts wavefronts;
  private final WarpTable warps;
  private final WarpOrder order;
  private final MemoryQueues queues;
  private final CopyGroups groups;
  private final SmBarriers barriers;
  private final WideFences fences; // null if a fence waits for its own warp's writes
  private final MemoryUnit global;
  private final MemoryUnit constant;
  private final PollRounds rounds;
  private final LocalMemoryRule banks;
  private final int row; // bytes that all banks of shared memory pass together
  private final LocalMemoryRule firstLevel; // the same banks, for accesses to the L1
  private final WarpLines lines;
  private final AtomicMessages atomics;
  private final SwapLoops swapLoops;
  private final SmLatencies latencies;
  private final long scratch;
  private final long firstPlace; // place of the first warp in the private memory of all
  private final Access access = new Access();
  private final Access words = new Access();
  private final ShapeMemo memo = new ShapeMemo(DataBanks.ROW);
  private final MemoryAccessCounts counts;
  private final LocalMemoryCounts localCounts = own.include(new LocalMemoryCounts());
  private final TextureUnits textures;

  // By token of the first level, then of the constant cache.
  private final int[][] generation = new int[2][];
  private final short[][] counter = new short[2][];
  private final long[][] notBefore = new long[2][];
  private final int[][] later = new int[2][];

  private SassCode code;
  private long enter; // of the access that is under way: tick at the first level
  private int token;
  private boolean reads;
  private int flags;

  SmMemory(
      SmConfig config,
      Wavefronts wavefronts,
      Warps of,
      MemoryUnit global,
      MemoryUnit constant,
      PollRounds rounds,
      long firstPlace) {
    DeviceSpec s = config.spec;
    this.wavefronts = wavefronts;
    warps = of.table();
    order = of.order();
    queues = of.queues();
    groups = of.groups();
    barriers = of.barriers();
    fences = of.fences();
    this.global = global;
    this.constant = constant;
    this.rounds = rounds;
    this.firstPlace = firstPlace;
    int joined = (int) s.optional("lds.joined_parts").orElse(1);
    int word = (int) s.optional("lds.bank_width").orElse(4);
    row = DataBanks.ROW / 4 * word;
    banks = ConflictFree.unlessReal(new DataBanks(joined, word), config.ideals);
    firstLevel = ConflictFree.unlessReal(new DataBanks(1), config.ideals);
    lines = new WarpLines(s.integer("l1.line"), s.integer("l1.sector"), s.integer("l1.tag_banks"));
    atomics = new AtomicMessages(s.integer("atomics.message"));
    swapLoops = new SwapLoops(warps.slots(), !config.ideals.has(Ideal.CONFLICTS));
    latencies = new SmLatencies(config);
    scratch = s.value("memory.scratch_base");
    textures = own.include(new TextureUnits(config));
    counts = own.include(new MemoryAccessCounts(global));
    int[] tokens = {config.firstLevel.tokens(), config.constants.tokens()};
    for (int u = 0; u < 2; u++) {
      generation[u] = new int[tokens[u]];
      counter[u] = new short[tokens[u]];
      notBefore[u] = new long[tokens[u]];
      later[u] = new int[tokens[u]];
    }
  }

  /**
   * The warps of the multiprocessor, their copies, barriers and fences, and the queues before
   * memory.
   */
  record Warps(
      WarpTable table,
      WarpOrder order,
      MemoryQueues queues,
      CopyGroups groups,
      SmBarriers barriers,
      WideFences fences) {}

  void begin(SassCode program, LaunchPlan plan) {
    code = program;
    barriers.begin();
    swapLoops.begin();
    memo.begin(program.kernel().memorySlots());
    textures.begin(plan);
  }

  /** Issues an exchange between lanes. */
  void shuffle(int warp, int r, long tick) {
    long delay = queues.exchange(order.partition(warp), tick, latencies.shuffleClocks);
    warps.counts(warp, code.reads[r], tick + delay + latencies.localLoadRead, false);
    warps.counts(warp, code.writes[r], tick + delay + latencies.shuffle, false);
  }

  /** Issues an access to shared memory. */
  void shared(int warp, int r, long tick) {
    if (code.slot[r] < 0) {
      shuffle(warp, r, tick);
      return;
    }
    if (code.apart[r]) {
      matrices(warp, r, tick);
      return;
    }
    AccessKind kind = KINDS[code.access[r]];
    if (kind.compareTo(AccessKind.ARRIVAL) >= 0) {
      barrier(warp, r, kind, tick);
      return;
    }
    if (kind == AccessKind.ATTEMPT || kind == AccessKind.SWAP) {
      swapLoop(warp, r, kind == AccessKind.SWAP, tick);
      return;
    }
    boolean atomic = kind == AccessKind.ATOMIC || kind == AccessKind.REDUCTION;
    boolean fill = kind == AccessKind.FILL;
    boolean store = fill || kind == AccessKind.STORE;
    for (int slot : code.joined[r]) { // one access serves them; their records are passed over
      if (wavefronts.again(warp, slot) < 0) {
        wavefronts.access(warp, slot, access);
        wavefronts.remember(warp, slot, 1, 0);
      }
    }
    int passes = atomic ? -1 : wavefronts.again(warp, code.slot[r]);
    if (passes < 0) {
      wavefronts.access(warp, code.slot[r], access);
      access.cover(code.bytes[r]);
      elect(r);
      Operation operation = atomic ? Operation.ATOMIC : store ? Operation.STORE : Operation.LOAD;
      passes = packed(operation);
      wavefronts.remember(warp, code.slot[r], row, passes);
    }
    int free = passes & 0xff;
    localCounts.served(passes >> 8, free);
    int clocks = (passes >> 8) * latencies.passClocks;
    if (atomic && !code.counted[r]) {
      clocks = Math.max(clocks, DataBanks.trips(access) * latencies.localAtomicClocks);
    }
    long at = tick + queues.access(order.partition(warp), tick, clocks);
    int read =
        store ? latencies.localStoreRead + latencies.moreData(free) : latencies.localLoadRead;
    warps.counts(warp, code.reads[r], at + read, false);
    int result = atomic ? latencies.localAtomic : latencies.localLoad;
    warps.counts(warp, code.writes[r], at + result + latencies.morePasses(clocks), false);
    if (fill) {
      groups.ends(warp, at + clocks);
    }
  }

  /** Issues the load or the swap of a loop that performs an atomic which the hardware lacks. */
  private void swapLoop(int warp, int r, boolean swaps, long tick) {
    wavefronts.access(warp, code.slot[r], access);
    if (swapLoops.lanes(warp) != 0) {
      access.restrict(swapLoops.lanes(warp));
    }
    int passes = packed(swaps ? Operation.ATOMIC : Operation.LOAD);
    localCounts.served(passes >> 8, passes & 0xff);
    int clocks = (passes >> 8) * latencies.passClocks;
    if (swaps) {
      clocks = Math.max(clocks, DataBanks.trips(access) * latencies.localAtomicClocks);
    }
    long at = tick + queues.access(order.partition(warp), tick, clocks);
    warps.counts(warp, code.reads[r], at + latencies.localLoadRead, false);
    int result = swaps ? latencies.localAtomic : latencies.localLoad;
    warps.counts(warp, code.writes[r], at + result + latencies.morePasses(clocks), false);
    boolean again = !swaps || swapLoops.swap(warp, wavefronts.group(warp), access);
    if (!swaps) {
      swapLoops.loads(warp);
    }
    if (again) {
      wavefronts.repeat(warp, code.slot[r]); // the next access has the same addresses
    }
  }

  /** Restricts an access that one lane makes for all to that lane. */
  private void elect(int r) {
    if (access.active() >= code.elects[r]) {
      access.restrict(Long.lowestOneBit(access.mask()));
    }
  }

  /** Returns whether a warp goes back from the branch of a loop of compare-and-swaps. */
  boolean triesAgain(int warp) {
    return swapLoops.lanes(warp) != 0;
  }

  /** Issues an operation on barriers. */
  private void barrier(int warp, int r, AccessKind kind, long tick) {
    wavefronts.access(warp, code.slot[r], access);
    boolean arrives = kind == AccessKind.ARRIVAL;
    int passes = packed(arrives ? Operation.ATOMIC : Operation.LOAD);
    localCounts.served(passes >> 8, passes & 0xff);
    int clocks = (passes >> 8) * latencies.passClocks;
    if (latencies.barrierClocks > 0) {
      clocks = Math.max(clocks, addresses() * latencies.barrierClocks);
    } else if (arrives) {
      clocks = Math.max(clocks, DataBanks.trips(access) * latencies.localAtomicClocks);
    }
    long at = tick + queues.access(order.partition(warp), tick, clocks);
    warps.counts(warp, code.reads[r], at + latencies.localLoadRead, false);
    int more = latencies.morePasses(clocks);
    if (kind == AccessKind.TEST) {
      barriers.test(warp, code.slot[r], access, code.writes[r], at + more, latencies.localLoad);
      return;
    }
    warps.counts(warp, code.writes[r], at + latencies.localAtomic + more, false);
    boolean copied = kind == AccessKind.COPIED_ARRIVAL;
    barriers.arrive(warp, code.slot[r], access, at + clocks, copied);
  }

  /** Returns the passes of an access to shared memory in bits 8 up, and those without conflicts. */
  private int passes(int warp, int slot, Operation operation) {
    int passes = wavefronts.again(warp, slot);
    if (passes < 0) {
      wavefronts.access(warp, slot, access);
      passes = packed(operation);
      wavefronts.remember(warp, slot, row, passes);
    }
    return passes;
  }

  private int packed(Operation operation) {
    int passes = banks.clocks(access, operation);
    int free = banks.conflictFree(access);
    // Joined parts of a wide load pass sooner than the count without conflicts, which is of single
    // parts.
    return passes << 8 | (operation == Operation.LOAD ? Math.min(passes, free) : free);
  }

  private int addresses() {
    int different = 0;
    for (long m = access.mask(); m != 0; different++) {
      m &= ~DataBanks.sameAddress(access, m);
    }
    return different;
  }

  /**
   * Issues an access to matrices of 8 × 8 halves, whose rows pass the banks one matrix at a time.
   */
  private void matrices(int warp, int r, long tick) {
    boolean store = KINDS[code.access[r]] == AccessKind.STORE;
    Operation operation = store ? Operation.STORE : Operation.LOAD;
    int passes = 0;
    int free = 0;
    for (int k = -1; k < code.joined[r].length; k++) {
      int own = passes(warp, k < 0 ? code.slot[r] : code.joined[r][k], operation);
      passes += own >> 8;
      free += own & 0xff;
    }
    localCounts.served(passes, free);
    int clocks = passes * latencies.passClocks;
    long at = tick + queues.access(order.partition(warp), tick, clocks);
    int read =
        store ? latencies.localStoreRead + latencies.moreData(free) : latencies.localLoadRead;
    warps.counts(warp, code.reads[r], at + read, false);
    warps.counts(
        warp, code.writes[r], at + latencies.localLoad + latencies.morePasses(clocks), false);
  }

  /** Issues a load of a constant; one word at a time goes to all lanes that want it. */
  void constant(int warp, int r, long tick) {
    if (code.slot[r] < 0) {
      long delay = queues.access(order.partition(warp), tick, 1);
      warps.counts(warp, code.reads[r], tick + delay + latencies.constant, false);
      warps.counts(warp, code.writes[r], tick + delay + latencies.constant, false);
      return;
    }
    if (KINDS[code.access[r]] == AccessKind.FURTHER_LOAD) {
      wavefronts.repeat(warp, code.slot[r]);
    }
    wavefronts.access(warp, code.slot[r], access);
    long at = tick + queues.access(order.partition(warp), tick, addresses());
    token = constant.begin(warp);
    for (long m = access.mask(); m != 0; ) {
      long address = access.address(Long.numberOfTrailingZeros(m));
      constant.read(at, token, address, access.elementBytes());
      m &= ~DataBanks.sameAddress(access, m);
    }
    warps.counts(warp, code.reads[r], at + latencies.constant, false);
    answer(1, constant.end(token), warp, code.writes[r], at, 0);
  }

  /** Issues an access to global memory or to the private memory of threads. */
  void global(int warp, int r, long tick) {
    if (KINDS[code.access[r]] == AccessKind.COPY) {
      copy(warp, r, tick);
      return;
    }
    SpillSlot spill = code.spill(r);
    if (spill == null) {
      wavefronts.access(warp, code.slot[r], access);
    } else {
      access.setAffine(wavefronts.mask(warp), WIDTH, spill.bytes(), spill.offset(), 0);
    }
    AccessKind kind = KINDS[code.access[r]];
    reads = kind == AccessKind.LOAD;
    flags =
        switch (code.caching[r]) {
          case ALL -> 0;
          case NO_ALLOCATE -> UNLESS_HELD;
          case SECOND_LEVEL -> MemoryUnit.BYPASS;
        };
    boolean polled = spill == null && wavefronts.hasPolls(warp, code.slot[r]);
    if (polled && rounds.lanes(warp) != 0) {
      access.restrict(rounds.lanes(warp));
    }
    int active = access.active() >= code.elects[r] ? 1 : access.active();
    counts.request((long) active * access.elementBytes());
    token = global.begin(warp);
    int clocks;
    if (kind == AccessKind.ATOMIC || kind == AccessKind.REDUCTION) {
      clocks = begin(warp, tick, lines.collect(access));
      poll(polled, warp, r);
      elect(r);
      boolean unanswered = kind == AccessKind.REDUCTION && !acknowledged();
      atomics.send(access, global, enter, unanswered ? MemoryUnit.NO_TOKEN : token);
    } else if (code.pipe[r] == Pipe.PRIVATE.ordinal()) {
      clocks = privateWords(warp, tick);
    } else {
      int tags = lines.collect(access);
      clocks = begin(warp, tick, Math.max(tags, passes(r) * latencies.passClocks));
      poll(polled, warp, r);
      lines.sectors(this);
    }
    int gain = code.uniform[r] ? latencies.uniformGain : 0;
    boolean store = kind == AccessKind.STORE;
    int read = store ? latencies.storeRead : latencies.loadRead - Math.max(0, gain - 1);
    int more = latencies.moreData(banks.conflictFree(access));
    warps.counts(warp, code.reads[r], enter + read + (store ? more : 0), true);
    boolean value = kind == AccessKind.LOAD || kind == AccessKind.ATOMIC;
    int of =
        value ? code.writes[r] : code.hasWideFences ? WarpTable.STORES : ControlBits.NO_COUNTER;
    more = Math.max(more, latencies.morePasses(clocks)) - gain;
    answer(kind != AccessKind.LOAD, global.end(token), warp, of, more);
  }

  /** Records when an access to global memory completes; wide fences wait for it if it writes. */
  private void answer(boolean writes, long data, int warp, int of, int more) {
    answer(0, data, warp, of, enter, more);
    if (writes && fences != null && code.hasWideFences) {
      fences.issued(token, data);
    }
  }

  /** Issues an asynchronous copy, whose data are written to shared memory when they arrive. */
  private void copy(int warp, int r, long tick) {
    boolean bulk = code.joined[r].length > 1;
    int written;
    if (bulk) {
      wavefronts.access(warp, code.joined[r][0], access);
      written = lines(r);
      localCounts.served(written, written);
    } else {
      int passes = passes(warp, code.joined[r][0], Operation.STORE);
      written = passes >> 8;
      localCounts.served(written, passes & 0xff);
    }
    for (int k = 1; k < code.joined[r].length; k++) {
      wavefronts.access(warp, code.joined[r][k], access); // behind the first, in one piece with it
    }
    wavefronts.access(warp, code.slot[r], access);
    access.cover(code.bytes[r]);
    reads = true;
    flags = code.isUncached[r] ? MemoryUnit.BYPASS : 0;
    counts.request((long) access.active() * access.elementBytes());
    token = global.begin(warp);
    int data = code.isUncached[r] ? written : written + passes(r); // the first level has its data
    int clocks = Math.max(lines.collect(access), data * latencies.passClocks);
    begin(warp, tick, clocks);
    lines.sectors(this);
    warps.counts(warp, code.reads[r], enter + latencies.loadRead, true);
    int place = WarpTable.COPIES + groups.open(warp);
    answer(0, global.end(token), warp, place, enter, latencies.morePasses(clocks));
  }

  /** Returns the passes of shared memory that contiguous bytes of each lane take. */
  private int lines(int r) {
    return access.active() * ((code.bytes[r] + DataBanks.ROW - 1) / DataBanks.ROW);
  }

  /** Issues a fetch of texels or an access to a surface, which the first level serves as others. */
  void texture(int warp, int r, long tick) {
    int clocks = textures.next(wavefronts, warp, code.slot[r]);
    counts.request(textures.bytes());
    reads = KINDS[code.access[r]] == AccessKind.LOAD;
    flags = 0;
    token = global.begin(warp);
    int of = code.writes[r];
    if (reads) {
      begin(warp, tick, clocks);
      textures.read(this);
      warps.counts(warp, code.reads[r], enter + latencies.loadRead, true);
    } else {
      textures.store(access, code.bytes[r]);
      begin(warp, tick, Math.max(clocks, lines.collect(access)));
      lines.sectors(this);
      warps.counts(warp, code.reads[r], enter + latencies.storeRead, true);
      of = code.hasWideFences ? WarpTable.STORES : ControlBits.NO_COUNTER;
    }
    answer(!reads, global.end(token), warp, of, textures.latency + latencies.morePasses(clocks));
  }

  /**
   * Returns the passes of the first level's data banks, as of an access with the same pattern
   * before. No source says that they join parts of a load, as for shared memory.
   */
  private int passes(int r) {
    boolean fits = code.spill(r) == null && access.isRows() && access.mask() != 0;
    int known = fits ? memo.find(code.slot[r], access) : ShapeMemo.NONE;
    if (known == ShapeMemo.NONE) {
      known = firstLevel.clocks(access, Operation.LOAD);
      if (fits) {
        memo.put(code.slot[r], access, known);
      }
    }
    return known;
  }

  private int begin(int warp, long tick, int clocks) {
    enter = tick + queues.access(order.partition(warp), tick, clocks);
    return clocks;
  }

  private void poll(boolean polled, int warp, int r) {
    if (polled) {
      flags = MemoryUnit.BYPASS;
      var poll = global.poll(token);
      wavefronts.polls(warp, code.slot[r], access, poll);
      if (poll.isPoll()) {
        rounds.polls(warp, token);
      }
    }
  }

  /** Word n of all lanes of a warp is contiguous, so that equal offsets coalesce. */
  private int privateWords(int warp, long tick) {
    long place = firstPlace + warp;
    long base = scratch + place * WIDTH * Math.max(16, code.privateBytes() + 15 & -16);
    int element = Math.min(WORD, access.elementBytes());
    int clocks = 0;
    enter = tick;
    for (int at = 0; at < access.elementBytes(); at += WORD) {
      long[] to = words.addresses();
      for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
        long offset = access.address(lane) + at;
        to[lane] = base + (offset / WORD * WIDTH + lane) * WORD + offset % WORD;
      }
      words.setScattered(access.mask(), WIDTH, element);
      int passes = banks.clocks(words, Operation.LOAD) * latencies.passClocks;
      clocks += Math.max(lines.collect(words), passes);
      lines.sectors(this);
    }
    return begin(warp, tick, Math.max(1, clocks));
  }

  @Override
  public void transaction(long address, int bytes) {
    if (!reads) {
      global.write(enter, acknowledged() ? token : MemoryUnit.NO_TOKEN, address, bytes);
    } else if (flags == 0) {
      global.read(enter, token, address, bytes);
    } else if (flags == UNLESS_HELD && global.cache().holds(address, bytes)) {
      global.read(enter, token, address, bytes);
    } else {
      global.read(enter, token, address, bytes, MemoryUnit.BYPASS);
    }
  }

  /** Empties the first level, as a fence does behind it. */
  void invalidateFirstLevel() {
    global.invalidate();
  }

  private boolean acknowledged() {
    return flags != 0 || code.hasWideFences;
  }

  private void answer(int unit, long data, int warp, int of, long at, int more) {
    long soonest = at + (unit == 0 ? latencies.firstLevel : latencies.constant) + more;
    if (data == MemoryUnit.PENDING) {
      generation[unit][token] = warps.generation(warp);
      counter[unit][token] = (short) of;
      notBefore[unit][token] = soonest;
      later[unit][token] = more;
      if (WarpTable.isCopy(of)) {
        groups.awaits(warp);
      } else {
        warps.awaits(warp, of);
      }
    } else if (WarpTable.isCopy(of)) {
      groups.ends(warp, Math.max(data + more, soonest));
    } else {
      warps.counts(warp, of, Math.max(data + more, soonest), unit == 0);
    }
  }

  /** Completes a load; returns whether the warp that issued it is still there. */
  boolean arrived(int unit, int warp, int of, long tick) {
    long at = Math.max(tick + later[unit][of], notBefore[unit][of]);
    if (unit == 0 && isAwaitedWrite(of)) {
      fences.acknowledged(of, at);
    }
    if (generation[unit][of] != warps.generation(warp)) {
      return false;
    }
    if (WarpTable.isCopy(counter[unit][of])) {
      groups.arrived(warp, counter[unit][of] - WarpTable.COPIES, at);
      if (code.hasBarriers) {
        barriers.copied(warp, tick);
      }
    } else {
      warps.arrived(warp, counter[unit][of], at);
    }
    return true;
  }

  /** Whether a token's instruction is a write for which fences wait. */
  boolean isAwaitedWrite(int of) {
    return fences != null && fences.isWrite(of);
  }

  /** Returns the counter that a token's instruction decrements. */
  int counter(int unit, int of) {
    return counter[unit][of];
  }

  LocalMemoryCounts localCounts() {
    return localCounts;
  }

  void statistics(Totals out) {
    counts.addTo(out);
    localCounts.addTo(out);
    textures.statistics(out);
    CacheStatistics.L1.write(global.cache(), out);
    CacheStatistics.SCALAR.write(constant.cache(), out);
    if (global.translation() != null) {
      CacheStatistics.TRANSLATION.write(global.translation(), out);
    }
  }
}
