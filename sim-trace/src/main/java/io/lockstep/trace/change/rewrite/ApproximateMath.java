// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;

/** Replaces exact divisions, reciprocals and roots of floats by approximate ones. */
public final class ApproximateMath implements ProgramRewrite {
  @Override
  public KernelCopy kernel(Kernel original) {
    KernelCopy copy = new KernelCopy(original);
    boolean any = false;
    for (Draft draft : copy.code) {
      for (int n = 0; n < draft.code().size(); n++) {
        Instruction i = draft.code().get(n);
        if (isExact(i)) {
          draft
              .code()
              .set(n, InstructionBuilder.from(i).approximate(true).rounding(Rounding.NONE).build());
          any = true;
        }
      }
    }
    return any ? copy : null;
  }

  private static boolean isExact(Instruction i) {
    boolean isMeant =
        switch (i.op()) {
          case DIV, RCP, SQRT, RSQRT -> true;
          default -> false;
        };
    return isMeant && i.type() == Type.F32 && !i.approximate();
  }
}
