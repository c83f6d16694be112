package io.lockstep.sweep.look;

import java.util.List;

/**
 * A varied quantity of a sweep with its values; many values are binned.
 *
 * @param name of the quantity
 * @param kind of the quantity
 * @param values in order: numbers in ascending order, others as they occur
 * @param numbers the values as numbers, of bins the middle one; empty if they are not numbers
 * @param isBinned whether values are binned
 */
public record SweepAxis(
    String name, Kind kind, List<String> values, List<Double> numbers, boolean isBinned) {
  /** The kind of an axis. */
  public enum Kind {
    /** The workload. */
    WORKLOAD,
    /** The device. */
    DEVICE,
    /** A parameter of workloads. */
    PARAMETER,
    /** A figure of devices. */
    SETTING,
    /** The launch phase. */
    PHASE
  }

  /**
   * Copies the lists.
   *
   * @param name of the quantity
   * @param kind of the quantity
   * @param values in order
   * @param numbers the values as numbers, or empty
   * @param isBinned whether values are binned
   */
  public SweepAxis {
    values = List.copyOf(values);
    numbers = List.copyOf(numbers);
  }
}
