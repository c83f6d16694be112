package io.lockstep.terascale.issue;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Waker;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.device.LaunchPlan;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.spec.Figures;
import io.lockstep.parts.stats.IssueScheme;
import io.lockstep.parts.stats.Statistic;
import io.lockstep.parts.stats.Totals;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.unit.MemoryUnitConfig;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.lds.BankConflicts;
import io.lockstep.terascale.lds.ConflictMemo;
import io.lockstep.terascale.memory.MicroTiles;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.List;

/**
 * A SIMD engine: two ALU slots, a fetch unit, a path for writes, local data share, wavefront pool.
 *
 * <p>An ALU clause of n bundles holds its slot for 8n cycles: the two slots alternate every four,
 * so one ready wavefront runs at half rate and two at full. Slot 0 begins at multiples of eight
 * cycles, slot 1 four later. Between clauses a wavefront is in the pool for the time of a clause
 * switch, which others hide. The oldest wavefront that is ready goes first (the dispatcher takes a
 * thread's age and the availability of its resources into account: Beyond3D on Cypress, 2009; US
 * patent 8,305,382), unless {@code issue.policy} says otherwise.
 *
 * <p>Everything happens in one kind of event, which wakes the unit when something is due; other
 * callbacks only note times, so the order of events within a tick changes nothing. Not thread-safe.
 */
public final class TeraScaleComputeUnit extends ComputeUnit implements MemoryUnit.Listener {
  /** Issue ports: two ALU slots, fetches, memory writes. */
  public static final int PORTS = IssuePorts.COUNT;

  /** The ports and the causes of their cycles. */
  public static final IssueScheme ISSUE = IssuePorts.SCHEME;

  /** Statistics that other families do not have. */
  public static final List<Statistic> STATISTICS = Counters.VLIW.declared();

  private static final byte FREE = 0;
  private static final byte RUNNING = 1; // in a clause or a pause whose end is known
  private static final byte MEMORY = 2; // waits for memory
  private static final byte BARRIER = 3;
  private static final byte READY = 4; // wants a port from its time on
  private static final byte ISSUING = 5; // on the fetch port
  private static final byte LANDING = 6; // its data is on the way and its arrival known

  private final UnitTimings timings;
  private final MemoryUnit memory;
  private final MemoryPath path;
  private final TextureFetch textures;
  private final BankConflicts conflicts;
  private final ConflictMemo memo;
  private final Waker waker;
  private final Access access = new Access();
  private final int slotCount;
  private final int wavefrontSlots;

  private ClauseTable table;
  private boolean completePath;

  // By wavefront.
  private final byte[] state;
  private final long[] at; // end of RUNNING, or when READY counts from
  private final int[] clause;
  private final boolean[] resumes; // RUNNING ends without ending a clause
  private final boolean[] passed; // the block's barrier
  private final int[] outstanding;
  private final long[] latest;
  private final long[] age; // number in the order of arrival
  private long arrived;

  // Ports.
  private final long[] freeAt = new long[IssuePorts.COUNT];
  private int fetching = -1;
  private int nextFetch;
  private boolean refused;
  private long ldsFree;

  private final ReadyWavefronts[] others; // by port of a clause; null: the oldest ready

  private final Counters count;

  /** Builds the unit in its cluster. */
  public TeraScaleComputeUnit(
      Cluster cluster,
      int index,
      ComputeUnitConfig config,
      UnitTimings timings,
      MemoryUnitConfig memoryConfig,
      MemorySide side,
      Figures figures) {
    super(cluster, index, config);
    this.timings = timings;
    count = new Counters(timings.width);
    memory =
        owns(new MemoryUnit(cluster, "cu[" + index + "].memory", index, memoryConfig, side, this));
    path = new MemoryPath(memory, timings);
    textures = new TextureFetch(new MicroTiles(), timings.line);
    conflicts = new BankConflicts(timings.banks, timings.wavefront);
    memo = new ConflictMemo(conflicts, timings.wavefront);
    EventKind step =
        cluster.kind(
            "simd.step", Phase.WORK, (TeraScaleComputeUnit u, long tick, int x) -> u.step(tick));
    waker = cluster.partition().waker(step, component);
    wavefrontSlots = config.wavefronts();
    slotCount = IssuePorts.ALU_SLOTS;
    state = new byte[wavefrontSlots];
    at = new long[wavefrontSlots];
    clause = new int[wavefrontSlots];
    resumes = new boolean[wavefrontSlots];
    passed = new boolean[wavefrontSlots];
    outstanding = new int[wavefrontSlots];
    latest = new long[wavefrontSlots];
    age = new long[wavefrontSlots];
    others = policies(figures);
  }

