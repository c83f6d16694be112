// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.print;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;

/** The printf operation, performed in the order of work-item ids. */
public final class PrintStep implements Step {
  private final MachineState state;
  private final Instruction instruction;
  private final long[] formats;
  private final long[] arguments;
  private final int[] result;
  private final PrintFormat format;

  /** Creates the step; addresses are generic, and {@code result} is null if unused. */
  public PrintStep(
      MachineState state, Instruction instruction, long[] formats, long[] arguments, int[] result) {
    this.state = state;
    this.instruction = instruction;
    this.formats = formats;
    this.arguments = arguments;
    this.result = result;
    format = new PrintFormat(state);
  }

  @Override
  public void run(ActiveLanes lanes) {
    state.instruction = instruction;
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        state.lane = i;
        if (state.isCovered(i)) {
          state.printed.add(i, format.print(i, address(formats[i]), address(arguments[i])));
        }
        if (result != null) {
          result[i] = format.arguments();
        }
      }
    }
  }

  private long address(long generic) {
    return state.layout == null ? generic : state.layout.lengthen((int) generic);
  }
}
