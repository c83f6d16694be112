package io.lockstep.device.g80.multiprocessor;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.device.g80.code.Pipe;
import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.device.g80.memory.RopTiles;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.device.LaunchPlan;
import io.lockstep.parts.issue.ReadyWavefronts;
import io.lockstep.parts.issue.RoundRobin;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.stats.Statistic;
import io.lockstep.parts.stats.Totals;
import io.lockstep.parts.texture.TextureFetch;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.parts.unit.MemoryUnit;
import io.lockstep.parts.wave.Wavefronts;
import java.util.List;

/**
 * A streaming multiprocessor: one issue port, warps in order, results tracked by a scoreboard.
 *
 * <p>The port issues one warp instruction every four shader clocks (a multiply or division sequence
 * takes several). The SPs are held as long as the instruction or its bank conflicts take, the SFUs
 * and the double-precision unit longer than the port, so other warps go on meanwhile. Loads do not
 * block before their first use. There is an event for each issue and none while nothing can issue.
 *
 * <p>Source: CUDA Programming Guide 1.1, chapter 5; Lindholm et al., "NVIDIA Tesla: A Unified
 * Graphics and Computing Architecture", IEEE Micro 2008. Not thread-safe.
 */
public final class Multiprocessor extends ComputeUnit implements MachineInstructions {
  private static final long NEVER = WarpTable.NEVER;

  // What a pipe's instructions wait for beside the port.
  /** Statistics that no other family has. */
  public static final List<Statistic> STATISTICS = TextureUnit.OWN.declared();

  private static final int SP = 0;
  private static final int SFU = 1;
  private static final int DP = 2;
  private static final int GLOBAL = 3;
  private static final int CONSTANT = 4;
  private static final int TEXTURE = 5;
  private static final int NOTHING = 6;
  private static final int END = 7; // no instruction: the warp leaves
  private static final int[] RESOURCE = new int[Pipe.values().length];
  private static final Cause[] ISSUED = new Cause[Pipe.values().length];

  static {
    map(Pipe.SP, SP, Cause.ISSUED_SP);
    map(Pipe.SFU, SFU, Cause.ISSUED_SFU);
    map(Pipe.DP, DP, Cause.ISSUED_DOUBLE);
    map(Pipe.SHARED, SP, Cause.ISSUED_SHARED);
    map(Pipe.CONSTANT, CONSTANT, Cause.ISSUED_CONSTANT);
    map(Pipe.TEXTURE, TEXTURE, Cause.ISSUED_TEXTURE);
    map(Pipe.GLOBAL, GLOBAL, Cause.ISSUED_GLOBAL);
    map(Pipe.PRIVATE, GLOBAL, Cause.ISSUED_GLOBAL);
    map(Pipe.BARRIER, NOTHING, Cause.ISSUED_BARRIER);
    map(Pipe.BRANCH, NOTHING, Cause.ISSUED_BRANCH);
  }

  private static void map(Pipe pipe, int resource, Cause issued) {
    RESOURCE[pipe.ordinal()] = resource;
    ISSUED[pipe.ordinal()] = issued;
  }

  private static final Cause[] BUSY = {
    Cause.LDS_CONFLICT,
    Cause.PIPE,
    Cause.PIPE,
    Cause.CREDIT,
    Cause.CREDIT,
    Cause.CREDIT,
    Cause.DEPENDENCY,
    Cause.DEPENDENCY
  };
  private static final int GLOBAL_UNIT = 0;
  private static final int CONSTANT_UNIT = 1;
  private static final int TEXTURE_UNIT = 2;
  private static final int UNITS = 3;
  private static final int[] UNIT_RESOURCE = {GLOBAL, CONSTANT, TEXTURE};
  private static final Pipe[] PIPES = Pipe.values();

  private final MultiprocessorConfig config;
  private final int warps;
  private final MemoryUnit globalUnit;
  private final GlobalMemory global;
  private final ConstantMemory constant;
  private final TextureUnit texture;
  private final SharedMemory shared;
  private final Scoreboard scoreboard;
  private final EventKind issueKind;
  private final Access access = new Access();
  private WarpCode code;

