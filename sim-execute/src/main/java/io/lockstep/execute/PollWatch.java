// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.control.CompiledBlock;
import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.poll.AwaitedValue;
import io.lockstep.execute.poll.PollRound;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.analysis.PollLoops;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Detects when work-items of the running group wait for another group.
 *
 * <p>Work-items wait when they return to the header of a polling loop in an earlier state and no
 * memory has changed in between: the group runs alone, so they would loop forever. Loops that count
 * their polls never repeat their state; their work-items wait after {@link #MOST_ROUNDS} rounds in
 * which memory did not change and all polls read the same values. Rounds that only polled are
 * removed from the record.
 */
final class PollWatch {
  /** Number of equal rounds after which a loop whose state never repeats is considered waiting. */
  static final int MOST_ROUNDS = 4096;

  /** Number of rounds in a loop that each begin a segment; later rounds only at powers of 2. */
  private static final int MARKED_ROUNDS = 16;

  /** Number of quiet rounds that each save the registers; later rounds only at powers of 2. */
  private static final int KEPT_ROUNDS = 4;

  private final PollTracker tracker;
  private final RegisterFile registers;
  private final PollLoops.Loop[] loopAt;
  private final int[][] liveAt;
  private final Map<Long, PollRound> rounds = new HashMap<>(); // iteration order does not matter
  private final List<WaitingFragment> waiting = new ArrayList<>();
  private final BitSet resumed = new BitSet();
  private PollRound last; // round of the work-items that last arrived at a header
  private boolean marked; // a segment began at this header, and only its work-items have run since

  PollWatch(PollTracker tracker, RegisterFile registers, Liveness liveness, int blocks) {
    this.tracker = tracker;
    this.registers = registers;
    loopAt = new PollLoops.Loop[blocks];
    liveAt = new int[blocks][];
    for (PollLoops.Loop loop : tracker.loops.loops()) {
      loopAt[loop.header()] = loop;
      liveAt[loop.header()] = liveness.liveIn(loop.header()).stream().toArray();
    }
  }

  /** Creates a watch for another group of the same launch. */
  PollWatch(PollWatch same) {
    tracker = same.tracker;
    registers = same.registers;
    loopAt = same.loopAt;
    liveAt = same.liveAt;
  }

  void begin() {
    rounds.clear();
    waiting.clear();
    resumed.clear();
    last = null;
    marked = false;
  }

  /** Returns the waiting work-items of the running group. */
  List<WaitingFragment> waiting() {
    return waiting;
  }

  boolean isHeader(int block) {
    return loopAt[block] != null;
  }

  /** Returns whether a block belongs to a loop whose waiting work-items have been resumed. */
  boolean isInResumedLoop(int block) {
    return resumed.get(block);
  }

  /** Resumes a waiting fragment at its header. */
  void resume(WaitingFragment w) {
    waiting.remove(w);
    resumed.or(w.round().loop.blocks());
    if (w.awaited() != null) {
      tracker.awaited.leave(w.awaited());
      return;
    }
    for (int word : w.words()) {
      tracker.words.unwatch(word);
    }
  }

  /** Called when the resumed work-items have run. */
  void resumedAll() {
    resumed.clear();
  }

  /**
   * Called when a fragment executes a block: the work-items that arrived last at a header may no
   * longer be alone.
   */
  void execute(Fragment f, CompiledBlock block) {
    if (last == null) {
      return;
    }
    boolean own = f.lanes.isSubsetOf(last.mask);
    boolean inside = last.loop.blocks().get(block.id);
    if (own && !inside) {
      last.fresh = true;
      last = null;
      marked = false;
    } else if (!own) {
      marked = false;
    }
  }

  /** Called when the segment was cut: earlier rounds can no longer be removed from the record. */
  void disturb() {
    marked = false;
  }

  /** Called before other groups run: the next arrival at each header counts as the first. */
  void suspend() {
    rounds.values().forEach(round -> round.fresh = true);
    last = null;
    marked = false;
    tracker.forget();
  }

  /** Returns whether a fragment executes a loop alone, so that its rounds are removable. */
  boolean isAlone(Fragment f) {
    return marked && f.lanes.count == last.count;
  }

  /**
   * Called when a fragment arrives at the header of a polling loop; returns whether it starts to
   * wait.
   */
  boolean arrive(Fragment f, PolledGroup group) {
    long key = (long) f.block << 32 | f.lanes.first();
    PollRound round = rounds.get(key);
    if (round == null || !round.isOf(f.lanes)) {
      round = new PollRound(loopAt[f.block], f.lanes, liveAt[f.block]);
      rounds.put(key, round);
      round.fresh = true;
    }
    if (round.fresh) {
      round.fresh = false;
      round.rounds = 0;
      round.quiet = 0;
      round.same = 0;
      round.readings = 0;
      mark(f, round, group);
      keep(round);
    } else if (again(f, round, group)) {
      return true;
    }
    round.memoryChanges = tracker.memoryChanges;
    tracker.readings = 0;
    last = round;
    return false;
  }

  /** Called when a fragment has completed a round; returns whether it waits. */
  private boolean again(Fragment f, PollRound round, PolledGroup group) {
    boolean quiet = tracker.memoryChanges == round.memoryChanges;
    boolean whole = marked && last == round;
    if (quiet && round.isAsKept(registers, f.lanes)) {
      park(f, round, whole, false, group);
      return true;
    }
    round.rounds++;
    round.quiet = quiet ? round.quiet + 1 : 0;
    boolean same = quiet && (round.rounds == 1 || tracker.readings == round.readings);
    round.same = same ? round.same + 1 : 0;
    round.readings = tracker.readings;
    if (round.same >= MOST_ROUNDS) {
      park(f, round, whole, true, group);
      return true;
    }
    if (!(whole && same)) {
      if (round.rounds <= MARKED_ROUNDS || Long.bitCount(round.rounds) == 1) {
        mark(f, round, group);
      } else {
        marked = false;
      }
    }
    if (round.quiet < KEPT_ROUNDS || Long.bitCount(round.quiet) == 1) {
      keep(round);
    }
    return false;
  }

  private void keep(PollRound round) {
    round.keep(registers);
    tracker.forget();
  }

  private void mark(Fragment f, PollRound round, PolledGroup group) {
    group.mark(f);
    round.instructions = group.workItemInstructions();
    round.groupInstructions = group.groupInstructions();
    marked = true;
  }

  private void park(Fragment f, PollRound round, boolean whole, boolean counts, PolledGroup group) {
    if (whole) {
      group.takeBack(f, round);
    }
    int[] words = java.util.Arrays.copyOf(tracker.polled, tracker.polledCount);
    int[] seen = java.util.Arrays.copyOf(tracker.seen, tracker.polledCount);
    AwaitedValue[] awaited = tracker.awaited.of(f.lanes, round.loop);
    if (awaited != null) {
      tracker.awaited.await(awaited);
    } else {
      for (int word : words) {
        tracker.words.watch(word);
      }
    }
    waiting.add(new WaitingFragment(f, round, words, seen, awaited, counts));
    round.fresh = true;
    last = null;
    marked = false;
    tracker.forget();
  }
}
