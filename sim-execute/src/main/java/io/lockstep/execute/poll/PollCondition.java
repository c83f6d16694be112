// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes which successor a work-item takes at the branch after a poll, for any value of the
 * polled word, without executing the work-item's group.
 */
public final class PollCondition {
  public final PollSlice slice;

  /** Size of the value in bytes: 4 or 8. */
  public final int bytes;

  private final Object[] groupInputs; // arrays over the work-items of the installed group
  private final Object[] inputs; // the same registers of a single work-item
  private final Object value;
  private final Step[] steps;
  private final int[] predicate;
  private final int invert;
  private final ActiveLanes lane = new ActiveLanes(1);

  /** Creates the condition; it may overwrite the registers {@code one} of a single work-item. */
  public PollCondition(PollSlice slice, RegisterFile one, List<Step> code, RegisterFile group) {
    this.slice = slice;
    bytes = slice.poll.memory().element().bytes();
    groupInputs = new Object[slice.inputs.length];
    inputs = new Object[slice.inputs.length];
    for (int k = 0; k < inputs.length; k++) {
      groupInputs[k] = group.array(slice.inputs[k]);
      inputs[k] = one.array(slice.inputs[k]);
    }
    value = one.array(slice.poll.destinations().get(0));
    List<Step> all = new ArrayList<>(code);
    one.begin(all, all);
    predicate = one.ints(Operand.register(slice.branch.guard()), Type.I1, false);
    steps = all.toArray(Step[]::new);
    invert = slice.branch.guardNegated() ? 1 : 0;
    lane.setAll(1, 1);
  }

  /** Returns the other inputs of the decision: registers of a work-item of the installed group. */
  public long[] inputsOf(int item) {
    long[] bits = new long[groupInputs.length];
    for (int k = 0; k < bits.length; k++) {
      bits[k] = get(groupInputs[k], item);
    }
    return bits;
  }

  /** Returns whether a work-item of the installed group has the same inputs. */
  public boolean hasInputs(int item, long[] bits) {
    for (int k = 0; k < bits.length; k++) {
      if (bits[k] != get(groupInputs[k], item)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the index of the successor that a work-item takes.
   *
   * @param bits value of the polled word or words
   * @param inputBits other inputs, from {@link #inputsOf}
   */
  public int way(long bits, long[] inputBits) {
    for (int k = 0; k < inputs.length; k++) {
      set(inputs[k], inputBits[k]);
    }
    set(value, bits);
    for (Step step : steps) {
      step.run(lane);
    }
    return predicate[0] ^ invert;
  }

  private static long get(Object array, int item) {
    if (array instanceof int[] a) {
      return a[item];
    }
    if (array instanceof long[] a) {
      return a[item];
    }
    return array instanceof float[] a
        ? Float.floatToRawIntBits(a[item])
        : Double.doubleToRawLongBits(((double[]) array)[item]);
  }

  private static void set(Object array, long bits) {
    if (array instanceof int[] a) {
      a[0] = (int) bits;
    } else if (array instanceof long[] a) {
      a[0] = bits;
    } else if (array instanceof float[] a) {
      a[0] = Float.intBitsToFloat((int) bits);
    } else {
      ((double[]) array)[0] = Double.longBitsToDouble(bits);
    }
  }
}
