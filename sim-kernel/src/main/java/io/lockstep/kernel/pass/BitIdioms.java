// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.analysis.LogicFormula;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Recovers operations that libraries implement by 32-bit shifts and masks: bitwise select and
 * majority (LOGIC3), rotates and funnel shifts by constants, bit fields, minimum, maximum and
 * absolute value of integers. A pattern is replaced only if the result is the same for all values,
 * and only within a block, between definitions that are not overwritten. Logic, rotates and fields
 * are recovered only if nothing else reads the intermediate values, so that no machine computes
 * both.
 */
final class BitIdioms {
  private static final int[] VARIABLES = {0xF0, 0xCC, 0xAA};
  private static final int ONES = 0xFF;

  /** Operations of the inner nodes of a logic tree. */
  private static final List<Op> INNER = List.of(Op.AND, Op.OR, Op.XOR, Op.NOT);

  private BitIdioms() {}

  static void apply(List<Draft> blocks) {
    BlockCode.of(blocks).forEach(code -> new Block(code).run());
  }

  /** The replacement of an instruction, and the instructions that it may leave unused. */
  private record Found(Instruction instruction, TreeSet<Integer> producers) {}

  private record Block(BlockCode code) {
    void run() {
      for (int at = 0; at < code.size(); at++) {
        Instruction i = code.get(at);
        if (i.type() == Type.I32 && !i.saturate() && i.destinations().size() == 1) {
          Found found = find(i, at);
          if (found != null) {
            at = code.replace(at, found.instruction, found.producers);
          }
        }
      }
    }

    private Found find(Instruction i, int at) {
      Found found =
          switch (i.op()) {
            case ADD, OR, XOR -> funnel(i, at);
            case AND -> field(i, at);
            case SHR -> shiftedField(i, at);
            case SELECT -> extreme(i, at);
            case MAX -> magnitude(i, at);
            default -> null;
          };
      return found == null ? new Logic(at).find(i) : found;
    }

    /** Recognises {@code x << k | y >> 32 - k}, the halves joined by or, xor or add. */
    private Found funnel(Instruction i, int at) {
      for (int k = 0; k < 2; k++) {
        int left = only(i.sources().get(k), at, Op.SHL);
        int right = only(i.sources().get(1 - k), at, Op.SHR);
        if (left >= 0 && right >= 0 && !code.get(right).signed()) {
          long up = constant(code.get(left), 1);
          long down = constant(code.get(right), 1);
          Operand high = code.get(left).sources().get(0);
          Operand low = code.get(right).sources().get(0);
          if (up > 0
              && down > 0
              && up + down == 32
              && code.holds(high, left, at)
              && code.holds(low, right, at)) {
            return new Found(
                BlockCode.instead(i, Op.FUNNEL_RIGHT)
                    .wrap(true)
                    .from(low, high, Operand.immediate(down))
                    .build(),
                producers(left, right));
          }
        }
      }
      return null;
    }

    /** Recognises {@code x >> k & 2^n - 1}. */
    private Found field(Instruction i, int at) {
      int shift = only(i.sources().get(0), at, Op.SHR);
      long mask = constant(i, 1);
      if (shift < 0 || mask <= 0 || (mask & mask + 1) != 0) {
        return null;
      }
      int n = Long.bitCount(mask);
      long k = constant(code.get(shift), 1);
      Operand x = code.get(shift).sources().get(0);
      if (k <= 0 || k + n > 32 || !code.holds(x, shift, at)) {
        return null;
      }
      Instruction found =
          k + n == 32 // all bits that the shift leaves
              ? BlockCode.instead(i, Op.SHR).from(x, Operand.immediate(k)).build()
              : extract(i, x, k, n, false);
      return new Found(found, producers(shift));
    }

    /** Recognises {@code x << k >> m}, m at least k; the field is signed if the right shift is. */
    private Found shiftedField(Instruction i, int at) {
      int shift = only(i.sources().get(0), at, Op.SHL);
      if (shift < 0) {
        return null;
      }
      long k = constant(code.get(shift), 1);
      long m = constant(i, 1);
      Operand x = code.get(shift).sources().get(0);
      return k > 0 && m >= k && m < 32 && code.holds(x, shift, at)
          ? new Found(extract(i, x, m - k, 32 - m, i.signed()), producers(shift))
          : null;
    }

    private static Instruction extract(
        Instruction i, Operand x, long from, long n, boolean signed) {
      return BlockCode.instead(i, Op.BIT_FIELD_EXTRACT)
          .signed(signed)
          .from(x, Operand.immediate(from), Operand.immediate(n))
          .build();
    }

    /**
     * Recognises {@code a < b ? a : b} and similar selections. The comparison stays if something
     * else reads it.
     */
    private Found extreme(Instruction i, int at) {
      int compare = definition(i.sources().get(2), at, Op.COMPARE);
      if (compare < 0) {
        return null;
      }
      Instruction c = code.get(compare);
      boolean plain =
          c.sourceType() == Type.I32
              && c.destinations().size() == 1
              && c.sources().size() == 2
              && isOrder(c.comparison());
      if (!plain) {
        return null;
      }
      Operand a = c.sources().get(0);
      Operand b = c.sources().get(1);
      boolean same = i.sources().get(0).equals(a) && i.sources().get(1).equals(b);
      boolean swapped = i.sources().get(0).equals(b) && i.sources().get(1).equals(a);
      if (!same && !swapped || !code.holds(a, compare, at) || !code.holds(b, compare, at)) {
        return null;
      }
      boolean less = c.comparison() == Comparison.LT || c.comparison() == Comparison.LE;
      return new Found(
          BlockCode.instead(i, less == same ? Op.MIN : Op.MAX)
              .signed(c.signed())
              .from(a, b)
              .build(),
          producers(compare));
    }

