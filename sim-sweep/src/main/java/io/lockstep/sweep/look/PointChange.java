package io.lockstep.sweep.look;

import io.lockstep.run.baseline.StatisticChange;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A point that differs between two sweeps, or is in one of them only.
 *
 * @param asked the request of both, by name
 * @param was outcome in the first sweep, or empty
 * @param now outcome in the second sweep, or empty
 * @param times both, if both have one
 * @param statistics what has changed, the largest change first
 */
public record PointChange(
    SortedMap<String, String> asked,
    Optional<PointRow> was,
    Optional<PointRow> now,
    Optional<Times> times,
    List<StatisticChange> statistics) {
  /**
   * Two times of one point, in picoseconds, means over launch phases.
   *
   * @param was the first sweep's
   * @param now the second sweep's
   * @param phases how many launch phases the one with fewer of them has
   * @param noise whether the kernels' own times differ only by launch-phase noise; empty if neither
   *     has several phases
   */
  public record Times(BigDecimal was, BigDecimal now, int phases, Optional<Boolean> noise) {
    /** {@return the second by the first; 1 if both are 0} */
    public double ratio() {
      return was.signum() == 0 && now.signum() == 0 ? 1 : now.doubleValue() / was.doubleValue();
    }
  }

  /** How a point relates to the other sweep. */
  public enum Kind {
    /** Only the first sweep has it. */
    GONE,
    /** Only the second sweep has it. */
    NEW,
    /** Different outcomes: simulated, refused, failed. */
    STATUS,
    /** Different times. */
    TIME,
    /** Equal times, but different statistics. */
    STATISTICS
  }

  /**
   * Copies the collections.
   *
   * @param asked the request of both, by name
   * @param was outcome in the first sweep, or empty
   * @param now outcome in the second sweep, or empty
   * @param times both, if both have one
   * @param statistics what has changed, the largest change first
   */
  public PointChange {
    asked = Collections.unmodifiableSortedMap(new TreeMap<>(asked));
    statistics = List.copyOf(statistics);
  }

  /** {@return the kind of change: the first that applies} */
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

  /** The amount of the change of the time, as a logarithm without sign. */
  double size() {
    return times.map(t -> Math.abs(StrictMath.log(t.ratio()))).orElse(0.0);
  }

  /**
   * {@return the largest change of a time or a statistic, as a share of the larger value; 0 to 2}
   */
  double largest() {
    double largest = times.map(t -> 1 - Math.min(t.ratio(), 1 / t.ratio())).orElse(0.0);
    for (StatisticChange s : statistics) {
      double a = s.was().map(BigDecimal::doubleValue).orElse(0.0);
      double b = s.now().map(BigDecimal::doubleValue).orElse(0.0);
      double most = Math.max(Math.abs(a), Math.abs(b));
      largest = Math.max(largest, most == 0 ? 1 : Math.abs(b - a) / most);
    }
    return largest;
  }

  /** {@return the value of a name that both ask for, or empty} */
  String value(String name) {
    return asked.getOrDefault(name, "");
  }

  /** The parameters or figures of a request, without the prefixes of their names. */
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

  /** {@return parameters that both ask for} */
  public Map<String, String> parameters() {
    return only(asked, RowNames.PARAMETER);
  }

  /** {@return figures that both set} */
  public Map<String, String> settings() {
    return only(asked, RowNames.SETTING);
  }

  /** {@return the workload, or empty if the sweeps differ in it} */
  public String workload() {
    return value("workload");
  }

  /** {@return the device, or empty if the sweeps differ in it} */
  public String device() {
    return value("device");
  }
}
