// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds comparisons that need no instruction: integer arithmetic writes a condition register that
 * tells whether its result is zero (envytools, hw/graph/tesla/cuda/int: CDST). A comparison of the
 * result with zero uses that condition; so does a comparison of an unsigned value with a power of
 * two that is equivalent to testing the value, shifted right by preceding code, for zero.
 *
 * <p>Sums and bitwise operations with an immediate operand write no condition.
 */
final class ResultConditions {
  private static final Set<Op> SHIFTS = EnumSet.of(Op.SHL, Op.SHR);
  private static final Set<Op> OTHERS =
      EnumSet.of(Op.ADD, Op.SUB, Op.AND, Op.OR, Op.XOR, Op.MIN, Op.MAX);

  private final Immediates immediates;
  private final Map<Instruction, Integer> results = new IdentityHashMap<>(); // never iterated

  ResultConditions(Kernel kernel, Immediates immediates, boolean any) {
    this.immediates = immediates;
    for (Block block : any ? kernel.blocks() : List.<Block>of()) {
      List<Instruction> code = block.instructions();
      for (int k = 0; k < code.size(); k++) {
        if (isTest(code.get(k))) {
          results.put(code.get(k), result(code, k));
        }
      }
    }
  }

  /** The result register of the arithmetic that performs a comparison; -1 if none does. */
  int of(Instruction comparison) {
    return results.getOrDefault(comparison, -1);
  }

  private static boolean isTest(Instruction i) {
    return i.op() == Op.COMPARE
        && i.combine() == BoolOp.NONE
        && i.guard() < 0
        && i.sourceType() == Type.I32
        && i.writes().size() == 1
        && i.sources().get(0).isRegister()
        && !i.sources().get(1).isRegister();
  }

  private int result(List<Instruction> code, int test) {
    Instruction i = code.get(test);
    int value = i.sources().get(0).register();
    for (int k = test - 1; k >= 0; k--) {
      Instruction maker = code.get(k);
      if (maker.writes().contains(value)) {
        return isZeroTest(i, maker) && writesCondition(maker) ? value : -1;
      }
      if (isShifted(maker, value)
          && isBelow(i, (int) maker.sources().get(1).bits())
          && writesCondition(maker)
          && stays(code, maker.writes().get(0), k, test)) {
        return maker.writes().get(0);
      }
    }
    return -1;
  }

  /** Whether a register keeps its value between two instructions. */
  private static boolean stays(List<Instruction> code, int register, int from, int to) {
    return code.subList(from + 1, to).stream().noneMatch(i -> i.writes().contains(register));
  }

  private boolean writesCondition(Instruction i) {
    return i.guard() < 0
        && i.type() == Type.I32
        && i.writes().size() == 1
        && (SHIFTS.contains(i.op())
            || OTHERS.contains(i.op()) && i.sources().stream().noneMatch(immediates::isHeld));
  }

  /** Whether an instruction shifts an unsigned value right by a constant. */
  private static boolean isShifted(Instruction i, int value) {
    return i.op() == Op.SHR
        && !i.signed()
        && i.sources().get(0).isRegister()
        && i.sources().get(0).register() == value
        && !i.sources().get(1).isRegister();
  }

  private static boolean isZeroTest(Instruction i, Instruction maker) {
    boolean positive = !i.signed() || maker.op() == Op.SHR && !maker.signed() && shift(maker) > 0;
    return switch ((int) i.sources().get(1).bits()) {
      case 0 ->
          i.comparison() == Comparison.EQ
              || i.comparison() == Comparison.NE
              || positive && (i.comparison() == Comparison.GT || i.comparison() == Comparison.LE);
      case 1 -> positive && (i.comparison() == Comparison.LT || i.comparison() == Comparison.GE);
      default -> false;
    };
  }

  private static int shift(Instruction i) {
    return i.sources().get(1).isRegister() ? 0 : (int) i.sources().get(1).bits();
  }

  /** Whether a comparison tests if an unsigned value has bits at or above a position. */
  private static boolean isBelow(Instruction i, int bit) {
    if (i.signed() || bit <= 0 || bit >= Type.I32.bits()) {
      return false;
    }
    long limit = i.sources().get(1).bits() & 0xffffffffL;
    return switch (i.comparison()) {
      case LT, GE -> limit == 1L << bit;
      case LE, GT -> limit == (1L << bit) - 1;
      default -> false;
    };
  }
}
