// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.RegisterCopies;
import io.lockstep.kernel.analysis.PollLoops;

/** The state of work-items that iterate in a polling loop. */
public final class PollRound {
  public final PollLoops.Loop loop;

  public final long[] mask;

  public final int count;

  /** Rounds since the work-items entered the loop or last waited. */
  public long rounds;

  /** Consecutive rounds that changed no memory. */
  public long quiet;

  /** Consecutive rounds that changed no memory and in which polls read the same values. */
  public long same;

  public long memoryChanges;
  public long readings;

  /** Whether the next arrival counts as the first: the work-items left the loop or waited. */
  public boolean fresh;

  /** Instruction counts of the launch and of the group when the segment began. */
  public long instructions;

  public long groupInstructions;

  /** Registers live at the header, and their values at an earlier arrival. */
  private final int[] live;

  private final Object[] kept;

  public PollRound(PollLoops.Loop loop, ActiveLanes lanes, int[] live) {
    this.loop = loop;
    this.mask = lanes.mask.clone();
    this.count = lanes.count;
    this.live = live;
    this.kept = new Object[live.length];
  }

  public boolean isOf(ActiveLanes lanes) {
    return lanes.count == count && lanes.isSubsetOf(mask);
  }

  public void keep(RegisterFile registers) {
    for (int k = 0; k < live.length; k++) {
      kept[k] = RegisterCopies.copy(registers.array(live[k]));
    }
  }

  /** Returns whether the work-items' registers equal the kept values. */
  public boolean isAsKept(RegisterFile registers, ActiveLanes lanes) {
    for (int k = 0; k < live.length; k++) {
      if (!RegisterCopies.equal(kept[k], registers.array(live[k]), lanes)) {
        return false;
      }
    }
    return true;
  }
}
