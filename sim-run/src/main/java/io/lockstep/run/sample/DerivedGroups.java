// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Records of work-groups that differ from one group's record in the bases of their addresses alone,
 * each base a linear function of the group's position in the grid. Immutable.
 */
final class DerivedGroups {
  private final Geometry geometry;
  private final WorkGroupRecord first;
  private final List<long[]> perX = new ArrayList<>(); // by segment and run: bytes per group
  private final List<long[]> perY = new ArrayList<>();
  private final List<long[]> perZ = new ArrayList<>();

  private DerivedGroups(Geometry geometry, WorkGroupRecord first) {
    this.geometry = geometry;
    this.first = first;
  }

  /**
   * Derives a formula for groups from few executed ones, and checks it on two more.
   *
   * @param from first group
   * @param to last group
   * @param execute returns the record of a group
   * @return the formula, or empty if the groups have none
   */
  static Optional<DerivedGroups> of(
      Geometry geometry, long from, long to, LongFunction<WorkGroupRecord> execute) {
    DerivedGroups derived = new DerivedGroups(geometry, execute.apply(from));
    boolean isLinear =
        derived.slope(derived.perX, step(geometry.groupsX(), 1, from), execute)
            && derived.slope(
                derived.perY, step(geometry.groupsY(), geometry.groupsX(), from), execute)
            && derived.slope(
                derived.perZ,
                step(geometry.groupsZ(), (long) geometry.groupsX() * geometry.groupsY(), from),
                execute)
            && derived.isOf(execute.apply(from + (to - from) / 2))
            && derived.isOf(execute.apply(to));
    return isLinear ? Optional.of(derived) : Optional.empty();
  }

  /**
   * Returns the distance from a group to its neighbour along a dimension.
   *
   * @param extent groups along the dimension
   * @param stride groups from one to the next along it
   */
  private static long step(long extent, long stride, long group) {
    return extent == 1 ? 0 : group / stride % extent + 1 < extent ? stride : -stride;
  }

  /** Adds the slopes along a dimension; returns false if the neighbour differs otherwise. */
  private boolean slope(List<long[]> slopes, long step, LongFunction<WorkGroupRecord> execute) {
    WorkGroupRecord other = step == 0 ? first : execute.apply(first.group() + step);
    if (!isLike(other)) {
      return false;
    }
    for (int s = 0; s < first.segments().size(); s++) {
      Segment a = first.segments().get(s);
      Segment b = other.segments().get(s);
      long[] slope = new long[a.runs()];
      for (int r = 0; r < slope.length; r++) {
        long difference = b.base(r, b.runFirst(r)) - a.base(r, a.runFirst(r));
        slope[r] = step < 0 ? -difference : difference;
      }
      slopes.add(slope);
    }
    return true;
  }

  private boolean isLike(WorkGroupRecord other) {
    boolean isLike = other.segments().size() == first.segments().size();
    for (int s = 0; isLike && s < first.segments().size(); s++) {
      isLike = first.segments().get(s).isLike(other.segments().get(s));
    }
    return isLike;
  }

  private boolean isOf(WorkGroupRecord executed) {
    boolean isSame = isLike(executed);
    WorkGroupRecord derived = record(executed.group());
    for (int s = 0; isSame && s < first.segments().size(); s++) {
      Segment a = derived.segments().get(s);
      Segment b = executed.segments().get(s);
      for (int r = 0; r < a.runs(); r++) {
        isSame &= a.base(r, a.runFirst(r)) == b.base(r, b.runFirst(r));
      }
    }
    return isSame;
  }

  /** Returns the record of a group. */
  WorkGroupRecord record(long group) {
    long x = x(group) - x(first.group());
    long y = y(group) - y(first.group());
    long z = z(group) - z(first.group());
    List<Segment> segments = new ArrayList<>(first.segments().size());
    for (int s = 0; s < first.segments().size(); s++) {
      Segment of = first.segments().get(s);
      long[] bases = new long[of.runs()];
      for (int r = 0; r < bases.length; r++) {
        bases[r] =
            of.base(r, of.runFirst(r))
                + x * perX.get(s)[r]
                + y * perY.get(s)[r]
                + z * perZ.get(s)[r];
      }
      segments.add(of.at(bases));
    }
    return new WorkGroupRecord(group, segments, first.bytes(), first.recorded());
  }

  private long x(long group) {
    return group % geometry.groupsX();
  }

  private long y(long group) {
    return group / geometry.groupsX() % geometry.groupsY();
  }

  private long z(long group) {
    return group / geometry.groupsX() / geometry.groupsY();
  }
}
