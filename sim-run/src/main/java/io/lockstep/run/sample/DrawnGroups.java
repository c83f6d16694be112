// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Work-groups that are drawn at random, with a fixed seed, to learn whether all groups of a launch
 * have about the same work. Not thread-safe.
 *
 * <p>They show that only if the code bounds the work of the others. So each loop must make the same
 * trips in all groups: one that depends on an id or on data could run for any time in a single
 * group. And blocks that no drawn group executes must be short: a loop that stands under a rare
 * condition could take as long as all other groups together.
 */
final class DrawnGroups {
  private static final int DRAWN = 512;

  /** Drawn groups whose work may differ from the median, as that of groups at an edge does. */
  private static final int OTHERS = 4;

  /** Most work that a drawn group may have, relative to the median. */
  private static final int MOST = 2;

  private static final long SEED = 74;

  private final Kernel kernel;
  private final Uniformity uniformity;
  private final GroupCounter counter;
  private final long[] numbers; // ascending
  private final long[] work;
  private final long[] longest;
  private final long[] visits; // by block: most visits of a drawn group's work-item
  private int added;

  DrawnGroups(LaunchPlan plan) {
    kernel = plan.code().executed();
    uniformity = new Uniformity(kernel, Uniformity.Among.LAUNCH);
    counter = new GroupCounter(plan);
    long groups = plan.geometry().groups();
    int drawn = (int) Math.min(DRAWN, groups);
    SplittableRandom random = new SplittableRandom(SEED);
    numbers = new long[drawn];
    for (int d = 0; d < drawn; d++) {
      numbers[d] = random.nextLong(groups * d / drawn, groups * (d + 1) / drawn);
    }
    work = new long[drawn];
    longest = new long[drawn];
    visits = new long[kernel.blocks().size()];
  }

  boolean areLoopsUniform() {
    return uniformity.areLoopsUniform();
  }

  /** Returns the number of the group that is added next, or -1 if all have been added. */
  long next() {
    return added < numbers.length ? numbers[added] : -1;
  }

  void add(WorkGroupRecord group) {
    counter.count(group);
    work[added] = counter.sum();
    longest[added] = counter.longest();
    added++;
    long[] ofGroup = new long[visits.length];
    for (Segment s : group.segments()) {
      long[] ofSegment = new long[visits.length];
      for (int p = 0; p < s.paths(); p++) {
        long[] ofPath = new long[visits.length];
        counter.visit(s, p, ofPath, 0);
        Arrays.setAll(ofSegment, b -> Math.max(ofSegment[b], ofPath[b]));
      }
      Arrays.setAll(ofGroup, b -> ofGroup[b] + ofSegment[b]);
    }
    Arrays.setAll(visits, b -> Math.max(visits[b], ofGroup[b]));
  }

  /** Returns whether the groups that were added show that all groups have about the same work. */
  boolean areEqual() {
    if (!areLoopsUniform()) {
      return false;
    }
    long median = median(work);
    long others = 0;
    for (long w : work) {
      others += Math.abs(w - median) > LaunchWork.UNEVEN * median ? 1 : 0;
      if (w > MOST * median) {
        return false;
      }
    }
    return others * DRAWN <= (long) OTHERS * work.length
        && unseen() <= (MOST - 1) * median(longest);
  }

  private static long median(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /**
   * Returns an upper bound of the instructions that a work-item executes in blocks that no drawn
   * group has executed; infinite if a loop without known trips is among them.
   */
  private double unseen() {
    BitSet seen = new BitSet(); // or known to be unseen
    ArrayDeque<Block> open = new ArrayDeque<>();
    for (Block block : kernel.blocks()) {
      if (visits[block.id()] > 0) {
        seen.set(block.id());
        if (!uniformity.isUniformBranch(block.id())) { // else all groups go the same way
          open.push(block);
        }
      }
    }
    double instructions = 0;
    while (!open.isEmpty()) {
      for (int s : open.pop().successors()) {
        if (!seen.get(s)) {
          seen.set(s);
          Block block = kernel.blocks().get(s);
          instructions += trips(block) * block.instructions().size();
          open.push(block);
        }
      }
    }
    return instructions;
  }

  /**
   * Returns how often a work-item may execute a block that no drawn group has executed: as often as
   * the other blocks of its loop; infinite if these have not been executed either.
   */
  private double trips(Block unseen) {
    double trips = unseen.loop() < 0 ? 1 : 0;
    for (Block block : kernel.blocks()) {
      trips = block.loop() == unseen.loop() ? Math.max(trips, visits[block.id()]) : trips;
    }
    return trips == 0 ? Double.POSITIVE_INFINITY : trips;
  }
}
