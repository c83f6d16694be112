// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.List;

/**
 * Numbers of low bits of integers that are certainly zero, which tell how addresses are aligned.
 * They are derived from the only definition of a register; of a register with several definitions
 * none is known. Immutable and thread-safe.
 */
public final class LowZeros {
  private static final int MOST_STEPS = 16; // definitions behind each other

  private final RegisterFacts facts;

  /**
   * Counts the low zeros of a kernel's values, each when it is asked for.
   *
   * @param facts facts of the kernel
   */
  public LowZeros(RegisterFacts facts) {
    this.facts = facts;
  }

  /**
   * {@return the number of low bits of an integer that are zero; 64 for zero}
   *
   * @param value operand of an instruction of the kernel
   */
  public int of(Operand value) {
    return of(value, MOST_STEPS);
  }

  private int of(Operand value, int steps) {
    Long constant = facts.constant(value);
    if (constant != null) {
      return Long.numberOfTrailingZeros(constant);
    }
    Instruction d = facts.definition(value.register());
    if (d == null || steps == 0 || d.guard() >= 0 || d.type().isFloat()) {
      return 0;
    }
    List<Operand> from = d.sources();
    return switch (d.op()) {
      case MOVE -> of(from.get(0), steps - 1);
      case CONVERT -> d.sourceType().isFloat() ? 0 : of(from.get(0), steps - 1);
      case ADD, SUB, OR, XOR -> Math.min(of(from.get(0), steps - 1), of(from.get(1), steps - 1));
      case AND -> Math.max(of(from.get(0), steps - 1), of(from.get(1), steps - 1));
      case MUL, MUL_WIDE -> product(from, steps);
      case MAD, MAD_WIDE -> Math.min(product(from, steps), of(from.get(2), steps - 1));
      case SHL -> {
        Long by = facts.constant(from.get(1));
        yield by == null ? 0 : sum(of(from.get(0), steps - 1), (int) Math.min(by, Long.SIZE));
      }
      default -> 0;
    };
  }

  private int product(List<Operand> from, int steps) {
    return sum(of(from.get(0), steps - 1), of(from.get(1), steps - 1));
  }

  private static int sum(int one, int other) {
    return Math.min(Long.SIZE, one + other);
  }
}
