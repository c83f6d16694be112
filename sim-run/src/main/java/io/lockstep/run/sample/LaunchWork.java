// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;

/**
 * The instructions of the portable kernel that each work-group of a launch executes, summed over
 * its wavefronts, and its work-items' accesses to device memory ({@link GroupCounter}). Immutable.
 *
 * @param longest by group: instructions of its longest wavefront
 * @param wavefronts of a group
 */
record LaunchWork(GroupSums instructions, GroupSums accesses, long[] longest, int wavefronts) {
  /** Deviation of a round's work, relative to the mean, up to which groups count as equal. */
  static final double UNEVEN = 0.05;

  /**
   * Reads the work of all groups of a launch, unless a few {@linkplain DrawnGroups drawn at random}
   * show that they are about equal. Where groups need not be executed only those are read.
   *
   * @param round work-groups that the device holds at once
   * @return empty if groups are about equal, or if each round has about the same work
   */
  static Optional<LaunchWork> ifUneven(LaunchPlan plan, WorkGroupSource groups, long round) {
    DrawnGroups drawn = new DrawnGroups(plan);
    if (drawn.areLoopsUniform() && groups.find(0).isPresent()) {
      while (drawn.next() >= 0) {
        drawn.add(groups.find(drawn.next()).orElseThrow());
      }
      if (drawn.areEqual()) {
        return Optional.empty();
      }
    }
    LaunchWork work = of(plan, groups, drawn);
    return drawn.areEqual() || work.isEven(round) ? Optional.empty() : Optional.of(work);
  }

  private static LaunchWork of(LaunchPlan plan, WorkGroupSource groups, DrawnGroups drawn) {
    int count = Math.toIntExact(plan.geometry().groups());
    GroupCounter counter = new GroupCounter(plan);
    long[] instructions = new long[count + 1];
    long[] accesses = new long[count + 1];
    long[] longest = new long[count];
    for (int g = 0; g < count; g++) {
      if (groups.next() != WorkGroupSource.Status.RECORD) {
        throw new IllegalStateException("a launch of %s groups has %s".formatted(count, g));
      }
      if (g == drawn.next()) {
        drawn.add(groups.record());
      }
      counter.count(groups.record());
      instructions[g + 1] = instructions[g] + counter.sum();
      accesses[g + 1] = accesses[g] + counter.accesses();
      longest[g] = counter.longest();
    }
    return new LaunchWork(
        new GroupSums(instructions), new GroupSums(accesses), longest, counter.wavefronts());
  }

  /**
   * Returns the work of groups whose wavefronts are equal and access no memory.
   *
   * @param instructions by group: instructions of each of its wavefronts
   * @param wavefronts wavefronts of a group
   */
  static LaunchWork of(long[] instructions, int wavefronts) {
    long[] before = new long[instructions.length + 1];
    for (int g = 0; g < instructions.length; g++) {
      before[g + 1] = before[g] + instructions[g] * wavefronts;
    }
    GroupSums none = new GroupSums(new long[before.length]);
    return new LaunchWork(new GroupSums(before), none, instructions.clone(), wavefronts);
  }

  long groups() {
    return longest.length;
  }

  /** Returns the instructions of the groups from one to before another. */
  long between(long from, long to) {
    return instructions.between(from, to);
  }

  /**
   * Returns whether groups are so equal that each round has the same work and no group outlasts a
   * warm-up.
   *
   * @param round work-groups that the device holds at once
   */
  boolean isEven(long round) {
    double mean = (double) between(0, groups()) / groups() * round;
    for (long g = 0; g + round <= groups(); g += round) {
      if (Math.abs(between(g, g + round) - mean) > UNEVEN * mean) {
        return false;
      }
    }
    for (long g = 0; g < groups(); g++) {
      if (residence(g, round) > SamplePlan.WARM_UP * mean) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the instructions that the device executes while a group is resident, if resident
   * wavefronts share it evenly. Devices that prefer older wavefronts, and units that are not full,
   * take fewer.
   *
   * @param round work-groups that the device holds at once
   */
  double residence(long group, long round) {
    return (double) longest[(int) group] * wavefronts * round;
  }
}
