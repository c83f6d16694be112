// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Moves a reduction over the work-items of a group, which takes several barriers in each iteration
 * of a loop, to the loop's last iteration.
 */
public final class CombineOnce implements ProgramRewrite {
  /** Minimum number of barriers per iteration of a reduction; fewer only guard a buffer. */
  private static final int LEAST_BARRIERS = 4;

  @Override
  public KernelCopy kernel(Kernel original) {
    Rounds rounds = storesSingly(original) ? rounds(original) : null;
    return rounds == null ? null : new EarlyRounds(original, rounds).make();
  }

  /** Returns whether every store has one element, as those of a reduction have. */
  private static boolean storesSingly(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .noneMatch(i -> i.op() == Op.STORE && i.memory().width() > 1);
  }

  /** Returns the loop with the most barriers; null if no loop has enough. */
  private static Rounds rounds(Kernel kernel) {
    Rounds found = null;
    long most = LEAST_BARRIERS - 1;
    for (Block block : kernel.blocks()) {
      if (block.last().op() == Op.BARRIER && block.loop() >= 0) {
        Rounds rounds = Rounds.around(kernel, block.id());
        long barriers = rounds == null ? 0 : barriers(kernel, rounds);
        if (barriers > most) {
          most = barriers;
          found = rounds;
        }
      }
    }
    return found;
  }

  /** Returns the barriers of an iteration; a barrier in an inner loop counts as enough. */
  private static long barriers(Kernel kernel, Rounds rounds) {
    int depth = kernel.blocks().get(rounds.header()).loopDepth();
    return rounds.blocks().stream()
        .mapToObj(b -> kernel.blocks().get(b))
        .filter(b -> b.last().op() == Op.BARRIER)
        .mapToLong(b -> b.loopDepth() > depth ? LEAST_BARRIERS : 1)
        .sum();
  }

  @Override
  public WorkGroupRecord group(KernelCopy kernel, SegmentEditor editor, WorkGroupRecord group) {
    Kernel original = kernel.original;
    Rounds rounds = rounds(original);
    EarlyRounds early = new EarlyRounds(original, rounds);
    int items = group.segments().get(0).workItems();
    int[] all = new int[items];
    for (Segment s : group.segments()) {
      int[] ofPath = new int[s.paths()];
      for (int p = 0; p < s.paths(); p++) {
        ofPath[p] = headers(rounds, SegmentEditor.visited(original, s, p));
      }
      for (int i = 0; i < items; i++) {
        all[i] += s.pathOf(i) < 0 ? 0 : ofPath[s.pathOf(i)];
      }
    }
    int[] seen = new int[items];
    List<Segment> segments = new ArrayList<>();
    for (Segment s : group.segments()) {
      List<SegmentEditor.Visits> paths = new ArrayList<>();
      int[] next = seen.clone();
      for (int p = 0; p < s.paths(); p++) {
        int item = 0;
        while (s.pathOf(item) != p) {
          item++;
        }
        int[] blocks = SegmentEditor.visited(original, s, p);
        int here = headers(rounds, blocks);
        paths.add(visits(early, blocks, seen[item], here, all[item]));
        for (int i = 0; i < items; i++) {
          next[i] += s.pathOf(i) == p ? here : 0;
        }
      }
      seen = next;
      segments.add(editor.edit(s, paths));
    }
    return new WorkGroupRecord(group.group(), segments);
  }

  private static int headers(Rounds rounds, int[] blocks) {
    return (int) Arrays.stream(blocks).filter(b -> b == rounds.header()).count();
  }

  /**
   * Returns a path with early iterations: {@code before} earlier ones, {@code here} in the path.
   */
  private static SegmentEditor.Visits visits(
      EarlyRounds early, int[] blocks, int before, int here, int all) {
    int[] to = new int[2 * blocks.length + 3];
    int[] from = new int[to.length];
    int n = 0;
    int round = before;
    int done = done(early, blocks, before + here); // iterations completed by the end of this path
    int together = 0; // iterations up to the end of the last unrolled block
    for (int v = 0; v < blocks.length; v++) {
      boolean begins = blocks[v] == early.rounds.header();
      if (begins && round == 0) {
        to[n] = early.entry();
        from[n++] = -1;
      }
      if (begins && early.isStraight()) {
        if (round == together) {
          int end = round + early.unrolled();
          boolean fits = end <= done;
          to[n] = fits ? early.several() : early.after();
          from[n++] = fits ? v : -1;
          together = fits ? end : together;
        }
        if (round >= together && round < done) {
          to[n] = early.single();
          from[n++] = v;
        }
        if (round + 1 == all && together == all && !early.isKnown()) {
          to[n] = early.after();
          from[n++] = -1;
        }
      }
      round += begins ? 1 : 0;
      boolean isEarly = early.rounds.blocks().get(blocks[v]) && round < all;
      int block = isEarly ? early.isStraight() ? -1 : early.copy(blocks[v]) : blocks[v];
      if (block >= 0) {
        to[n] = block;
        from[n++] = v;
      }
    }
    return new SegmentEditor.Visits(Arrays.copyOf(to, n), Arrays.copyOf(from, n));
  }

  /** Returns the number of iterations up to the last one whose accesses are in the path. */
  private static int done(EarlyRounds early, int[] blocks, int begun) {
    for (int v = blocks.length - 1; v >= 0 && early.isStraight(); v--) {
      if (blocks[v] == early.last()) {
        return begun;
      }
      if (blocks[v] == early.rounds.header()) {
        return begun - 1;
      }
    }
    return begun;
  }
}
