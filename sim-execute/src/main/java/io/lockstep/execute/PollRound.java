package io.lockstep.execute;

import io.lockstep.kernel.ir.PollLoops;

/** What is known of some work-items that go round in a loop with polls. Not thread-safe. */
final class PollRound {
  final PollLoops.Loop loop;

  /** The work-items. */
  final long[] mask;

  final int count;

  /** Rounds since they came into the loop, or were waiting. */
  long rounds;

  /** Rounds one after another that changed no memory. */
  long quiet;

  /** Rounds one after another that changed no memory and in which polls read the same. */
  long same;

  long memoryChanges;
  long readings;

  /** The next arrival at the header is a first one: they left the loop, or were waiting. */
  boolean fresh;

  /** Instructions of the launch, and of the group, when the segment began. */
  long instructions;

  long groupInstructions;

  /** Registers live at the header, as they were at some arrival. */
  private final int[] live;

  private final Object[] kept;

  PollRound(PollLoops.Loop loop, ActiveLanes lanes, int[] live) {
    this.loop = loop;
    this.mask = lanes.mask.clone();
    this.count = lanes.count;
    this.live = live;
    this.kept = new Object[live.length];
  }

  boolean isOf(ActiveLanes lanes) {
    return lanes.count == count && lanes.isSubsetOf(mask);
  }

  /** Keeps the registers as they are. */
  void keep(RegisterFile registers) {
    for (int k = 0; k < live.length; k++) {
      kept[k] = RegisterCopies.copy(registers.array(live[k]));
    }
  }

  /** Whether the work-items' registers are as they were when they were kept. */
  boolean isAsKept(RegisterFile registers, ActiveLanes lanes) {
    for (int k = 0; k < live.length; k++) {
      if (!RegisterCopies.equal(kept[k], registers.array(live[k]), lanes)) {
        return false;
      }
    }
    return true;
  }
}
