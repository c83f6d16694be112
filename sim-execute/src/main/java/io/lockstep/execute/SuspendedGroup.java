// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.control.BarrierPoint;
import io.lockstep.execute.control.BarrierScheduler;
import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.control.Reconvergence;
import io.lockstep.execute.lane.RegisterCopies;
import io.lockstep.execute.poll.PolledWords;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.PrintedText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The saved state of a work-group that does not run. Only live registers are saved. */
final class SuspendedGroup {
  long group;
  final Reconvergence fragments;
  final BarrierScheduler barriers;
  final SegmentCutter cutter;
  final PollWatch watch;
  PrintedText printed;
  long instructions;

  /** Whether the group can continue at once, because it was suspended to let other groups poll. */
  boolean ready;

  boolean atBarrier;

  /** Whether the group let other groups poll although it does not wait. */
  boolean yielded;

  /**
   * Minimum number of changes of the polled words before the group polls again, if the values that
   * release it are unknown. Doubled by every poll without effect; ignored if all groups poll.
   */
  long changesToPoll = 1;

  private BitSet live;
  private final List<Object> registers = new ArrayList<>();
  private byte[] local;
  private byte[] privates;
  private int[][] localBarriers;
  private final List<BarrierPoint> points = new ArrayList<>();
  private final List<int[]> pointIds = new ArrayList<>();

  SuspendedGroup(
      Reconvergence fragments,
      BarrierScheduler barriers,
      SegmentCutter cutter,
      PollWatch watch,
      PrintedText printed) {
    this.fragments = fragments;
    this.barriers = barriers;
    this.cutter = cutter;
    this.watch = watch;
    this.printed = printed;
  }

  /** Saves registers and memories of the running group. */
  void keep(MachineState state, RegisterFile file, BitSet liveRegisters) {
    local = state.local.clone();
    privates = state.privates.clone();
    localBarriers = state.barriers == null ? null : state.barriers.copy();
    live = liveRegisters;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      registers.add(RegisterCopies.copy(file.array(r)));
    }
    for (Fragment f : barriers.parked()) {
      if (!f.barrier.plain) {
        points.add(f.barrier);
        pointIds.add(f.barrier.ids.clone());
      }
    }
  }

  /** Restores registers and memories. */
  void restore(MachineState state, RegisterFile file) {
    System.arraycopy(local, 0, state.local, 0, local.length);
    System.arraycopy(privates, 0, state.privates, 0, privates.length);
    if (localBarriers != null) {
      state.barriers.restore(localBarriers);
    }
    int next = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      RegisterCopies.restore(registers.get(next++), file.array(r));
    }
    for (int i = 0; i < points.size(); i++) {
      System.arraycopy(pointIds.get(i), 0, points.get(i).ids, 0, pointIds.get(i).length);
    }
    registers.clear();
    points.clear();
    pointIds.clear();
    local = null;
    privates = null;
  }

  /**
   * Returns whether the group should poll: the current values of its words release some of its
   * work-items, or its words have changed often enough since they were read.
   *
   * @param least sufficient number of changes for words whose releasing values are unknown
   */
  boolean isDue(PolledWords words, long least) {
    long changes = 0;
    for (WaitingFragment w : watch.waiting()) {
      if (!w.isConditional()) {
        changes += w.changes(words);
      } else if (w.isDue(words)) {
        return true;
      }
    }
    return changes >= least;
  }
}
