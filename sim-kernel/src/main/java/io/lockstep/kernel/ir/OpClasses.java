// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.List;

/** Classifies instructions in one place, so that front-ends cannot disagree. */
final class OpClasses {
  private OpClasses() {}

  static OpClass of(
      Op op, Type type, Type sourceType, boolean approximate, List<Integer> destinations) {
    boolean f64 = type == Type.F64;
    boolean isFloat = type.isFloat();
    if (type == Type.PTR && isArithmetic(op)) {
      return OpClass.ADDRESS;
    }
    return switch (op) {
      case MOVE, SPECIAL -> OpClass.MOVE;
      case SELECT, SELECT_SIGN -> OpClass.SELECT;
      case ADD, SUB -> f64 ? OpClass.DOUBLE_ADD : isFloat ? OpClass.FLOAT_ADD : OpClass.INT_ADD;
      case SAD -> OpClass.INT_ADD;
      case ABS, NEG, MIN, MAX, COPY_SIGN ->
          f64 ? OpClass.DOUBLE_ADD : isFloat ? OpClass.FLOAT_MINMAX : OpClass.INT_ADD;
      case MUL ->
          f64
              ? OpClass.DOUBLE_MUL
              : isFloat
                  ? OpClass.FLOAT_MUL
                  : type.isWide() ? OpClass.INT_MUL_WIDE : OpClass.INT_MUL32;
      case MAD -> type.isWide() ? OpClass.INT_MUL_WIDE : OpClass.INT_MUL32;
      case MUL_HI, MAD_HI, MUL_WIDE, MAD_WIDE -> OpClass.INT_MUL_WIDE;
      case MUL24, MAD24, MUL24_HI, MAD24_HI -> OpClass.INT_MUL24;
      case DIV -> f64 ? OpClass.DOUBLE_DIV : isFloat ? OpClass.FLOAT_DIV : OpClass.INT_DIV;
      case REM -> OpClass.INT_DIV;
      case AND, OR, XOR, NOT, CNOT, LOGIC3 ->
          type == Type.I1 ? OpClass.PREDICATE_LOGIC : OpClass.INT_LOGIC;
      case SHL, SHR -> OpClass.INT_SHIFT;
      case FUNNEL_LEFT,
          FUNNEL_RIGHT,
          BIT_FIELD_EXTRACT,
          BIT_FIELD_INSERT,
          BIT_REVERSE,
          POPCOUNT,
          COUNT_LEADING_ZEROS,
          FIND_LEADING,
          FIND_LEADING_SHIFT,
          PERMUTE_BYTES ->
          OpClass.INT_BIT;
      case DOT4, DOT2 -> OpClass.INT_DOT;
      case FMA -> f64 ? OpClass.DOUBLE_FMA : OpClass.FLOAT_FMA;
      case MAD_UNFUSED -> f64 ? OpClass.DOUBLE_FMA : OpClass.FLOAT_MAD;
      case RCP -> f64 && !approximate ? OpClass.DOUBLE_DIV : OpClass.SFU_RCP;
      case RSQRT -> OpClass.SFU_RSQRT;
      case SQRT -> f64 ? OpClass.DOUBLE_DIV : OpClass.SFU_SQRT;
      case SIN, COS -> OpClass.SFU_SINCOS;
      case EXP2, TANH -> OpClass.SFU_EXP;
      case LOG2 -> OpClass.SFU_LOG;
      case TEST_FLOAT -> OpClass.COMPARE_FLOAT;
      case COMPARE, COMPARE_SET ->
          sourceType.isFloat() ? OpClass.COMPARE_FLOAT : OpClass.COMPARE_INT;
      case CONVERT ->
          type.isFloat() && sourceType.isFloat()
              ? OpClass.CONVERT_FLOAT
              : type.isFloat() || sourceType.isFloat()
                  ? OpClass.CONVERT_INT_FLOAT
                  : OpClass.CONVERT_INT;
      case LOAD, SURFACE_LOAD -> OpClass.LOAD;
      case STORE, SURFACE_STORE -> OpClass.STORE;
      case ATOMIC ->
          destinations.stream().allMatch(d -> d < 0) ? OpClass.ATOMIC : OpClass.ATOMIC_RETURN;
      case TEXTURE -> OpClass.TEXTURE;
      case BARRIER -> OpClass.BARRIER;
      case FENCE -> OpClass.FENCE;
      case SHUFFLE, VOTE, MATCH, REDUCE, ACTIVE_MASK, ELECT -> OpClass.CROSS_LANE;
      case MATRIX -> OpClass.MATRIX;
      case PRINTF -> OpClass.EVENT;
      case JUMP, BRANCH, SWITCH -> OpClass.BRANCH;
      case EXIT -> OpClass.EXIT;
    };
  }

  private static boolean isArithmetic(Op op) {
    return switch (op) {
      case MOVE, ADD, SUB, MUL, MUL_WIDE, MAD, MAD_WIDE, SHL, SHR, AND, OR, CONVERT -> true;
      default -> false;
    };
  }
}
