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
  /** In any way. */
  NONE,
  /** Not at all. */
  UNIFORM,
  /** Linearly. */
  LINEAR;

  /** Returns what some definition of each register gives. */
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

  /** Returns what an instruction gives for sources of known linearity. */
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
    return switch (special) {
      case LOCAL_ID_X, LOCAL_ID_Y, LOCAL_ID_Z, LOCAL_ID_FLAT -> LINEAR;
      case LOCAL_SIZE_X,
          LOCAL_SIZE_Y,
          LOCAL_SIZE_Z,
          GROUP_ID_X,
          GROUP_ID_Y,
          GROUP_ID_Z,
          NUM_GROUPS_X,
          NUM_GROUPS_Y,
          NUM_GROUPS_Z,
          NUM_WAVEFRONTS ->
          UNIFORM;
      default -> NONE;
    };
  }
}
