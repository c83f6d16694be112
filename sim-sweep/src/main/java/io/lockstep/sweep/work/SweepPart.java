// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import java.util.BitSet;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The points of a sweep that one driver computes: all points, one of several parts, or a shard of a
 * round. The assignment is the same on every machine. Immutable.
 */
public final class SweepPart {
  private final String name;
  private final LongPredicate points;

  private SweepPart(String name, LongPredicate points) {
    this.name = name;
    this.points = points;
  }

  public static SweepPart all(String name) {
    return new SweepPart(name, index -> true);
  }

  /**
   * Returns one of several disjoint parts that together cover all points.
   *
   * @param part number from 1
   */
  public static SweepPart of(int part, int parts, long points) {
    Stretches stretches = new Stretches(points, parts);
    return new SweepPart("shard-" + part + "-of-" + parts, i -> stretches.part(i) == part - 1);
  }

  /**
   * Returns the points of some ranges, in any order.
   *
   * @param name name for users and files
   */
  public static SweepPart of(String name, List<Range> ranges) {
    BitSet set = new BitSet();
    ranges.forEach(r -> set.set(Math.toIntExact(r.first()), Math.toIntExact(r.last() + 1)));
    return new SweepPart(name, index -> set.get((int) index));
  }

  public String name() {
    return name;
  }

  public boolean has(long index) {
    return points.test(index);
  }
}
