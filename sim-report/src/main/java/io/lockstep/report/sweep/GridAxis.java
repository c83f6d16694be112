package io.lockstep.report.sweep;

import java.util.List;

/**
 * A varied quantity of a sweep. Immutable.
 *
 * @param name of a parameter, a figure, or {@code workload}, {@code device}, {@code phase}
 * @param kind its kind
 * @param values in order, as shown
 * @param numbers the values as numbers; empty if they are not numbers
 */
public record GridAxis(String name, Kind kind, List<String> values, List<Double> numbers) {
  /** The kind of an axis; the first ones are drawn first. */
  public enum Kind {
    /** A parameter of workloads. */
    PARAMETER,
    /** A figure of devices. */
    SETTING,
    /** The device. */
    DEVICE,
    /** The launch phase. */
    PHASE,
    /** The workload. */
    WORKLOAD
  }

  /**
   * Copies the lists.
   *
   * @param name of it
   * @param kind its kind
   * @param values in order
   * @param numbers the values as numbers; empty if they are not numbers
   */
  public GridAxis {
    values = List.copyOf(values);
    numbers = List.copyOf(numbers);
  }
}
