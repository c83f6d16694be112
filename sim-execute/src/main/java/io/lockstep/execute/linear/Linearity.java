// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.linear;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.Arrays;

/** How a register's values may depend on the local id. */
enum Linearity {
  /** It is not known how. */
  NONE,
  /** All work-items of a group have the same value. */
  UNIFORM,
  /** The value is a base plus strides times the local id. */
  LINEAR;

  /** Returns the strongest dependence among the definitions of each register that are known. */
  static Linearity[] of(Kernel kernel) {
    Linearity[] found = new Linearity[kernel.registers().size()];
    Arrays.fill(found, NONE);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction in : block.instructions()) {
          Linearity result = of(in, kernel, found);
          if (result != NONE) {
            int to = in.destinations().get(0);
            changed |= result.compareTo(found[to]) > 0;
            found[to] = result.compareTo(found[to]) > 0 ? result : found[to];
          }
        }
      }
    }
    return found;
  }

  /** Returns how an instruction's result depends on the local id, given its sources. */
  static Linearity of(Instruction in, Kernel kernel, Linearity[] registers) {
    if (in.destinations().size() != 1
        || in.destinations().get(0) < 0
        || !isHeld(kernel.registers().get(in.destinations().get(0)))) {
      return NONE;
    }
    if (in.op() == Op.LOAD) {
      return in.memory().space() == Space.PARAMETER ? UNIFORM : NONE;
    }
    if (in.op() == Op.SPECIAL) {
      return of(in.special());
    }
    if (!in.op().isComputation()) {
      return NONE;
    }
    Linearity most = UNIFORM;
    for (Operand source : in.sources()) {
      if (source.isRegister()) {
        Linearity of = registers[source.register()];
        if (of == NONE) {
          return NONE;
        }
        most = of == LINEAR ? LINEAR : most;
      }
    }
    if (most == UNIFORM) {
      return UNIFORM;
    }
    if (!LinearRule.fits(in, kernel)) {
      return NONE;
    }
    return in.op() == Op.COMPARE ? UNIFORM : LINEAR;
  }

  private static boolean isHeld(Type type) {
    return type == Type.I1 || type == Type.I32 || type == Type.I64 || type == Type.PTR;
  }

  private static Linearity of(Special special) {
    return special.isGroupUniform() ? UNIFORM : LinearRule.isPosition(special) ? LINEAR : NONE;
  }
}
