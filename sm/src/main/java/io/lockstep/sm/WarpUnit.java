// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.lower.rows.FinishedKernel;
import io.lockstep.parts.unit.ClockReads;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.MachineInstructions;
import io.lockstep.parts.unit.MemoryListener;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.spi.stats.Totals;
import java.util.function.IntPredicate;

/**
 * What multiprocessors have in common, whatever guards dependences: counts of instructions, clocks
 * that warps read, rounds of polls, and one listener for each memory unit. Not thread-safe.
 */
public abstract class WarpUnit extends ComputeUnit implements MachineInstructions {
  protected final long[] instructions = own.counters(1);
  protected final ClockReads clocks;
  protected final PollRounds rounds;

  protected WarpUnit(Cluster cluster, int index, ComputeUnitConfig config) {
    super(cluster, index, config);
    clocks = own.include(new ClockReads(config.wavefronts()));
    rounds = new PollRounds(config.wavefronts());
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
