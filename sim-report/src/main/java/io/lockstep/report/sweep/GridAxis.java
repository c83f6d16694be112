package io.lockstep.report.sweep;

import java.util.List;

/**
 * What varies in a sweep. Immutable.
 *
 * @param name of a parameter, a figure, or {@code workload}, {@code device}, {@code phase}
 * @param kind what it is
 * @param values in order, as they are shown
 * @param numbers the values as numbers; empty where they are none
 */
public record GridAxis(String name, Kind kind, List<String> values, List<Double> numbers) {
  /** What an axis is, the first ones being drawn first. */
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
   * Copied.
   *
   * @param name of it
   * @param kind what it is
   * @param values in order
   * @param numbers the values as numbers; empty where they are none
   */
  public GridAxis {
    values = List.copyOf(values);
    numbers = List.copyOf(numbers);
  }
}
