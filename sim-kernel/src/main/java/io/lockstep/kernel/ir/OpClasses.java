// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.Type;
import java.util.List;

/** The hardware classes of instructions, which depend on more than operation and type. */
final class OpClasses {
  private OpClasses() {}

  static OpClass of(
      Op op, Type type, Type sourceType, boolean approximate, List<Integer> destinations) {
    if (type == Type.PTR && op.isAddressArithmetic()) {
      return OpClass.ADDRESS;
    }
    OpClass own = op.classOf(type);
    return switch (own) {
      case INT_LOGIC -> type == Type.I1 ? OpClass.PREDICATE_LOGIC : own;
      case INT_MUL32 -> type.isWide() ? OpClass.INT_MUL_WIDE : own;
      case DOUBLE_DIV -> op == Op.RCP && approximate ? OpClass.SFU_RCP : own;
      case COMPARE_INT, COMPARE_FLOAT -> op == Op.TEST_FLOAT ? own : op.classOf(sourceType);
      case CONVERT_INT, CONVERT_INT_FLOAT ->
          type.isFloat() && sourceType.isFloat()
              ? OpClass.CONVERT_FLOAT
              : type.isFloat() || sourceType.isFloat() ? OpClass.CONVERT_INT_FLOAT : own;
      case ATOMIC -> destinations.stream().allMatch(d -> d < 0) ? own : OpClass.ATOMIC_RETURN;
      default -> own;
    };
  }
}
