// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import java.util.Locale;

/** Formats the place of a kernel's error: source line, kernel, work-group, work-item. */
public final class FaultPlace {
  private final Kernel kernel;
  private final MachineState state;

  public FaultPlace(Kernel kernel, MachineState state) {
    this.kernel = kernel;
    this.state = state;
  }

  public ExecutionException fault(Instruction in, String what, int lane) {
    return new ExecutionException(message(in, what, lane));
  }

  /** Returns the error of an invalid access of the last instruction. */
  public ExecutionException fault(MemoryFault fault) {
    Instruction in = state.instruction;
    String op = in.op().name().toLowerCase(Locale.ROOT);
    return new ExecutionException(
        message(in, fault.getMessage() + " (" + op + ")", state.lane),
        fault.kind() == MemoryFault.Kind.OUT_OF_BUFFER);
  }

  private String message(Instruction in, String what, int lane) {
    return line(in) + ": " + what + ", work-group " + workGroup() + ", work-item " + workItem(lane);
  }

  /** Returns the source line of an instruction, and the kernel. */
  String line(Instruction in) {
    return kernel.source() + ":" + in.line() + ": kernel " + kernel.name();
  }

  String workGroup() {
    return "(" + state.groupX + ", " + state.groupY + ", " + state.groupZ + ")";
  }

  public String workItem(int lane) {
    int rest = lane / state.sizeX;
    return "(" + lane % state.sizeX + ", " + rest % state.sizeY + ", " + rest / state.sizeY + ")";
  }
}
