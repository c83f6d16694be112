// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/**
 * Counts the arithmetic of one execution of an instruction: a multiply-add counts two; moves,
 * comparisons, conversions and address arithmetic count nothing.
 */
public final class ArithmeticWork {
  private ArithmeticWork() {}

  /**
   * {@return floating-point operations}
   *
   * @param i any instruction
   */
  public static int floating(Instruction i) {
    return switch (i.opClass()) {
      case FLOAT_FMA, FLOAT_MAD, DOUBLE_FMA -> 2;
      case FLOAT_ADD,
          FLOAT_MUL,
          FLOAT_MINMAX,
          FLOAT_DIV,
          SFU_RCP,
          SFU_RSQRT,
          SFU_SQRT,
          SFU_EXP,
          SFU_LOG,
          SFU_SINCOS,
          DOUBLE_ADD,
          DOUBLE_MUL,
          DOUBLE_DIV ->
          1;
      case MATRIX -> i.type().isFloat() ? matrix(i) : 0;
      default -> 0;
    };
  }

  /**
   * {@return integer operations; a dot product of four bytes counts eight}
   *
   * @param i any instruction
   */
  public static int integer(Instruction i) {
    return switch (i.opClass()) {
      case INT_MUL24, INT_MUL32, INT_MUL_WIDE -> i.op().sources() - 1;
      case INT_ADD, INT_LOGIC, INT_SHIFT, INT_BIT, INT_DIV -> 1;
      case MATRIX -> i.type().isFloat() ? 0 : matrix(i);
      case INT_DOT -> i.op() == Op.DOT2 ? 4 : 8;
      default -> 0;
    };
  }

  /** Returns the operations of one lane. */
  private static int matrix(Instruction i) {
    return i.matrix().operations() / i.matrix().lanes();
  }
}
