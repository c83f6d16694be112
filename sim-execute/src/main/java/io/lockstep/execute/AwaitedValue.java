package io.lockstep.execute;

import java.util.Arrays;

/**
 * What some waiting work-items have in common: they poll the same place and compare what they find
 * with the same values. Not thread-safe.
 */
final class AwaitedValue {
  final PollCondition condition;
  final long address;

  /** Indices of the polled words at the address. */
  final int[] words;

  private final long[] inputs;
  private final int way; // at the branch behind the poll with the value that made them wait

  /** Waiting fragments that have work-items among them. */
  int waiters;

  /** Whether the value that is there now lets them go on. */
  boolean released;

  AwaitedValue(PollCondition condition, long address, int[] words, long[] inputs, long value) {
    this.condition = condition;
    this.address = address;
    this.words = words;
    this.inputs = inputs;
    way = condition.way(value, inputs);
  }

  /** Whether a round in which the poll reads the value that is there now changes nothing. */
  boolean isQuiet() {
    return condition.slice.isQuiet(way);
  }

  /** Whether work-items that wait for either go on with the same values. */
  boolean isAs(AwaitedValue other) {
    return condition == other.condition
        && address == other.address
        && way == other.way
        && Arrays.equals(inputs, other.inputs);
  }

  /** Whether a work-item of the installed group compares with the same values. */
  boolean hasInputsOf(int item) {
    return condition.hasInputs(item, inputs);
  }

  /** The value at the address has changed. */
  void update(long value) {
    released = condition.way(value, inputs) != way;
  }
}
