// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

/** Types a 64-bit parameter as a pointer if all its loads are typed as pointers. */
final class PointerParameters {
  private PointerParameters() {}

  static void apply(KernelDraft kernel) {
    kernel.parameters().replaceAll(p -> typed(p, kernel.blocks()));
  }

  private static Parameter typed(Parameter p, List<Draft> blocks) {
    if (p.type() != Type.I64 || p.bytes() != 8) {
      return p;
    }
    boolean read = false;
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
        if (i.memory() != null
            && i.memory().space() == Space.PARAMETER
            && i.sources().get(0).bits() >= p.offset()
            && i.sources().get(0).bits() < p.offset() + p.bytes()) {
          if (i.type() != Type.PTR) {
            return p;
          }
          read = true;
        }
      }
    }
    return read
        ? new Parameter(p.name(), Type.PTR, p.offset(), p.bytes(), p.readOnly(), p.restricted())
        : p;
  }
}
