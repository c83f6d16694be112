// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.linear;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Step;
import java.util.function.IntSupplier;

/**
 * An operation on integers, which computes base and strides of its result where those of its
 * sources are known, and runs over the work-items otherwise.
 *
 * <p>The result's base and strides hold for the whole group. They may replace its array only if no
 * work-item needs the old value: all that have not exited execute the operation, or its block alone
 * reads the result.
 */
final class LinearStep implements Step {
  private final LinearRule rule; // null if only uniform sources give a known result
  private final LinearRegister[] registers; // the sources that are registers
  private final LinearRegister target;
  private final Step[] steps;
  private final boolean ownBlock;
  private final IntSupplier live;
  private final ActiveLanes first;

  /**
   * Creates the step.
   *
   * @param steps the operation over the work-items
   * @param ownBlock whether only the same execution of the block reads the result
   * @param live number of work-items that have not exited
   * @param first the first work-item alone
   */
  LinearStep(
      LinearRule rule,
      LinearRegister[] registers,
      LinearRegister target,
      Step[] steps,
      boolean ownBlock,
      IntSupplier live,
      ActiveLanes first) {
    this.rule = rule;
    this.registers = registers;
    this.target = target;
    this.steps = steps;
    this.ownBlock = ownBlock;
    this.live = live;
    this.first = first;
  }

  @Override
  public void run(ActiveLanes lanes) {
    boolean whole = lanes.count == live.getAsInt();
    if ((whole || ownBlock) && isComputed()) {
      return;
    }
    for (LinearRegister register : registers) {
      register.settle();
    }
    if (!whole && !ownBlock) {
      target.settle();
    }
    target.forget();
    for (Step step : steps) {
      step.run(lanes);
    }
  }

  /** Computes the result from base and strides of the sources; returns false if this fails. */
  private boolean isComputed() {
    boolean uniform = true;
    for (LinearRegister register : registers) {
      if (!register.isKnown()) {
        return false;
      }
      uniform &= register.isUniform();
    }
    if (rule != null && rule.apply(target)) {
      return true;
    }
    if (!uniform) {
      return false;
    }
    for (Step step : steps) {
      step.run(first);
    }
    target.setUniform();
    return true;
  }
}
