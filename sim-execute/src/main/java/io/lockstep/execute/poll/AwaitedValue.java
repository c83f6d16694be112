// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import java.util.Arrays;

/**
 * A condition that waiting work-items have in common: they poll the same address and compare its
 * contents with the same inputs.
 */
public final class AwaitedValue {
  final PollCondition condition;
  final long address;

  /** Indices of the polled words at the address. */
  final int[] words;

  private final long[] inputs;
  private final int way; // outcome of the branch after the poll that made the work-items wait

  /** Number of waiting fragments that await the value. */
  int waiters;

  /** Whether the current value lets the work-items continue. */
  public boolean released;

  AwaitedValue(PollCondition condition, long address, int[] words, long[] inputs, long value) {
    this.condition = condition;
    this.address = address;
    this.words = words;
    this.inputs = inputs;
    way = condition.way(value, inputs);
  }

  /** Returns whether another polling round that reads the current value changes no state. */
  boolean isQuiet() {
    return condition.slice.isQuiet(way);
  }

  /** Returns whether the same contents release the waiters of both values. */
  boolean isAs(AwaitedValue other) {
    return condition == other.condition
        && address == other.address
        && way == other.way
        && Arrays.equals(inputs, other.inputs);
  }

  /** Returns whether a work-item of the installed group compares with the same inputs. */
  boolean hasInputsOf(int item) {
    return condition.hasInputs(item, inputs);
  }

  /** Re-evaluates the branch for a new value at the address. */
  void update(long value) {
    released = condition.way(value, inputs) != way;
  }
}