  private final WarpTable state;

  // Loads under way: memory unit and token.
  private final int[][] loadRow = new int[UNITS][];
  private final int[][] loadGeneration = new int[UNITS][];

  private final long[] free = new long[END + 1]; // resources
  private long portFree;
  private final ReadyWavefronts others; // null: the next in turn
  private int last;
  private int resident;

  // The wake-up.
  private long wakeAt = NEVER;
  private int wakeNumber;
  private boolean issuing;
  private long soonest;

  private long instructions;

  /** Adds a multiprocessor to a cluster. */
  public Multiprocessor(Cluster cluster, int index, MemorySide side, MultiprocessorConfig config) {
    super(cluster, index, config.unit);
    this.config = config;
    warps = config.unit.wavefronts();
    int width = config.unit.width();
    globalUnit =
        owns(
            new MemoryUnit(
                cluster, path("memory"), index, config.global, side, listener(GLOBAL_UNIT)));
    MemoryUnit constantUnit =
        owns(
            new MemoryUnit(
                cluster, path("constant"), index, config.constant, side, listener(CONSTANT_UNIT)));
    global = new GlobalMemory(config, globalUnit, width);
    constant = new ConstantMemory(constantUnit, width, config.pass);
    MemoryUnit textureCache =
        owns(
            new MemoryUnit(
                cluster, path("texture"), index, config.texture, side, listener(TEXTURE_UNIT)));
    int line = config.texture.cache().orElseThrow().lineBytes();
    texture = new TextureUnit(new TextureFetch(new RopTiles(), line), textureCache, config, width);
    shared = new SharedMemory(config);
    scoreboard = new Scoreboard(warps);
    // Registered after the memory units' kinds, so an issue sees all data of its tick.
    issueKind =
        cluster.kind(
            "warp.issue",
            Phase.WORK,
            (Multiprocessor m, long tick, int number) -> m.onWake(tick, number));
    state = new WarpTable(warps);
    others = ReadyWavefronts.unless(RoundRobin.NAME, config.figures, warps);
    loadRow[GLOBAL_UNIT] = new int[config.global.tokens()];
    loadRow[CONSTANT_UNIT] = new int[config.constant.tokens()];
    loadRow[TEXTURE_UNIT] = new int[config.texture.tokens()];
    loadGeneration[TEXTURE_UNIT] = new int[config.texture.tokens()];
    loadGeneration[GLOBAL_UNIT] = new int[config.global.tokens()];
    loadGeneration[CONSTANT_UNIT] = new int[config.constant.tokens()];
  }

  private String path(String part) {
    return "cu[" + index() + "]." + part;
  }

  private MemoryUnit.Listener listener(int unit) {
    return new MemoryUnit.Listener() {
      @Override
      public void completed(int warp, int token, long tick) {
        arrived(unit, warp, token, tick);
      }

      @Override
      public void accepting(long tick) {
        free[UNIT_RESOURCE[unit]] = tick;
        wake(tick);
      }

      @Override
      public void drained(long tick) {
        memoryDrained(tick);
      }
    };
  }

  // ------------------------------------------------------------------ warps come and go

  @Override
  protected void launchStarts(LaunchPlan plan) {
    code = (WarpCode) plan.code();
    scoreboard.begin(code);
    texture.fetch().begin(plan);
  }

  @Override
  protected void wavefrontStarted(int warp, long tick) {
    if (resident++ == 0) {
      account.advance(0, tick, Cause.NO_WAVEFRONT.ordinal());
    }
    state.generation[warp]++;
    if (others != null) {
      others.started(warp);
    }
    scoreboard.clear(warp);
    state.floor[warp] = tick;
    enterBlock(warp);
    prepare(warp, tick);
  }

  @Override
  protected void barrierReleased(int warp, long tick) {
    state.floor[warp] = tick + config.barrierLatency;
    state.row[warp]++;
    prepare(warp, tick);
    if (state.candidate[warp] != NEVER) {
      state.cause[warp] = (byte) Cause.BARRIER.ordinal();
    }
  }

