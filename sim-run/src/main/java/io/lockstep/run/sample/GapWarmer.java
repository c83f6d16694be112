// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;

/**
 * Warms a machine's caches with the last work-groups of each gap, as many as fill them. The first
 * groups that are left out show how many bytes a group accesses. Not thread-safe.
 */
final class GapWarmer implements SampledGroups.Boundaries {
  private static final int FIRST = 16;

  /** Groups that are warmed between two signs of life to the watchdog. */
  private static final int AT_ONCE = 4096;

  private final Machine machine;
  private final LaunchPlan plan;
  private final WorkGroupSource source;
  private final long capacity;
  private long groups; // groups so far
  private long bytes; // bytes that they accessed
  private long warmedTo; // end of the gap whose last groups warm the caches
  private Optional<DerivedGroups> derived =
      Optional.empty(); // these groups, if they have a formula

  /**
   * @param source all work-groups of the launch
   */
  GapWarmer(Machine machine, LaunchPlan plan, WorkGroupSource source) {
    this.machine = machine;
    this.plan = plan;
    this.source = source;
    capacity = machine.warmBytes();
  }

  /** Tells how many bytes a group accesses, which the first groups need not show then. */
  void knows(double bytesPerGroup) {
    if (Double.isFinite(bytesPerGroup)) {
      groups = FIRST;
      bytes = Math.round(FIRST * bytesPerGroup);
    }
  }

  /** Returns the number of groups that fill the caches, at most {@code most}. */
  private long filling(long most) {
    double needed = bytes == 0 ? 0 : (double) capacity * groups / bytes;
    return needed < most ? (long) Math.ceil(needed) : most;
  }

  /**
   * Warms the caches with a group that is left out, if it is one of those.
   *
   * @param before groups that are left out after it in the same gap
   */
  @Override
  public void skips(WorkGroupRecord group, long before) {
    if (groups < FIRST || before < filling(Long.MAX_VALUE)) {
      warm(group);
    }
  }

  private void warm(WorkGroupRecord group) {
    groups++;
    bytes += machine.warm(plan, group);
  }

  /**
   * Warms the caches with groups whose addresses can be derived.
   *
   * @param next the next group that is left out
   * @param end the group after the gap
   * @return number of groups that need not be read
   */
  @Override
  public long unread(long next, long end) {
    if (groups < FIRST) {
      return 0;
    }
    if (warmedTo != end) {
      long unused = end - next - filling(end - next);
      if (unused > 0) {
        return unused;
      }
      warmedTo = end;
      derived = DerivedGroups.of(plan.geometry(), next, end - 1, g -> source.find(g).orElseThrow());
    }
    if (derived.isEmpty()) {
      return 0;
    }
    long count = Math.min(AT_ONCE, end - next);
    for (long g = next; g < next + count; g++) {
      warm(derived.get().record(g));
    }
    return count;
  }
}
