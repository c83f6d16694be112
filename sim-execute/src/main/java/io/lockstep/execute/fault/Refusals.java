// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.fault;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;

/** Creates the errors for kernel features that this version does not execute. */
public final class Refusals {
  private Refusals() {}

  public static String where(Kernel kernel, Instruction in) {
    return kernel.source() + ":" + in.line();
  }

  public static InputException of(Kernel kernel, Instruction in, String what) {
    return new InputException(
        where(kernel, in), kernel.name() + ": " + what + " is not supported yet by this version");
  }
}
