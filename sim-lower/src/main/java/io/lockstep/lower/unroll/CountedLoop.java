// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.unroll;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A loop whose blocks follow each other, and whose last block repeats it as long as a counter with
 * a constant step is on one side of a bound.
 *
 * @param blocks in order
 * @param step added to the counter in each iteration
 * @param test compares the counter, its first source, with the bound, behind the step
 */
record CountedLoop(List<Block> blocks, long step, Instruction test) {
  private static final Set<Op> NEVER =
      EnumSet.of(
          Op.SHUFFLE,
          Op.VOTE,
          Op.MATCH,
          Op.REDUCE,
          Op.ELECT,
          Op.ACTIVE_MASK,
          Op.FENCE,
          Op.MATRIX,
          Op.ROW_ADDRESS,
          Op.TRANSPOSE);

  /** Returns the loop that a block begins, if it pays to unroll its instructions; null for none. */
  static CountedLoop of(RegisterFacts facts, Block first, Predicate<List<Instruction>> pays) {
    List<Block> blocks = new ArrayList<>(List.of(first));
    Block last = first;
    while (last.successors().size() == 1) {
      last = facts.kernel().blocks().get(last.successors().get(0));
      if (blocks.contains(last) || facts.predecessors()[last.id()].length != 1) {
        return null;
      }
      blocks.add(last);
    }
    boolean repeats =
        last.last().op() == Op.BRANCH
            && last.last().is(Variant.Loop.FREE)
            && !last.last().guardNegated()
            && last.successors().get(1) == first.id()
            && last.successors().get(0) != first.id();
    List<Instruction> code = blocks.stream().flatMap(b -> b.instructions().stream()).toList();
    return repeats && code.stream().noneMatch(i -> NEVER.contains(i.op())) && pays.test(code)
        ? counted(facts, blocks, code)
        : null;
  }

  private static CountedLoop counted(
      RegisterFacts facts, List<Block> blocks, List<Instruction> code) {
    Instruction test = facts.definition(code.get(code.size() - 1).guard());
    boolean compares =
        test != null
            && code.contains(test)
            && test.op() == Op.COMPARE
            && test.combine() == BoolOp.NONE
            && !test.sourceType().isFloat()
            && test.comparison() != Comparison.EQ
            && test.sources().get(0).isRegister();
    BitSet written = new BitSet();
    code.forEach(i -> i.writes().forEach(written::set));
    if (!compares || isIn(test.sources().get(1), written)) {
      return null;
    }
    Operand counter = test.sources().get(0);
    List<Instruction> steps =
        code.stream().filter(i -> i.writes().contains(counter.register())).toList();
    Instruction step = steps.size() == 1 ? steps.get(0) : test;
    if (step.op() != Op.ADD
        || step.guard() >= 0
        || !step.sources().get(0).equals(counter)
        || code.indexOf(step) > code.indexOf(test)) {
      return null;
    }
    Long constant = facts.constant(step.sources().get(1));
    long by = constant == null ? 0 : value(step.type(), constant);
    return by == 0 || !approaches(test.comparison(), by)
        ? null
        : new CountedLoop(List.copyOf(blocks), by, test);
  }

  static long value(Type type, long bits) {
    return type.bits() > Integer.SIZE ? bits : (int) bits;
  }

  private static boolean isIn(Operand operand, BitSet registers) {
    return operand.isRegister() && registers.get(operand.register());
  }

  private static boolean approaches(Comparison comparison, long step) {
    return switch (comparison) {
      case LT, LE -> step > 0;
      case GT, GE -> step < 0;
      case NE -> true;
      default -> false;
    };
  }

  int first() {
    return blocks.get(0).id();
  }

  Block last() {
    return blocks.get(blocks.size() - 1);
  }

  /** The block behind the loop. */
  int exit() {
    return last().successors().get(0);
  }

  Operand counter() {
    return test.sources().get(0);
  }

  Operand bound() {
    return test.sources().get(1);
  }

  /** Whether the last iteration may have to repeat: the counter may never meet the bound. */
  boolean isOpen() {
    return test.comparison() == Comparison.NE;
  }

  /**
   * Whether the first iteration stands alone if the counter has passed the bound before: without
   * signs, the distance of the two would be large.
   */
  boolean isPeeled() {
    return !test.signed() && !isOpen();
  }

  /** The comparison that holds as long as the bound is farther away than some steps. */
  Comparison ahead() {
    return !isOpen() ? test.comparison() : step > 0 ? Comparison.LT : Comparison.GT;
  }
}