  private void enterBlock(int warp) {
    int block = wavefronts.block(warp);
    state.row[warp] = code.first(block);
    state.end[warp] = code.end(block);
  }

  /**
   * Finds the warp's next row and when it may issue, through block ends and removed copies.
   *
   * @return issue slots spent on joins
   */
  private int prepare(int warp, long tick) {
    int joins = 0;
    while (true) {
      int r = state.row[warp];
      if (r == state.end[warp]) {
        int flags = wavefronts.advance(warp);
        if ((flags & Wavefronts.ENDED) != 0) {
          if (state.floor[warp]
              > tick + config.interval) { // still in a loop of its last instruction
            state.resource[warp] = END;
            state.cause[warp] = (byte) Cause.DEPENDENCY.ordinal();
            state.candidate[warp] = state.floor[warp];
            wake(state.floor[warp]);
          } else {
            leave(warp, tick);
          }
          return joins;
        }
        if ((flags & Wavefronts.DIVERGED) != 0) {
          countDivergence();
        }
        if ((flags & Wavefronts.SWITCHED) != 0) {
          joins++;
        }
        enterBlock(warp);
      } else if (code.instructions(r) == 0) {
        scoreboard.copy(warp, r);
        state.row[warp] = r + 1;
      } else {
        ready(warp, r);
        return joins;
      }
    }
  }

  private void leave(int warp, long tick) {
    state.candidate[warp] = NEVER;
    resident--;
    wavefrontEnded(warp, tick);
  }

  private void ready(int warp, int r) {
    state.resource[warp] = (byte) RESOURCE[code.pipe(r)];
    long at = scoreboard.ready(warp, r);
    if (at >= Scoreboard.PENDING) {
      state.candidate[warp] = NEVER;
      state.cause[warp] = (byte) Cause.MEMORY.ordinal();
    } else {
      state.candidate[warp] = Math.max(at, state.floor[warp]);
      state.cause[warp] = (byte) Cause.DEPENDENCY.ordinal();
      wake(state.candidate[warp]);
    }
  }

  private void arrived(int unit, int warp, int token, long tick) {
    if (loadGeneration[unit][token] != state.generation[warp]) {
      return; // nobody used the value, and its warp is gone
    }
    scoreboard.arrived(warp, loadRow[unit][token], load(unit, token), tick);
    if (state.candidate[warp] == NEVER
        && state.cause[warp] == Cause.MEMORY.ordinal()
        && !isFree(warp)
        && !isAtBarrier(warp)) {
      ready(warp, state.row[warp]);
      state.cause[warp] = (byte) Cause.MEMORY.ordinal();
    }
  }

  private static int load(int unit, int token) {
    return UNITS * token + unit;
  }

  // ------------------------------------------------------------------ issue

  /** Makes sure that the port looks for a warp at a tick, or once it is free. */
  private void wake(long tick) {
    if (issuing) {
      soonest = Math.min(soonest, tick);
      return;
    }
    long at = Math.max(Math.max(tick, portFree), cluster.partition().now());
    if (at < wakeAt) {
      wakeAt = at;
      cluster.partition().at(at, issueKind, component, ++wakeNumber);
    }
  }

  private void onWake(long tick, int number) {
    if (number != wakeNumber) {
      return; // an earlier wake-up has taken its place
    }
    wakeAt = NEVER;
    issuing = true;
    soonest = NEVER;
    int warp = choose(tick);
    if (warp >= 0 && state.resource[warp] == END) {
      accountWait(warp, tick);
      leave(warp, tick);
    } else if (warp >= 0) {
      issue(warp, tick);
    }
    issuing = false;
    if (soonest != NEVER) {
      wake(soonest);
    }
  }

