// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.linear;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Step;

/** Fills the arrays of the registers that the following step reads or writes. */
final class SettleStep implements Step {
  private final LinearRegister[] read;
  private final LinearRegister[] written;

  SettleStep(LinearRegister[] read, LinearRegister[] written) {
    this.read = read;
    this.written = written;
  }

  @Override
  public void run(ActiveLanes lanes) {
    for (LinearRegister register : read) {
      register.settle();
    }
    for (LinearRegister register : written) {
      register.settle();
      register.forget();
    }
  }
}