  private ReadyWavefronts[] policies(Figures figures) {
    ReadyWavefronts[] all =
        new ReadyWavefronts[ClauseTable.WAIT]; // the kinds before it want a port
    for (int p = 0; p < all.length; p++) {
      all[p] = ReadyWavefronts.unless(OldestFirst.NAME, figures, wavefrontSlots);
    }
    return all[0] == null ? null : all;
  }

  // ------------------------------------------------------------------ what others say

  @Override
  protected void launchStarts(LaunchPlan plan) {
    TeraScaleKernel code = (TeraScaleKernel) plan.code();
    table = code.table();
    completePath = code.completePath();
    memo.begin(code.kernel().memorySlots());
    textures.begin(plan);
  }

  @Override
  protected void wavefrontStarted(int wavefront, long tick) {
    outstanding[wavefront] = 0;
    passed[wavefront] = false;
    age[wavefront] = arrived++;
    clause[wavefront] = table.first[0];
    if (others != null) {
      for (ReadyWavefronts port : others) {
        port.started(wavefront);
      }
    }
    pause(wavefront, tick + Math.max(1, timings.start));
  }

  @Override
  protected void barrierReleased(int wavefront, long tick) {
    passed[wavefront] = true;
    pause(wavefront, tick + Math.max(1, timings.barrier));
  }

  private void pause(int wavefront, long until) {
    state[wavefront] = RUNNING;
    resumes[wavefront] = true;
    at[wavefront] = until;
    waker.at(until);
  }

  @Override
  public void completed(int owner, int token, long tick) {
    latest[owner] = Math.max(latest[owner], tick);
    if (--outstanding[owner] == 0 && state[owner] == MEMORY) {
      long now = cluster.partition().now();
      state[owner] = LANDING;
      resumes[owner] = false;
      at[owner] = Math.max(latest[owner], now + 1);
      waker.at(at[owner]);
    }
  }

  @Override
  public void accepting(long tick) {
    waker.at(cluster.partition().now() + 1);
  }

  @Override
  public void drained(long tick) {
    memoryDrained(tick);
  }

  // ------------------------------------------------------------------ one step

  private void step(long tick) {
    for (int w = 0; w < wavefrontSlots; w++) {
      if ((state[w] == RUNNING || state[w] == LANDING) && at[w] <= tick) {
        if (!resumes[w]) {
          clause[w]++;
        }
        proceed(w, tick, resumes[w] ? 0 : timings.clauseSwitch);
      }
    }
    for (int s = 0; s < slotCount; s++) {
      if (freeAt[s] <= tick) {
        int w = choose(ClauseTable.ALU, tick);
        if (w >= 0) {
          startAlu(s, w, tick);
        }
      }
    }
    refused = false;
    if (freeAt[IssuePorts.FETCH] <= tick) {
      fetch(tick);
    }
    if (freeAt[IssuePorts.STORE] <= tick) {
      store(tick);
    }
    attribute(tick);
    sleep(tick);
  }

  /** The wavefront that may have a port, or -1. */
  private int choose(int port, long tick) {
    return others == null ? oldestReady(port, tick) : chosen(others[port], port, tick);
  }

  private int chosen(ReadyWavefronts ready, int port, long tick) {
    ready.clear();
    for (int w = 0; w < wavefrontSlots; w++) {
      if (state[w] == READY && at[w] <= tick && table.port[clause[w]] == port) {
        ready.add(w, at[w]);
      }
    }
    return ready.pick();
  }

  private void issued(int port, int w, long tick) {
    if (others != null) {
      others[port].issued(w, tick);
    }
  }

  /** The wavefront of those ready for a port that came first. */
  private int oldestReady(int port, long tick) {
    int best = -1;
    long first = Long.MAX_VALUE;
    for (int w = 0; w < wavefrontSlots; w++) {
      if (state[w] == READY && at[w] <= tick && age[w] < first && table.port[clause[w]] == port) {
        best = w;
        first = age[w];
      }
    }
    return best;
  }