  /** The warp that issues now, or -1; {@link #soonest} becomes when the next of the others may. */
  private int choose(long tick) {
    if (others != null) {
      return chosen(tick);
    }
    int best = -1;
    int w = last;
    for (int i = 0; i < warps; i++) {
      if (++w >= warps) {
        w = 0;
      }
      long at = state.candidate[w];
      if (at == NEVER) {
        continue;
      }
      at = Math.max(at, free[state.resource[w]]);
      if (at > tick) {
        soonest = Math.min(soonest, at);
      } else if (best >= 0) {
        soonest = tick; // somebody is ready for the next slot
        return best;
      } else if (accepts(state.resource[w])) {
        best = w;
      }
    }
    return best;
  }

  private int chosen(long tick) {
    others.clear();
    for (int w = 0; w < warps; w++) {
      long at = state.candidate[w];
      if (at == NEVER) {
        continue;
      }
      at = Math.max(at, free[state.resource[w]]);
      if (at > tick) {
        soonest = Math.min(soonest, at);
      } else if (accepts(state.resource[w])) {
        others.add(w, at);
      }
    }
    if (others.count() > 1) {
      soonest = tick;
    }
    return others.pick();
  }

  /** Whether a memory unit takes an instruction; if not, its rows wait for the unit's word. */
  private boolean accepts(int what) {
    boolean accepts =
        switch (what) {
          case GLOBAL -> global.accepts();
          case CONSTANT -> constant.accepts();
          case TEXTURE -> texture.accepts();
          default -> true;
        };
    if (!accepts) {
      free[what] = NEVER;
    }
    return accepts;
  }

  private void issue(int warp, long tick) {
    last = warp;
    if (others != null) {
      others.issued(warp, tick);
    }
    int r = state.row[warp];
    int pipe = code.pipe(r);
    accountWait(warp, tick);
    int n = code.instructions(r);
    int slot = n * config.interval;
    int interval = code.interval(r);
    instructions += n;
    switch (PIPES[pipe]) {
      case SP:
        slot = Math.max(slot, interval);
        free[SP] = tick + slot;
        scoreboard.set(warp, r, tick + code.latency(r));
        break;
      case SFU:
        free[SFU] = tick + interval;
        scoreboard.set(warp, r, tick + code.latency(r));
        break;
      case DP:
        free[DP] = tick + Math.max(interval, slot);
        scoreboard.set(warp, r, tick + code.latency(r));
        break;
      case SHARED:
        slot = Math.max(slot, interval);
        issueShared(warp, r, tick, slot);
        break;
      case CONSTANT:
        issueConstant(warp, r, tick);
        break;
      case TEXTURE:
        issueTexture(warp, r, tick);
        break;
      case GLOBAL:
      case PRIVATE:
        issueGlobal(warp, r, tick);
        break;
      case BARRIER:
        slot = Math.max(slot, interval);
        break;
      case BRANCH:
        state.floor[warp] = tick + Math.max(slot, code.latency(r));
        break;
    }
    portFree = tick + slot;
    account.advance(0, portFree, ISSUED[pipe].ordinal());
    state.floor[warp] = Math.max(state.floor[warp], portFree);
    if (pipe == Pipe.BARRIER.ordinal()) {
      state.candidate[warp] = NEVER;
      state.cause[warp] = (byte) Cause.BARRIER.ordinal();
      barrier(warp, tick);
      return;
    }
    state.row[warp] = r + 1;
    int joins = prepare(warp, tick);
    if (joins > 0) {
      join(warp, joins);
    }
  }

  /** Each side that ends pops the divergence stack by an instruction of its own. */
  private void join(int warp, int joins) {
    instructions += joins;
    portFree += (long) joins * config.interval;
    account.advance(0, portFree, Cause.ISSUED_BRANCH.ordinal());
    if (state.candidate[warp] != NEVER) {
      state.candidate[warp] = Math.max(state.candidate[warp], portFree);
    }
    state.floor[warp] = portFree;
  }

  /**
   * What the port waited for since its last instruction: first the warp's reason, then the pipe's.
   */
  private void accountWait(int warp, long tick) {
    account.advance(0, Math.min(tick, state.candidate[warp]), state.cause[warp]);
    account.advance(0, tick, BUSY[state.resource[warp]].ordinal());
  }

