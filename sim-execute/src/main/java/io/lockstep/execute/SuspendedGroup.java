package io.lockstep.execute;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A work-group that does not run: what it needs to go on. Registers are kept as far as they are
 * live. Not thread-safe.
 */
final class SuspendedGroup {
  long group;
  final Reconvergence fragments;
  final BarrierScheduler barriers;
  final SegmentCutter cutter;
  final PollWatch watch;
  PrintedText printed;
  long instructions;

  /** Could go on at once: it was suspended to let others poll. */
  boolean ready;

  /** It waits at a barrier of the launch. */
  boolean atBarrier;

  /** It let others poll although it does not wait itself. */
  boolean yielded;

  /**
   * Changes of its words after which it polls again, if it is not known with which values it goes
   * on: doubles with every poll without effect.
   */
  long changesToPoll = 1;

  private BitSet live;
  private final List<Object> registers = new ArrayList<>();
  private byte[] local;
  private byte[] privates;
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

  /** Keeps registers and memories of the group that runs. */
  void keep(MachineState state, RegisterFile file, BitSet liveRegisters) {
    local = state.local.clone();
    privates = state.privates.clone();
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

  /** Puts them back. */
  void restore(MachineState state, RegisterFile file) {
    System.arraycopy(local, 0, state.local, 0, local.length);
    System.arraycopy(privates, 0, state.privates, 0, privates.length);
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
   * Whether it should poll: some of its work-items go on with the values that their words have now,
   * or may go on after so many changes since they read them.
   *
   * @param least changes of words of which it is not known with which values they let it go on
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