    private static boolean isOrder(Comparison c) {
      return c == Comparison.LT || c == Comparison.LE || c == Comparison.GT || c == Comparison.GE;
    }

    /** Recognises {@code max(a, -a)}; as in ABS, the lowest number stays unchanged. */
    private Found magnitude(Instruction i, int at) {
      for (int k = 0; k < 2 && i.signed(); k++) {
        Operand a = i.sources().get(1 - k);
        int negated = only(i.sources().get(k), at, Op.NEG);
        if (negated >= 0
            && code.get(negated).sources().get(0).equals(a)
            && code.holds(a, negated, at)) {
          return new Found(
              BlockCode.instead(i, Op.ABS).signed(true).from(a).build(), producers(negated));
        }
      }
      return null;
    }

    private static TreeSet<Integer> producers(int... indices) {
      TreeSet<Integer> all = new TreeSet<>();
      for (int index : indices) {
        all.add(index);
      }
      return all;
    }

    private static long constant(Instruction i, int source) {
      Operand o = i.sources().get(source);
      return o.isRegister() ? -1 : o.bits() & 0xFFFFFFFFL;
    }

    /** Returns an operand's definition by an operation, if nothing else reads it, or -1. */
    private int only(Operand operand, int before, Op op) {
      return as(op, code.madeFor(operand, before));
    }

    /** Returns an operand's unguarded definition by an operation that reaches a reader, or -1. */
    private int definition(Operand operand, int before, Op op) {
      return as(op, code.definition(operand, before));
    }

    /** Returns the index of a 32-bit {@code op} without saturation, otherwise -1. */
    private int as(Op op, int index) {
      if (index < 0) {
        return -1;
      }
      Instruction i = code.get(index);
      boolean fits = op == Op.COMPARE || i.type() == Type.I32;
      return i.op() == op && fits && !i.saturate() ? index : -1;
    }

    /**
     * Recognises, by truth table, trees of and, or, xor and not over three values that are a
     * bitwise select, which takes one operation, or the majority, which takes two.
     */
    private final class Logic {
      private final int root;
      private final List<Operand> leaves = new ArrayList<>();
      private final TreeSet<Integer> inner = new TreeSet<>();
      private boolean fits = true;

      Logic(int root) {
        this.root = root;
      }

      Found find(Instruction i) {
        if (!isLogic(i)) {
          return null;
        }
        int table = table(i, root);
        if (!fits || leaves.size() != 3 || inner.isEmpty()) {
          return null;
        }
        int operations = LogicFormula.of(table, true).operations();
        boolean select = operations == 1 && LogicFormula.of(table, false).operations() == 3;
        if (!select && table != LogicFormula.MAJORITY || operations > inner.size()) {
          return null;
        }
        List<Operand> sources = new ArrayList<>(leaves);
        if (select) {
          LogicFormula f = LogicFormula.of(table, true);
          sources.clear();
          f.operands().forEach(o -> sources.add(leaves.get(o.source())));
          table = LogicFormula.SELECT;
        }
        return new Found(
            BlockCode.instead(i, Op.LOGIC3)
                .variant(new Variant.TruthTable(table))
                .from(sources)
                .build(),
            inner);
      }

      private int table(Instruction i, int at) {
        int a = operand(i.sources().get(0), at);
        int b = i.op() == Op.NOT ? 0 : operand(i.sources().get(1), at);
        return switch (i.op()) {
          case AND -> a & b;
          case OR -> a | b;
          case XOR -> a ^ b;
          default -> ~a & ONES;
        };
      }

      private int operand(Operand o, int at) {
        int made = code.madeFor(o, at);
        for (Op op : INNER) {
          int index = as(op, made);
          if (index >= 0) {
            inner.add(index);
            return table(code.get(index), index);
          }
        }
        fits &= code.holds(o, at, root);
        return leaf(o);
      }

      /** Returns the variable of a value; a constant and its complement share one variable. */
      private int leaf(Operand o) {
        if (!fits) {
          return 0;
        }
        for (int k = 0; k < leaves.size(); k++) {
          Operand known = leaves.get(k);
          if (known.equals(o)) {
            return VARIABLES[k];
          }
          if (!known.isRegister() && !o.isRegister() && (int) known.bits() == ~(int) o.bits()) {
            return ~VARIABLES[k] & ONES;
          }
        }
        if (leaves.size() == VARIABLES.length) {
          fits = false;
          return 0;
        }
        leaves.add(o);
        return VARIABLES[leaves.size() - 1];
      }
    }

    private static boolean isLogic(Instruction i) {
      return i.op() == Op.AND || i.op() == Op.OR || i.op() == Op.XOR;
    }
  }
}
