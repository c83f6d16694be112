// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.Pipe;
import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.lower.register.SpillSlot;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.sm.WarpTable;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.stats.Totals;
import java.util.List;

/** Issues memory instructions: occupies paths and sets when result registers are ready. */
final class MemoryPipes extends CountingPart {
  static final int GLOBAL = 0;

  static final int CONSTANT = 1;

  static final int TEXTURE = 2;

  private static final int SP = Pipe.SP.ordinal();
  private static final int SHARED = Pipe.SHARED.ordinal();

  private static final int[] RESOURCE = {
    IssueResources.GLOBAL, IssueResources.CONSTANT, IssueResources.TEXTURE
  };

  private final Wavefronts wavefronts;
  private final GlobalMemory global;
  private final ConstantMemory constant;
  private final TexturePort texture;
  private final SharedMemory shared;
  private final long places;
  private final int width;
  private final long[] free;
  private final Scoreboard scoreboard;
  private final LoadTable loads;
  private final WarpTable warps;
  private final PollRounds rounds;
  private final Access access = new Access();
  private final boolean atOnce; // whether dependences are ideal
  private final int half; // lanes that fetch shared operands together; 0 if all lanes do
  private WarpCode code;
  private int token;
  private boolean polls; // during an access to polled words: whether it is a poll

  /**
   * @param places index of the multiprocessor's first warp slot on the device
   */
  MemoryPipes(
      MultiprocessorConfig config,
      Wavefronts wavefronts,
      List<MemoryUnit> units,
      TexturePort port,
      long places,
      IssueResources resources,
      Scoreboard scoreboard,
      LoadTable loads,
      WarpTable warps,
      PollRounds rounds) {
    this.wavefronts = wavefronts;
    this.places = places;
    this.scoreboard = scoreboard;
    this.loads = loads;
    this.warps = warps;
    this.rounds = rounds;
    free = resources.free;
    atOnce = config.atOnce;
    width = config.unit.width();
    half = config.operandHalves ? config.lanes : 0;
    global = new GlobalMemory(config, units.get(GLOBAL), width);
    constant = new ConstantMemory(config, units.get(CONSTANT), width);
    texture = port;
    shared = new SharedMemory(config);
    own.include(shared.counts());
    own.include(global.counts());
    own.include(texture);
  }

  void begin(LaunchPlan plan, WarpCode program) {
    code = program;
    texture.fetch().begin(plan);
  }

  static int resource(int unit) {
    return RESOURCE[unit];
  }

  /** Returns the memory unit of a resource; -1 for none. */
  static int unit(int resource) {
    return switch (resource) {
      case IssueResources.GLOBAL -> GLOBAL;
      case IssueResources.CONSTANT -> CONSTANT;
      case IssueResources.TEXTURE -> TEXTURE;
      default -> -1;
    };
  }

  int token() {
    return token;
  }

  /**
   * Whether the memory unit of a resource accepts an instruction. If not, the unit notifies its
   * listener as soon as it does.
   */
  boolean accepts(int resource) {
    return switch (resource) {
      case IssueResources.GLOBAL -> global.accepts();
      case IssueResources.CONSTANT -> constant.accepts();
      case IssueResources.TEXTURE -> texture.accepts();
      default -> true;
    };
  }

  /**
   * Issues an access to shared memory, which occupies the port for an issue slot. If other
   * instructions read words of a wide load as operands, these words are charged to the other
   * instructions; conflicts of all words are charged to the instruction with the recorded access.
   */
  void shared(int warp, int r, long tick, int slot) {
    int latency = atOnce ? 0 : code.latency[r];
    if (code.access[r] == WarpCode.NONE) {
      free[IssueResources.SP] = tick + slot;
      scoreboard.set(warp, r, tick + latency);
      return;
    }
    wavefronts.access(warp, code.slot[r], access);
    int kind = code.access[r];
    boolean atomic = kind == WarpCode.ATOMIC || kind == WarpCode.ATOMIC_RETURN;
    shared.access(
        access,
        atomic ? Operation.ATOMIC : kind == WarpCode.STORE ? Operation.STORE : Operation.LOAD);
    free[IssueResources.SP] = tick + Math.max(slot, shared.clocks(code.instructions[r]));
    scoreboard.set(warp, r, tick + latency + shared.delay());
    if (atomic) {
      warps.floor(warp, tick + shared.delay()); // the warp itself executes the atomic's loop
    }
  }

  /**
   * Returns the clocks of a row. Half-warps fetch shared operands one after the other, so that a
   * half without active lanes takes no time; the issue slot is occupied nevertheless.
   */
  int clocks(int warp, int r) {
    int clocks = code.interval[r];
    int pipe = code.pipe[r];
    if (half == 0 || pipe != SP && pipe != SHARED) {
      return clocks;
    }
    long mask = wavefronts.mask(warp);
    int halves = 0;
    for (long lanes = mask; lanes != 0; lanes >>>= half) {
      halves += (lanes & (1L << half) - 1) == 0 ? 0 : 1;
    }
    return clocks * halves * half / width;
  }

  void constant(int warp, int r, long tick) {
    wavefronts.access(warp, code.slot[r], access);
    token = constant.access(tick, warp, access);
    free[IssueResources.CONSTANT] = tick + constant.clocks();
    answer(CONSTANT, warp, r, token, constant.end());
  }

  void texture(int warp, int r, long tick) {
    token = texture.access(tick, warp, wavefronts, code.slot[r]);
    answer(TEXTURE, warp, r, token, MemoryUnit.PENDING);
  }

  /** Issues an access to global memory or to the private memory of threads. */
  void global(int warp, int r, long tick) {
    SpillSlot spill = code.spill(r);
    if (spill == null) {
      wavefronts.access(warp, code.slot[r], access);
    } else {
      access.setAffine(wavefronts.mask(warp), width, spill.bytes(), spill.offset(), 0);
    }
    int kind = code.access[r];
    if (code.pipe[r] == Pipe.PRIVATE.ordinal()) {
      int bytes = code.privateBytes();
      token = global.accessPrivate(tick, warp, access, kind, places + warp, bytes);
    } else if (wavefronts.hasPolls(warp, code.slot[r])) {
      poll(warp, code.slot[r], tick, kind);
    } else {
      token = global.access(tick, warp, access, kind);
    }
    answer(GLOBAL, warp, r, token, global.end());
  }

  /** Issues an access to polled words for the lanes without a response. */
  private void poll(int warp, int slot, long tick, int kind) {
    if (rounds.lanes(warp) != 0) {
      access.restrict(rounds.lanes(warp));
    }
    token =
        global.poll(
            tick,
            warp,
            access,
            kind,
            poll -> {
              wavefronts.polls(warp, slot, access, poll);
              polls = poll.isPoll();
            });
    if (polls) {
      rounds.polls(warp, token);
    }
  }

  /** Sets when the results of a row are ready: at a tick, or when a callback reports them. */
  private void answer(int unit, int warp, int row, int token, long at) {
    if (at == MemoryUnit.PENDING) {
      loads.put(unit, token, row, warps.generation(warp));
      scoreboard.setPending(warp, row, loads.number(unit, token));
    } else {
      scoreboard.set(warp, row, at);
    }
  }

  void statistics(Totals out) {
    shared.counts().addTo(out);
    global.statistics(out);
    constant.statistics(out);
    texture.statistics(out);
  }
}