  /** Goes on to the next clause, through ends of blocks. */
  private void proceed(int w, long tick, long delay) {
    while (true) {
      int block = wavefronts.block(w);
      if (clause[w] < table.first[block + 1]) {
        if (table.port[clause[w]] == ClauseTable.WAIT) {
          if (outstanding[w] > 0) {
            state[w] = MEMORY;
            return;
          }
          clause[w]++;
          continue;
        }
        state[w] = READY;
        at[w] = tick + delay;
        return;
      }
      if (table.barrier[block] && !passed[w]) {
        state[w] = BARRIER;
        barrier(w, tick);
        return;
      }
      if (table.waits && table.exits[block] && outstanding[w] > 0) {
        state[w] = MEMORY; // its writes' acknowledgements must find it
        return;
      }
      passed[w] = false;
      for (int slot : table.silent[block]) {
        wavefronts.access(w, slot, access);
      }
      int flags = wavefronts.advance(w);
      if ((flags & Wavefronts.ENDED) != 0) {
        state[w] = FREE;
        wavefrontEnded(w, tick);
        return;
      }
      int flow = table.flow[block];
      if ((flags & Wavefronts.DIVERGED) != 0) {
        countDivergence();
      }
      if ((flags & Wavefronts.SWITCHED) != 0) {
        flow++; // a pop, or an else
      }
      count.controlFlow += flow;
      delay += (long) flow * timings.controlFlow;
      clause[w] = table.first[wavefronts.block(w)];
    }
  }

  // ------------------------------------------------------------------ ALU

  private void startAlu(int port, int w, long tick) {
    issued(ClauseTable.ALU, w, tick);
    int c = clause[w];
    int period = timings.bundleCycles;
    long phase = (long) port * period / slotCount;
    long start = tick + Math.floorMod(phase - tick, (long) period);
    long issued = start + (long) table.bundles[c] * period;
    long end = issued + local(w, c, start, issued);
    count.bundles += table.bundles[c];
    count.slots += table.slots[c];
    account.change(port, start, Cause.ISSUED_ALU.ordinal());
    account.advance(port, issued, Cause.ISSUED_ALU.ordinal());
    account.advance(port, end, Cause.LDS_CONFLICT.ordinal());
    freeAt[port] = end;
    state[w] = RUNNING;
    resumes[w] = false;
    at[w] = end;
  }

  /** Cycles that a clause's local operations add. */
  private long local(int w, int c, long start, long issued) {
    long stall = 0;
    long clocks = 0;
    for (int k = table.firstOp[c]; k < table.firstOp[c + 1]; k++) {
      int slot = table.memorySlot[k];
      if (slot < 0) {
        continue;
      }
      wavefronts.access(w, slot, access);
      int taken = memo.clocks(slot, access, table.writes[k], table.atomic[k]);
      int free = conflicts.conflictFree(access, table.writes[k], table.atomic[k]);
      clocks += taken;
      count.ldsAccesses++;
      count.ldsCycles += taken;
      count.ldsConflicts += taken - free;
      stall += BankConflicts.stall(taken, table.parts[k], timings.ldsBaseline);
    }
    if (clocks == 0) {
      return 0;
    }
    // The banks serve both slots: what they still owe the other one delays this one.
    ldsFree = Math.max(ldsFree, start) + clocks;
    return Math.max(stall, ldsFree - issued);
  }

  // ------------------------------------------------------------------ memory

  private void fetch(long tick) {
    if (fetching < 0) {
      int w = choose(ClauseTable.FETCH, tick);
      if (w < 0) {
        return;
      }
      issued(ClauseTable.FETCH, w, tick);
      fetching = w;
      nextFetch = table.firstOp[clause[w]];
      state[w] = ISSUING;
      latest[w] = tick;
    }
    int w = fetching;
    int slot = table.memorySlot[nextFetch];
    long cycles = timings.fetchCycles;
    if (table.owned[nextFetch] > 0) {
      cycles = owned(w, nextFetch, slot, tick);
    } else if (!memory.canAccept()) {
      refused = true;
      return;
    } else if (slot >= 0) {
      int token;
      if (table.texture[nextFetch]) {
        textures.next(wavefronts, w, slot);
        token = memory.begin(w);
        path.sample(tick, token, textures);
        cycles *= filterPasses();
        count.samples += textures.active();
        count.texels += textures.texels();
      } else {
        wavefronts.access(w, slot, access);
        place(w, nextFetch);
        token = memory.begin(w);
        path.fetch(tick, token, access);
      }
      end(w, token);
    }
    count.fetches++;
    nextFetch++;
    long free = tick + cycles;
    occupy(IssuePorts.FETCH, tick, free, Cause.ISSUED_FETCH.ordinal());
    if (nextFetch == table.firstOp[clause[w] + 1]) {
      fetching = -1;
      await(w, free);
    }
  }

