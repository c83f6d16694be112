// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/**
 * Determines whether all doubles of a kernel may come from literals: in OpenCL C, {@code x * 0.5}
 * without the suffix of {@code 0.5f} widens a float to a double.
 *
 * <p>They may if the kernel widens 32-bit values to doubles, computes with a constant, and neither
 * loads nor stores doubles: a kernel with double arguments or buffers intends them. Widened 64-bit
 * integers do not count: nvcc's reduction of large angles produces them whatever the options.
 */
final class DoubleLiterals {
  static final String HINT =
      "; if it comes from a literal like 0.5, write 0.5f or give the compiler"
          + " -cl-single-precision-constant (options: in the workload)";

  private DoubleLiterals() {}

  static boolean plausible(Kernel kernel) {
    boolean constant = false;
    boolean widened = false;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.memory() != null && touchesDoubles(kernel, i)) {
          return false;
        }
        boolean computes = i.type() == Type.F64 || i.sourceType() == Type.F64;
        constant |= computes && hasNumber(i);
        widened |= i.op() == Op.CONVERT && i.type() == Type.F64 && !i.sourceType().isWide();
      }
    }
    return constant && widened;
  }

  private static boolean touchesDoubles(Kernel kernel, Instruction i) {
    if (i.memory().element() == Type.F64) {
      return true;
    }
    for (int d : i.destinations()) {
      if (d >= 0 && kernel.registers().get(d) == Type.F64) {
        return true;
      }
    }
    for (Operand o : i.sources()) {
      if (o.isRegister() && kernel.registers().get(o.register()) == Type.F64) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasNumber(Instruction i) {
    for (Operand o : i.sources()) {
      if (!o.isRegister()) {
        return true;
      }
    }
    return false;
  }
}
