// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Recovers 24-bit multiplies that libraries write as {@code (a << 8 >> 8) * (b << 8 >> 8)} or
 * {@code (a & 0xffffff) * (b & 0xffffff)}, with or without an addition. The multiply reads the low
 * 24 bits of its operands, so the product is the same. An operand's shifts or mask are skipped, and
 * removed if they become unused, where they stand in the block and their source is not overwritten.
 * Compilers move those of loop-invariant operands out of the loop; there the other operand may have
 * any definition that leaves it no more than 24 bits.
 */
final class Mul24Idiom {
  private static final int MASK = 0xFFFFFF;
  private static final int BYTE = 8;

  private Mul24Idiom() {}

  static void apply(List<Draft> blocks) {
    BlockCode.of(blocks).forEach(code -> new Block(code).run());
  }

  /**
   * A value of at most 24 bits.
   *
   * @param signs whether it is zero-extended (not signed), sign-extended (signed), or both
   * @param idiom whether the program itself asks for 24 bits
   * @param producers instructions of the block that extend it
   */
  private record Narrow(Operand value, Set<Sign> signs, boolean idiom, List<Integer> producers) {}

  private enum Sign {
    UNSIGNED,
    SIGNED
  }

  private record Block(BlockCode code) {
    void run() {
      for (int at = 0; at < code.size(); at++) {
        Instruction i = code.get(at);
        if ((i.op() == Op.MUL || i.op() == Op.MAD) && i.type() == Type.I32 && !i.saturate()) {
          Narrow a = narrow(i.sources().get(0), at);
          Narrow b = narrow(i.sources().get(1), at);
          if (a != null && b != null && (a.idiom || b.idiom)) {
            Set<Sign> common = EnumSet.copyOf(a.signs);
            common.retainAll(b.signs);
            if (!common.isEmpty()) {
              at = replace(at, i, a, b, common.iterator().next() == Sign.SIGNED);
            }
          }
        }
      }
    }

    private int replace(int at, Instruction i, Narrow a, Narrow b, boolean signed) {
      List<Operand> sources = new ArrayList<>(List.of(a.value, b.value));
      sources.addAll(i.sources().subList(2, i.sources().size()));
      Instruction changed =
          BlockCode.instead(i, i.op() == Op.MUL ? Op.MUL24 : Op.MAD24)
              .signed(signed)
              .from(sources)
              .build();
      TreeSet<Integer> producers = new TreeSet<>(a.producers);
      producers.addAll(b.producers);
      return code.replace(at, changed, producers);
    }

    private Narrow narrow(Operand operand, int at) {
      if (!operand.isRegister()) {
        long v = operand.bits();
        return narrow(operand, v >= 0 && v <= MASK, v >= -(1 << 23) && v < 1 << 23, false);
      }
      int index = definition(operand, at);
      Narrow extended = index < 0 ? null : extended(index, at);
      Instruction d = code.reaching(operand, at);
      return extended != null || d == null || d.type() != Type.I32 ? extended : defined(operand, d);
    }

    /** Returns the value that a mask or shifts of the block extend, if it is unchanged. */
    private Narrow extended(int index, int at) {
      Instruction i = code.get(index);
      boolean field = isField(i);
      if (field || i.op() == Op.AND && isImmediate(i, 1, MASK)) {
        return source(i.sources().get(0), field && i.signed(), index, at, List.of(index));
      }
      if (i.op() != Op.SHR || !isImmediate(i, 1, BYTE)) {
        return null;
      }
      int inner = definition(i.sources().get(0), index);
      if (inner < 0 || code.get(inner).op() != Op.SHL || !isImmediate(code.get(inner), 1, BYTE)) {
        return null;
      }
      return source(code.get(inner).sources().get(0), i.signed(), inner, at, List.of(index, inner));
    }

    private static boolean isField(Instruction i) {
      return i.op() == Op.BIT_FIELD_EXTRACT && isImmediate(i, 1, 0) && isImmediate(i, 2, 24);
    }

    private Narrow source(
        Operand value, boolean signed, int from, int to, List<Integer> producers) {
      Set<Sign> sign = EnumSet.of(signed ? Sign.SIGNED : Sign.UNSIGNED);
      return code.holds(value, from, to) ? new Narrow(value, sign, true, producers) : null;
    }

    /** Returns a value whose definition, here or in another block, leaves it at most 24 bits. */
    private static Narrow defined(Operand value, Instruction d) {
      Operand by = d.sources().size() < 2 ? value : d.sources().get(1);
      boolean constant = !by.isRegister();
      return switch (d.op()) {
        case AND -> {
          boolean masks = constant && by.bits() >= 0 && by.bits() <= MASK;
          yield narrow(value, masks, masks && by.bits() < 1 << 23, masks && by.bits() == MASK);
        }
        case SHR -> {
          boolean few = constant && by.bits() >= BYTE && by.bits() < 32;
          boolean fewer = few && (d.signed() || by.bits() > BYTE);
          yield narrow(value, few && !d.signed(), fewer, false);
        }
        case BIT_FIELD_EXTRACT -> {
          Operand length = d.sources().get(2);
          boolean few = !length.isRegister() && length.bits() >= 0 && length.bits() <= 24;
          boolean fewer = few && (d.signed() || length.bits() < 24);
          yield narrow(value, few && !d.signed(), fewer, isField(d));
        }
        case CONVERT -> {
          boolean few = d.sourceType() == Type.I16;
          yield narrow(value, few && !d.sourceSigned(), few, false);
        }
        case LOAD -> {
          boolean few = d.memory().element().bits() <= 16;
          yield narrow(value, few && !d.signed(), few, false);
        }
        default -> null;
      };
    }

    private static Narrow narrow(Operand value, boolean unsigned, boolean signed, boolean idiom) {
      Set<Sign> signs = EnumSet.noneOf(Sign.class);
      if (unsigned) {
        signs.add(Sign.UNSIGNED);
      }
      if (signed) {
        signs.add(Sign.SIGNED);
      }
      return signs.isEmpty() ? null : new Narrow(value, signs, idiom, List.of());
    }

    private static boolean isImmediate(Instruction i, int index, long value) {
      Operand o = i.sources().get(index);
      return !o.isRegister() && o.bits() == value;
    }

    /** Returns the unguarded 32-bit definition of an operand that reaches an instruction, or -1. */
    private int definition(Operand operand, int before) {
      int index = code.definition(operand, before);
      return index >= 0 && code.get(index).type() == Type.I32 ? index : -1;
    }
  }
}