  /**
   * R700's local memory: four addresses a cycle like any fetch, longer where its banks conflict;
   * what is read comes as late as a hit of the first cache, whose way it takes.
   *
   * @return cycles of the fetch port
   */
  private long owned(int w, int op, int slot, long tick) {
    wavefronts.access(w, slot, access);
    int words = table.owned[op];
    int each = Math.max(1, access.elementBytes() / 4); // words that the recorded access has
    int clocks = memo.clocks(slot, access, table.writes[op], false) * words / each;
    int free = conflicts.conflictFree(access, table.writes[op], false) * words / each;
    count.ldsAccesses++;
    count.ldsCycles += clocks;
    count.ldsConflicts += clocks - free;
    long cycles = Math.max(timings.fetchCycles, clocks);
    latest[w] = Math.max(latest[w], tick + cycles + (table.returns[op] ? timings.hit : 0));
    return cycles;
  }

  /**
   * Four units sample 16 texels of 32 bits a cycle: bilinear filtering is free for these, and wider
   * texels take as many passes as they have words. Unfiltered ones are read whole.
   */
  private int filterPasses() {
    return textures.isFiltered() ? Math.max(1, textures.texelBytes() / 4) : 1;
  }

  /** Scratch memory and emulated local memory lie behind the program's own. */
  private void place(int w, int op) {
    if (table.scratch[op]) {
      path.placeScratch(access, index() * wavefrontSlots + w);
    } else if (table.emulated[op]) {
      path.placeLocal(access, index() * wavefrontSlots + groupOf(w));
    }
  }

  private void end(int w, int token) {
    long done = memory.end(token);
    if (done == MemoryUnit.PENDING) {
      outstanding[w]++;
    } else {
      latest[w] = Math.max(latest[w], done);
    }
  }

  /** The clause is over when its last result is there. */
  private void await(int w, long issued) {
    if (outstanding[w] > 0) {
      latest[w] = Math.max(latest[w], issued);
      state[w] = MEMORY;
    } else {
      state[w] = LANDING;
      resumes[w] = false;
      at[w] = Math.max(issued, latest[w]);
    }
  }

  private void store(long tick) {
    int w = choose(ClauseTable.STORE, tick);
    if (w < 0) {
      return;
    }
    if (!memory.canAccept()) {
      refused = true;
      return;
    }
    issued(ClauseTable.STORE, w, tick);
    int op = table.firstOp[clause[w]];
    if (table.texture[op]) {
      textures.next(wavefronts, w, table.memorySlot[op]);
      textures.store(access, timings.wavefront, table.bytes[op]);
    } else {
      wavefronts.access(w, table.memorySlot[op], access);
    }
    place(w, op);
    boolean waits = table.returns[op];
    latest[w] = tick;
    // Where the kernel waits for acknowledgements, every write has a token to answer to.
    int token = memory.begin(w);
    int answer = waits || table.waits ? token : MemoryUnit.NO_TOKEN;
    int cycles;
    if (table.atomic[op]) {
      path.atomic(tick, answer, access);
      cycles = timings.fetchCycles;
    } else {
      if (completePath) {
        path.completeStore(tick, answer, access);
      } else {
        path.store(tick, answer, access);
      }
      int bytes = timings.wavefront * Math.max(4, access.elementBytes());
      cycles = Math.max(1, bytes / timings.storeBytes);
    }
    end(w, token);
    count.stores++;
    occupy(IssuePorts.STORE, tick, tick + cycles, Cause.ISSUED_STORE.ordinal());
    if (waits) {
      await(w, tick + cycles);
    } else {
      state[w] = RUNNING;
      resumes[w] = false;
      at[w] = tick + cycles;
    }
  }

  private void occupy(int port, long from, long until, int cause) {
    account.change(port, from, cause);
    account.advance(port, until, cause);
    freeAt[port] = until;
  }

  // ------------------------------------------------------------------ time

