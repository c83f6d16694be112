// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import java.util.List;

/**
 * A varied quantity of a sweep with its values.
 *
 * @param values values in order: numbers ascending, others in order of occurrence
 * @param numbers the values as numbers, with the middle value of each bin; empty if the values are
 *     not numbers
 * @param isBinned whether each entry of {@code values} stands for a range of values
 */
public record SweepAxis(
    String name, Kind kind, List<String> values, List<Double> numbers, boolean isBinned) {
  public enum Kind {
    WORKLOAD,
    DEVICE,
    PARAMETER,
    SETTING,
    PHASE
  }

  public SweepAxis {
    values = List.copyOf(values);
    numbers = List.copyOf(numbers);
  }
}
