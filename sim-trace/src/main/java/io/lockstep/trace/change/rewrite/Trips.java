// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.BoolOp;
import java.util.List;

/** Determines the trip count of loops. */
final class Trips {
  private static final int MOST = 1024;

  private Trips() {}

  /** Returns the trip count of a loop that counts between constants; 0 for other loops. */
  static int of(Kernel kernel, Rounds rounds, Block last) {
    List<Instruction> tests = definitions(kernel, last.last().guard());
    if (last.last().op() != Op.BRANCH || tests.size() != 1) {
      return 0;
    }
    Instruction test = tests.get(0);
    boolean isTest =
        test.op() == Op.COMPARE
            && test.combine() == BoolOp.NONE
            && test.sources().get(0).isRegister()
            && !test.sources().get(1).isRegister();
    if (!isTest || !last.instructions().contains(test)) {
      return 0;
    }
    int counter = test.sources().get(0).register();
    Instruction step = null;
    Long value = null;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (!i.writes().contains(counter)) {
          continue;
        }
        boolean isStep =
            block == last
                && step == null
                && i.op() == Op.ADD
                && i.sources().get(0).equals(Operand.register(counter))
                && !i.sources().get(1).isRegister();
        if (isStep) {
          step = i;
        } else if (value == null && !rounds.blocks().get(block.id())) {
          value = constant(kernel, i);
        } else {
          return 0;
        }
      }
    }
    boolean isKnown =
        step != null
            && value != null
            && last.instructions().indexOf(step) < last.instructions().indexOf(test);
    boolean ends = !rounds.blocks().get(last.successors().get(1)) ^ last.last().guardNegated();
    return isKnown ? count(value, step, test, ends) : 0;
  }

  private static int count(long from, Instruction step, Instruction test, boolean ends) {
    int value = (int) from;
    for (int n = 1; n <= MOST; n++) {
      value += (int) step.sources().get(1).bits();
      if (holds(test, value, (int) test.sources().get(1).bits()) == ends) {
        return n;
      }
    }
    return 0;
  }

  private static boolean holds(Instruction test, int a, int b) {
    int order = test.signed() ? Integer.compare(a, b) : Integer.compareUnsigned(a, b);
    return switch (test.comparison()) {
      case EQ -> order == 0;
      case NE -> order != 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      default -> throw new IllegalStateException(test + " compares no integers");
    };
  }

  /** Returns the constant that a move assigns; null if there is none. */
  private static Long constant(Kernel kernel, Instruction move) {
    if (move == null || move.op() != Op.MOVE || move.type().bits() != Integer.SIZE) {
      return null;
    }
    Operand from = move.sources().get(0);
    if (!from.isRegister()) {
      return from.bits();
    }
    List<Instruction> before = definitions(kernel, from.register());
    boolean isConstant = before.size() == 1 && !before.get(0).sources().get(0).isRegister();
    return isConstant && before.get(0).op() == Op.MOVE
        ? before.get(0).sources().get(0).bits()
        : null;
  }

  private static List<Instruction> definitions(Kernel kernel, int register) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.writes().contains(register))
        .toList();
  }
}
