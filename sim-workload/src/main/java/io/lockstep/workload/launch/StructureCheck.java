// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.StructureValue;

/** Checks arguments that are passed by value. */
public final class StructureCheck {
  private StructureCheck() {}

  /**
   * Checks that the sizes of argument and parameter agree; kernels contain no other information
   * about the structure.
   */
  public static void argument(
      Argument.Structure argument, String what, Parameter parameter, Kernel kernel) {
    StructureValue value = argument.value();
    int bytes = parameter.bytes();
    if (value.bytes() != bytes && value.shortBytes() != bytes) {
      throw argument.wrong(
          what
              + (bytes == parameter.type().bytes() ? " is a scalar of " : " is a structure of ")
              + bytes
              + (bytes == 1 ? " byte" : " bytes")
              + ", the argument has "
              + value.bytes());
    }
    for (StructureValue.Member member : value.members()) {
      if (member.isPointer() && kernel.addressBits() != 64) {
        throw member.wrong(
            "a pointer inside a structure needs 64-bit addresses, '%s' has %s"
                .formatted(kernel.name(), kernel.addressBits()));
      }
    }
  }

  /** Returns the error for another kind of argument where the parameter requires a structure. */
  public static InputException wanted(String where, String what, Parameter parameter) {
    return new InputException(
        where,
        "%s is a structure of %s bytes: pass {struct: [..]}, or a vector such as {f32x4: [..]}"
            .formatted(what, parameter.bytes()));
  }
}