  private void issueShared(int warp, int r, long tick, int slot) {
    wavefronts.access(warp, code.slot(r), access);
    int kind = code.access(r);
    boolean atomic = kind == WarpCode.ATOMIC || kind == WarpCode.ATOMIC_RETURN;
    shared.access(access, kind == WarpCode.STORE, atomic);
    free[SP] = tick + Math.max(slot, shared.clocks());
    scoreboard.set(warp, r, tick + code.latency(r) + shared.delay());
    if (atomic) {
      state.floor[warp] = tick + shared.delay(); // the loop is the warp's own code
    }
  }

  private void issueConstant(int warp, int r, long tick) {
    wavefronts.access(warp, code.slot(r), access);
    int token = constant.access(tick, warp, access);
    free[CONSTANT] = tick + constant.clocks();
    pending(CONSTANT_UNIT, warp, r, token, constant.end());
  }

  private void issueTexture(int warp, int r, long tick) {
    int token = texture.access(tick, warp, wavefronts, code.slot(r));
    free[TEXTURE] = texture.free();
    pending(TEXTURE_UNIT, warp, r, token, texture.end());
  }

  private void issueGlobal(int warp, int r, long tick) {
    wavefronts.access(warp, code.slot(r), access);
    int kind = code.access(r);
    int token;
    if (code.pipe(r) == Pipe.PRIVATE.ordinal()) {
      long place = (long) index() * warps + warp;
      int bytes = code.kernel().privateBytes();
      token = global.accessPrivate(tick, warp, access, kind, place, bytes);
    } else {
      token = global.access(tick, warp, access, kind);
    }
    pending(GLOBAL_UNIT, warp, r, token, global.end());
  }

  private void pending(int unit, int warp, int r, int token, long at) {
    if (at == MemoryUnit.PENDING) {
      loadRow[unit][token] = r;
      loadGeneration[unit][token] = state.generation[warp];
      scoreboard.setPending(warp, r, load(unit, token));
    } else {
      scoreboard.set(warp, r, at);
    }
  }

  // ------------------------------------------------------------------ figures and state

  @Override
  protected void addStatistics(long tick, Totals out) {
    MachineInstructions.STATISTICS.write(this, out);
    shared.statistics(out);
    global.statistics(out);
    constant.statistics(out);
    texture.statistics(out);
  }

  @Override
  public long machineInstructions() {
    return instructions;
  }

  @Override
  protected void resetOwnStatistics(long tick) {
    instructions = 0;
    shared.reset();
    global.reset();
    texture.reset();
  }

  @Override
  protected String waiting() {
    String memory = globalUnit.waiting();
    if (resident == 0 && memory == null) {
      return null;
    }
    return resident + " warps are resident" + (memory == null ? "" : "; memory: " + memory);
  }

  @Override
  protected void saveOwn(StateWriter out) {
    state.save(out);
    for (int u = 0; u < UNITS; u++) {
      out.writeInts(loadRow[u]);
      out.writeInts(loadGeneration[u]);
    }
    out.writeLongs(free);
    out.writeLong(portFree);
    out.writeInt(last);
    out.writeInt(resident);
    out.writeLong(wakeAt);
    out.writeInt(wakeNumber);
    out.writeLong(instructions);
    scoreboard.save(out);
    shared.save(out);
    global.save(out);
    texture.save(out);
    if (others != null) {
      others.save(out);
    }
  }

  @Override
  protected void loadOwn(StateReader in) {
    state.load(in);
    for (int u = 0; u < UNITS; u++) {
      WarpTable.read(in, loadRow[u]);
      WarpTable.read(in, loadGeneration[u]);
    }
    WarpTable.read(in, free);
    portFree = in.readLong();
    last = in.readInt();
    resident = in.readInt();
    wakeAt = in.readLong();
    wakeNumber = in.readInt();
    instructions = in.readLong();
    scoreboard.load(in);
    shared.load(in);
    global.load(in);
    texture.load(in);
    if (others != null) {
      others.load(in);
    }
  }
}
