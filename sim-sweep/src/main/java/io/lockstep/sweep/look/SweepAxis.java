package io.lockstep.sweep.look;

import java.util.List;

/**
 * What varies in a sweep, with its values; neighbouring values of one with many stand together.
 * Immutable.
 *
 * @param name of it
 * @param kind what it is
 * @param values in order: numbers by size, others as they come
 * @param numbers the values as numbers, of several the middle one; empty where they are none
 * @param isBinned whether a value stands for several
 */
public record SweepAxis(
    String name, Kind kind, List<String> values, List<Double> numbers, boolean isBinned) {
  /** What an axis is. */
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
   * Copied.
   *
   * @param name of it
   * @param kind what it is
   * @param values in order
   * @param numbers the values as numbers, or empty
   * @param isBinned whether a value stands for several
   */
  public SweepAxis {
    values = List.copyOf(values);
    numbers = List.copyOf(numbers);
  }
}
