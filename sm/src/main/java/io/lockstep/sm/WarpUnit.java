// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.lower.rows.FinishedKernel;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.unit.ClockReads;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.sm.code.WarpRows;
import io.lockstep.spi.stats.Totals;
import java.util.function.IntPredicate;

/**
 * What multiprocessors have in common, whatever guards dependences: counts of instructions, clocks
 * that warps read, rounds of polls, and one listener for each memory unit. Not thread-safe.
 */
public abstract class WarpUnit extends ComputeUnit implements MachineInstructions {
  /** The warp has executed its last row. */
  protected static final int ENDS = 1;

  /** An instruction of its own lets lanes wait for others at the start of the block. */
  protected static final int MEETS = 2;

  protected final long[] instructions = own.counters(1);
  protected final ClockReads clocks;
  protected final PollRounds rounds;
  protected final WarpTable warps;

  protected WarpUnit(Cluster cluster, int index, ComputeUnitConfig config) {
    super(cluster, index, config);
    clocks = own.include(new ClockReads(config.wavefronts()));
    rounds = new PollRounds(config.wavefronts());
    warps = new WarpTable(config.wavefronts());
  }

  /** Called when the data of an access is there. */
  protected abstract void arrived(int unit, int warp, int token, long tick);

  /** Called when a memory unit accepts an access again after a refusal. */
  protected abstract void accepting(int unit, long tick);

  /** Returns the listener of a memory unit that has a number. */
  protected final MemoryListener listener(int unit) {
    return new MemoryListener() {
      @Override
      public void completed(int warp, int token, long tick) {
        arrived(unit, warp, token, tick);
      }

      @Override
      public void accepting(long tick) {
        WarpUnit.this.accepting(unit, tick);
      }

      @Override
      public void drained(long tick) {
        memoryDrained(tick);
      }
    };
  }

  /**
   * Prepares the rounds of polls of a launch.
   *
   * @param slots recorded memory slot of each row, or -1
   * @param isRepeated whether a row is issued again in each round
   */
  protected final void beginRounds(FinishedKernel code, int[] slots, IntPredicate isRepeated) {
    rounds.begin(
        wavefronts.pollLoops(),
        code.size(),
        block -> code.blockStart[block],
        row -> slots[row],
        isRepeated);
  }

  /** Lets a warp continue at the first row of its block. */
  protected final void enterBlock(WarpRows code, int warp) {
    int block = wavefronts.block(warp);
    warps.rows(warp, code.blockStart[block], code.blockEnd[block]);
  }

  /**
   * Moves a warp behind its last row on to the next rows, those of a predicated side included that
   * no lane takes; returns {@link #ENDS}, {@link #MEETS} or 0.
   */
  protected final int leaveBlock(WarpRows code, int warp) {
    if (warps.skips(warp)) {
      warps.skips(warp, false);
      enterBlock(code, warp);
      return 0;
    }
    int from = wavefronts.block(warp);
    int flags = wavefronts.advance(warp);
    if ((flags & Wavefronts.ENDED) != 0) {
      return ENDS;
    }
    int to = wavefronts.block(warp);
    int side = code.predicatedSide(from);
    if ((flags & Wavefronts.DIVERGED) != 0 && code.diverges(from)) {
      countDivergence();
    }
    enterBlock(code, warp);
    if (side >= 0 && to != side) {
      warps.skips(warp, true);
      warps.rows(warp, code.blockStart[side], code.sideEnd(side));
    }
    return (flags & Wavefronts.SWITCHED) != 0 && code.synchronises(from, to) ? MEETS : 0;
  }

  @Override
  protected void addStatistics(long tick, Totals out) {
    MachineInstructions.STATISTICS.write(this, out);
    ClockReads.STATISTICS.write(clocks, out);
  }

  @Override
  public final ClockReads clockReads() {
    return clocks;
  }

  @Override
  public final long machineInstructions() {
    return instructions[0];
  }

  @Override
  protected final PollRounds pollRounds() {
    return rounds;
  }
}
