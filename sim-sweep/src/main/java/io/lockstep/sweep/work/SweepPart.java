package io.lockstep.sweep.work;

import java.util.BitSet;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The points of a sweep that one driver computes: all, one of several parts, or those of a round's
 * shard. The same on every machine. Immutable.
 */
public final class SweepPart {
  private final String name;
  private final LongPredicate points;

  private SweepPart(String name, LongPredicate points) {
    this.name = name;
    this.points = points;
  }

  /**
   * {@return all points}
   *
   * @param name for people and files
   */
  public static SweepPart all(String name) {
    return new SweepPart(name, index -> true);
  }

  /**
   * {@return one of several disjoint parts that cover all points}
   *
   * @param part from 1
   * @param parts number of parts
   * @param points of the whole sweep
   */
  public static SweepPart of(int part, int parts, long points) {
    Stretches stretches = new Stretches(points, parts);
    return new SweepPart("shard-" + part + "-of-" + parts, i -> stretches.part(i) == part - 1);
  }

  /**
   * {@return the points of some ranges}
   *
   * @param name for people and files
   * @param ranges in any order
   */
  public static SweepPart of(String name, List<Range> ranges) {
    BitSet set = new BitSet();
    ranges.forEach(r -> set.set(Math.toIntExact(r.first()), Math.toIntExact(r.last() + 1)));
    return new SweepPart(name, index -> set.get((int) index));
  }

  /** {@return its name} */
  public String name() {
    return name;
  }

  /**
   * {@return whether a point is of this part}
   *
   * @param index of the point, from 0
   */
  public boolean has(long index) {
    return points.test(index);
  }
}
