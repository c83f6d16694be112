// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.LineTimes.KernelTimes;

final class InstructionWords {
  private final Kernel kernel;
  private Uniformity uniform;

  InstructionWords(KernelTimes times) {
    kernel = times.code().kernel();
  }

  /** Names the kind of instruction in the plural, for example {@code loads from global memory}. */
  String of(Instruction i) {
    return switch (i.opClass()) {
      case MOVE, SELECT -> "moves";
      case INT_ADD, INT_LOGIC, INT_SHIFT, INT_BIT, INT_DOT, PREDICATE_LOGIC, COMPARE_INT ->
          "integer arithmetic";
      case INT_MUL24, INT_MUL32, INT_MUL_WIDE -> "integer multiplications";
      case INT_DIV -> "integer divisions";
      case FLOAT_ADD, FLOAT_MUL, FLOAT_MAD, FLOAT_FMA, FLOAT_MINMAX, COMPARE_FLOAT ->
          "floating-point arithmetic";
      case FLOAT_DIV -> "floating-point divisions";
      case CONVERT_INT_FLOAT, CONVERT_INT, CONVERT_FLOAT -> "conversions";
      case SFU_RCP, SFU_RSQRT, SFU_SQRT, SFU_EXP, SFU_LOG, SFU_SINCOS -> "special functions";
      case DOUBLE_ADD, DOUBLE_MUL, DOUBLE_FMA, DOUBLE_DIV -> "double-precision arithmetic";
      case ADDRESS -> "address arithmetic";
      case LOAD -> (isUniform(i) ? "uniform loads" : "loads") + of(i, " from ");
      case STORE -> "stores" + of(i, " to ");
      case ATOMIC, ATOMIC_RETURN -> "atomic operations" + of(i, " on ");
      case TEXTURE -> "texture fetches";
      case BARRIER -> "barriers";
      case FENCE -> "memory fences";
      case MATRIX -> "matrix products";
      case CROSS_LANE -> "cross-lane operations";
      case BRANCH -> "branches";
      case EXIT -> "ends of work-items";
      case EVENT -> "output of text";
    };
  }

  private static String of(Instruction i, String preposition) {
    Space space = i.memory() == null ? Space.GLOBAL : i.memory().space();
    return preposition
        + switch (space) {
          case GLOBAL, GENERIC -> "global memory";
          case CONSTANT -> "constant memory";
          case PARAMETER -> "kernel arguments";
          case LOCAL -> "local memory";
          case PRIVATE -> "private memory";
          case TEXTURE -> "textures";
          case REGION -> "device-wide on-chip memory";
        };
  }

  /** Whether the uniformity analysis proves that all lanes of a wavefront read the same address. */
  private boolean isUniform(Instruction i) {
    if (i.memory() == null || i.memory().space() != Space.GLOBAL) {
      return false;
    }
    if (uniform == null) {
      uniform = new Uniformity(kernel, Uniformity.Among.WAVEFRONT);
    }
    return i.reads().stream().allMatch(uniform::isUniform);
  }
}
