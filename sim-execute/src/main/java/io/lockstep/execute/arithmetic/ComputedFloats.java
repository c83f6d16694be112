// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.kernel.analysis.ArithmeticWork;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.BitSet;

/**
 * Float registers that hold results of arithmetic. NaN bits differ between processors, so NaNs in
 * these registers are made canonical where their bits become visible; other float registers may
 * carry any data unchanged.
 */
final class ComputedFloats {
  private ComputedFloats() {}

  /** Returns the numbers of the registers that hold results of arithmetic. */
  static BitSet of(Kernel kernel) {
    BitSet computed = new BitSet();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : kernel.blocks()) {
        for (Instruction in : block.instructions()) {
          if (isArithmetic(in) || copiesComputed(in, computed)) {
            for (int d : in.writes()) {
              if (!computed.get(d)) {
                computed.set(d);
                changed = true;
              }
            }
          }
        }
      }
    }
    return computed;
  }

  private static boolean isArithmetic(Instruction in) {
    return in.type().isFloat()
        && in.op().isComputation()
        && switch (in.op()) {
          case NEG, ABS, COPY_SIGN -> false;
          case CONVERT -> true;
          default -> ArithmeticWork.floating(in) > 0;
        };
  }

  private static boolean copiesComputed(Instruction in, BitSet computed) {
    if (in.op() != Op.MOVE
        && in.op() != Op.SELECT
        && in.op() != Op.SELECT_SIGN
        && in.op() != Op.NEG
        && in.op() != Op.ABS) {
      return false;
    }
    return in.sources().stream().anyMatch(s -> s.isRegister() && computed.get(s.register()));
  }
}
