// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A point that differs between two sweeps, or that only one sweep has.
 *
 * @param asked request of the point in both sweeps, by name
 * @param was outcome in the first sweep, or empty
 * @param now outcome in the second sweep, or empty
 * @param times times in both sweeps; empty unless both have a time
 * @param statistics changed statistics, the largest change first
 * @param tolerance relative change of a time or statistic up to which values count as equal
 */
public record PointChange(
    SortedMap<String, String> asked,
    Optional<PointRow> was,
    Optional<PointRow> now,
    Optional<Times> times,
    List<StatisticChange> statistics,
    double tolerance) {
  /**
   * Times of a point in two sweeps, in picoseconds, as means over launch phases.
   *
   * @param phases number of launch phases, the smaller of the two sweeps
   * @param noise whether kernel times differ only by launch-phase noise; empty if neither sweep has
   *     several phases
   */
  public record Times(BigDecimal was, BigDecimal now, int phases, Optional<Boolean> noise) {
    /** Returns the second time divided by the first; 1 if both are 0. */
    public double ratio() {
      return was.signum() == 0 && now.signum() == 0 ? 1 : now.doubleValue() / was.doubleValue();
    }
  }

  public enum Kind {
    GONE,
    NEW,
    /** Different outcomes, such as simulated and failed. */
    STATUS,
    TIME,
    /** Equal times, but different statistics. */
    STATISTICS
  }

  public PointChange {
    asked = Collections.unmodifiableSortedMap(new TreeMap<>(asked));
    statistics = List.copyOf(statistics);
  }

  public Kind kind() {
    if (now.isEmpty()) {
      return Kind.GONE;
    }
    if (was.isEmpty()) {
      return Kind.NEW;
    }
    if (!was.get().status().equals(now.get().status())) {
      return Kind.STATUS;
    }
    return isTimeChanged() ? Kind.TIME : Kind.STATISTICS;
  }

  private boolean isTimeChanged() {
    return times.isPresent() && times.get().was().compareTo(times.get().now()) != 0;
  }

  /** Returns the magnitude of the change of time: the absolute logarithm of the ratio. */
  double size() {
    return times.map(t -> Math.abs(StrictMath.log(t.ratio()))).orElse(0.0);
  }

  /** Returns whether kernel times differ only by launch-phase noise; empty if unknown. */
  public Optional<Boolean> noise() {
    return times.flatMap(Times::noise);
  }

  /**
   * Returns whether the change exceeds the tolerance. Changes of status, and points that only one
   * sweep has, always do.
   */
  public boolean isBeyond() {
    return switch (kind()) {
      case GONE, NEW, STATUS -> true;
      case TIME, STATISTICS -> largest() > tolerance;
    };
  }

  /**
   * Returns whether the point takes longer by more than a share of its first time, has no correct
   * result any more, or is gone.
   */
  boolean isSlower(double share) {
    return switch (kind()) {
      case GONE -> true;
      case STATUS -> !now.get().isOk();
      case TIME -> times.get().ratio() > 1 + share;
      case NEW, STATISTICS -> false;
    };
  }

  /** Returns the largest relative change of the time or of a statistic. */
  private double largest() {
    double largest = times.map(t -> 1 - Math.min(t.ratio(), 1 / t.ratio())).orElse(0.0);
    for (StatisticChange s : statistics) {
      largest = Math.max(largest, s.size().doubleValue());
    }
    return largest;
  }

  String value(String name) {
    return asked.getOrDefault(name, "");
  }

  /** Returns the entries whose name has a prefix, with the prefix removed. */
  static Map<String, String> only(SortedMap<String, String> asked, String beginning) {
    SortedMap<String, String> some = new TreeMap<>();
    asked.forEach(
        (name, value) -> {
          if (name.startsWith(beginning)) {
            some.put(name.substring(beginning.length()), value);
          }
        });
    return some;
  }

  /** Returns the parameters that both sweeps request. */
  public Map<String, String> parameters() {
    return only(asked, RowNames.PARAMETER);
  }

  /** Returns the figures that both sweeps override. */
  public Map<String, String> settings() {
    return only(asked, RowNames.SETTING);
  }

  public String workload() {
    return value("workload");
  }

  public String device() {
    return value("device");
  }
}
