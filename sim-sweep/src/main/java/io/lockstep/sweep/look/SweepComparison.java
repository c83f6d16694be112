// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Two sweeps, compared point by point. Points are matched by workload, device, parameters and
 * overrides, rather than by their keys, which contain versions. A name that is constant in each
 * sweep but differs between them is what the user compares, so it is listed as a difference and
 * left out of the matching. Points that differ only in their launch phase are combined, with the
 * mean of their times.
 *
 * @param changes differing points: first the points that only one sweep has, then by kind and size
 *     of the change
 * @param same number of equal points
 * @param tolerance relative change of a time or statistic up to which values count as equal
 */
public record SweepComparison(
    List<Difference> differences, List<PointChange> changes, long same, double tolerance) {
  /**
   * A name whose constant value differs between the sweeps.
   *
   * @param name a parameter, a figure, {@code workload}, {@code device} or {@code lockstep}
   * @param was the first sweep's value, or empty
   * @param now the second sweep's value, or empty
   */
  public record Difference(String name, String was, String now) {
    private static final Answer<Difference> ANSWER =
        Answer.<Difference>part()
            .text("name", "A parameter, workload, device or lockstep.", Difference::name)
            .text("was", "Value in the first sweep; empty for none.", Difference::was)
            .text("now", "Value in the second sweep; empty for none.", Difference::now);
  }

  /** Declares the output of {@code sweep compare}. */
  public static final Answer<SweepComparison> ANSWER =
      Answer.<SweepComparison>of(
              "Comparison of two sweeps", "Output of sweep compare with --format json.")
          .number("tolerance", "Tolerated relative change.", c -> BigDecimal.valueOf(c.tolerance))
          .integer("same", "Equal points.", c -> c.same)
          .integer("changed", "Differing points.", c -> c.changes.size())
          .integer("beyond", "Changes that exceed the tolerance.", SweepComparison::beyond)
          .list("differences", "Names whose value differs.", c -> c.differences, Difference.ANSWER)
          .list("changes", "Differing points.", c -> c.changes, PointChangeAnswer.ANSWER);

  /**
   * Compares two sweeps.
   *
   * @param kernels whether to compare the kernel time instead of the time that the workload defines
   * @param tolerance relative change of a time or statistic up to which values count as equal
   */
  public static SweepComparison of(
      ComparedSide was, ComparedSide now, boolean kernels, double tolerance) {
    List<Difference> differences = new ArrayList<>();
    if (!was.folder().lockstep().equals(now.folder().lockstep())) {
      differences.add(new Difference("lockstep", was.folder().lockstep(), now.folder().lockstep()));
    }
    TreeSet<String> without = differing(was, now, differences);
    Map<Map<String, String>, List<PointRow>> before = was.points(without);
    Map<Map<String, String>, List<PointRow>> after = now.points(without);
    List<PointChange> changes = new ArrayList<>();
    long same = 0;
    ToLongFunction<PointRow> time = kernels ? PointRow::kernelPicos : PointRow::picos;
    for (Map.Entry<Map<String, String>, List<PointRow>> e : before.entrySet()) {
      List<PointRow> other = after.remove(e.getKey());
      SortedMap<String, String> asked = new TreeMap<>(e.getKey());
      PointRow then = ComparedSide.worst(e.getValue());
      if (other == null) {
        changes.add(only(asked, Optional.of(then), Optional.empty(), tolerance));
        continue;
      }
      PointRow there = ComparedSide.worst(other);
      Optional<PointChange.Times> times = times(e.getValue(), other, time);
      List<StatisticChange> statistics =
          times.isEmpty()
              ? List.of()
              : changes(was.statistics(e.getValue()), now.statistics(other));
      PointChange change =
          new PointChange(
              asked, Optional.of(then), Optional.of(there), times, statistics, tolerance);
      if (change.kind() == PointChange.Kind.STATISTICS && statistics.isEmpty()) {
        same++;
      } else {
        changes.add(change);
      }
    }
    after.forEach(
        (asked, rows) ->
            changes.add(
                only(
                    new TreeMap<>(asked),
                    Optional.empty(),
                    Optional.of(ComparedSide.worst(rows)),
                    tolerance)));
    changes.sort( // the sort is stable: ties stay in plan order
        Comparator.comparing(PointChange::kind)
            .thenComparing(Comparator.comparingDouble(PointChange::size).reversed()));
    return new SweepComparison(differences, List.copyOf(changes), same, tolerance);
  }

  private static PointChange only(
      SortedMap<String, String> asked,
      Optional<PointRow> was,
      Optional<PointRow> now,
      double tolerance) {
    return new PointChange(asked, was, now, Optional.empty(), List.of(), tolerance);
  }

  /** Returns the names that only one sweep has, or whose constant values differ. */
  private static TreeSet<String> differing(
      ComparedSide was, ComparedSide now, List<Difference> differences) {
    SortedMap<String, String> before = was.constants();
    SortedMap<String, String> after = now.constants();
    TreeSet<String> of = was.names();
    TreeSet<String> to = now.names();
    TreeSet<String> all = new TreeSet<>(before.keySet());
    all.addAll(after.keySet());
    TreeSet<String> differing = new TreeSet<>();
    for (String name : all) {
      String a = before.get(name);
      String b = after.get(name);
      boolean both = a != null && b != null && !a.equals(b);
      boolean one = a == null && !of.contains(name) || b == null && !to.contains(name);
      if (both || one) {
        differing.add(name);
        String shown = name.contains(".") ? name.substring(name.indexOf('.') + 1) : name;
        differences.add(new Difference(shown, a == null ? "" : a, b == null ? "" : b));
      }
    }
    return differing;
  }

  private static Optional<PointChange.Times> times(
      List<PointRow> was, List<PointRow> now, ToLongFunction<PointRow> time) {
    boolean both =
        was.stream().allMatch(PointRow::isSimulated)
            && now.stream().allMatch(PointRow::isSimulated);
    return both
        ? Optional.of(
            new PointChange.Times(
                mean(was, time),
                mean(now, time),
                Math.min(was.size(), now.size()),
                ComparedSide.times(now).isWithinNoiseOf(ComparedSide.times(was))))
        : Optional.empty();
  }

  private static BigDecimal mean(List<PointRow> phases, ToLongFunction<PointRow> time) {
    return BigDecimal.valueOf(phases.stream().mapToLong(time).sum())
        .divide(BigDecimal.valueOf(phases.size()), MathContext.DECIMAL64);
  }

  private static List<StatisticChange> changes(
      SortedMap<String, BigDecimal> was, SortedMap<String, BigDecimal> now) {
    TreeSet<String> names = new TreeSet<>(was.keySet());
    names.addAll(now.keySet());
    List<StatisticChange> changes = new ArrayList<>();
    for (String name : names) {
      Optional<BigDecimal> before = Optional.ofNullable(was.get(name));
      Optional<BigDecimal> after = Optional.ofNullable(now.get(name));
      if (!before.equals(after)) { // equals works: both have trailing zeros stripped
        changes.add(new StatisticChange(name, before, after));
      }
    }
    changes.sort(StatisticChange.LARGEST);
    return changes;
  }

  public long beyond() {
    return changes.stream().filter(PointChange::isBeyond).count();
  }

  /** Returns the number of points that became worse ({@link PointChange#isSlower}). */
  public long slower(double share) {
    return changes.stream().filter(c -> c.isSlower(share)).count();
  }
}