  /** Says what idle ports wait for from now on. */
  private void attribute(long tick) {
    int waiting = 0;
    int switching = 0;
    int stopped = 0;
    int busy = 0;
    for (int w = 0; w < wavefrontSlots; w++) {
      switch (state[w]) {
        case FREE -> {}
        case MEMORY, LANDING -> waiting++;
        case BARRIER -> stopped++;
        case READY -> {
          if (at[w] > tick) {
            switching++;
          } else {
            busy++;
          }
        }
        default -> busy++;
      }
    }
    int cause =
        waiting > 0
            ? Cause.MEMORY.ordinal()
            : switching > 0
                ? Cause.CLAUSE_SWITCH.ordinal()
                : stopped > 0
                    ? Cause.BARRIER.ordinal()
                    : busy > 0 ? Cause.OTHER_PORT.ordinal() : Cause.NO_WAVEFRONT.ordinal();
    for (int s = 0; s < slotCount; s++) {
      account.change(s, tick, cause);
    }
    int quiet = refused ? Cause.CREDIT.ordinal() : Cause.NO_WAVEFRONT.ordinal();
    account.change(IssuePorts.FETCH, tick, quiet);
    account.change(IssuePorts.STORE, tick, quiet);
  }

  /** Wakes when something is due next. */
  private void sleep(long tick) {
    long next = Long.MAX_VALUE;
    for (int w = 0; w < wavefrontSlots; w++) {
      long due;
      if (state[w] == RUNNING || state[w] == LANDING) {
        due = at[w];
      } else if (state[w] == READY) {
        due = Math.max(at[w], portFree(table.port[clause[w]]));
      } else if (state[w] == ISSUING) {
        due = freeAt[IssuePorts.FETCH];
      } else {
        continue;
      }
      // What could not be taken now (no credit) is woken by whoever gives it.
      if (due > tick && due < next) {
        next = due;
      }
    }
    if (next != Long.MAX_VALUE) {
      waker.at(next);
    }
  }

  private long portFree(int port) {
    return switch (port) {
      case ClauseTable.ALU -> Math.min(freeAt[0], freeAt[1]);
      case ClauseTable.FETCH -> freeAt[IssuePorts.FETCH];
      default -> freeAt[IssuePorts.STORE];
    };
  }

  // ------------------------------------------------------------------ statistics and state

  @Override
  protected void addStatistics(long tick, Totals out) {
    count.add(out);
    path.statistics(out);
  }

  @Override
  protected void resetOwnStatistics(long tick) {
    count.reset();
    path.resetCounters();
  }

  @Override
  protected void saveOwn(StateWriter out) {
    out.writeBytes(state);
    out.writeLongs(at);
    out.writeInts(clause);
    out.writeLongs(flags());
    out.writeInts(outstanding);
    out.writeLongs(latest);
    out.writeLongs(age);
    out.writeLong(arrived);
    out.writeLongs(freeAt);
    out.writeInt(fetching);
    out.writeInt(nextFetch);
    out.writeLong(ldsFree);
    out.writeLongs(new long[] {path.requests(), path.bytesRequested()});
    count.save(out);
    if (others != null) {
      for (ReadyWavefronts port : others) {
        port.save(out);
      }
    }
  }

  private long[] flags() {
    long[] bits = new long[wavefrontSlots];
    for (int w = 0; w < wavefrontSlots; w++) {
      bits[w] = (resumes[w] ? 1 : 0) | (passed[w] ? 2 : 0);
    }
    return bits;
  }

  @Override
  protected void loadOwn(StateReader in) {
    System.arraycopy(in.readBytes(), 0, state, 0, wavefrontSlots);
    System.arraycopy(in.readLongs(), 0, at, 0, wavefrontSlots);
    System.arraycopy(in.readInts(), 0, clause, 0, wavefrontSlots);
    long[] bits = in.readLongs();
    for (int w = 0; w < wavefrontSlots; w++) {
      resumes[w] = (bits[w] & 1) != 0;
      passed[w] = (bits[w] & 2) != 0;
    }
    System.arraycopy(in.readInts(), 0, outstanding, 0, wavefrontSlots);
    System.arraycopy(in.readLongs(), 0, latest, 0, wavefrontSlots);
    in.readInto(age);
    arrived = in.readLong();
    System.arraycopy(in.readLongs(), 0, freeAt, 0, freeAt.length);
    fetching = in.readInt();
    nextFetch = in.readInt();
    ldsFree = in.readLong();
    long[] c = in.readLongs();
    path.restore(c[0], c[1]);
    count.load(in);
    if (others != null) {
      for (ReadyWavefronts port : others) {
        port.load(in);
      }
    }
  }
}
