// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Recovers 24-bit multiplies that libraries write as {@code (a << 8 >> 8) * (b << 8 >> 8)} or
 * {@code (a & 0xffffff) * (b & 0xffffff)}, with or without an addition. The multiply reads the low
 * 24 bits of its operands, so the product is the same. Idioms are recovered only within a block,
 * between definitions that are not overwritten; shifts and masks that become unused are removed.
 */
final class Mul24Idiom {
  private static final int MASK = 0xFFFFFF;

  private Mul24Idiom() {}

  static void apply(List<Draft> blocks) {
    BlockCode.of(blocks).forEach(code -> new Block(code).run());
  }

  /** A 24-bit value, and the instructions that produce it from a 32-bit value. */
  private record Narrow(Operand value, boolean signed, List<Integer> producers) {}

  private static final class Block {
    private final BlockCode code;

    Block(BlockCode code) {
      this.code = code;
    }

    void run() {
      for (int at = 0; at < code.size(); at++) {
        Instruction i = code.get(at);
        if ((i.op() == Op.MUL || i.op() == Op.MAD) && i.type() == Type.I32 && !i.saturate()) {
          Narrow a = narrow(i.sources().get(0), at);
          Narrow b = narrow(i.sources().get(1), at);
          if (a != null && b != null && agree(a, b, i)) {
            at = replace(at, i, a, b);
          }
        }
      }
    }

    /** Returns whether an operand is an idiom and the other has its sign or fits as constant. */
    private static boolean agree(Narrow a, Narrow b, Instruction i) {
      if (a.producers.isEmpty() && b.producers.isEmpty()) {
        return false;
      }
      if (a.producers.isEmpty() || b.producers.isEmpty()) {
        Narrow constant = a.producers.isEmpty() ? a : b;
        boolean signed = (a.producers.isEmpty() ? b : a).signed;
        long v = constant.value.bits();
        return signed ? v >= -(1 << 23) && v < 1 << 23 : v >= 0 && v <= MASK;
      }
      return a.signed == b.signed;
    }

    private int replace(int at, Instruction i, Narrow a, Narrow b) {
      boolean signed = a.producers.isEmpty() ? b.signed : a.signed;
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
        return new Narrow(operand, false, List.of());
      }
      int index = definition(operand, at);
      if (index < 0) {
        return null;
      }
      Instruction i = code.get(index);
      if (i.op() == Op.AND && isImmediate(i, 1, MASK)) {
        return source(i.sources().get(0), false, index, at, List.of(index));
      }
      if (i.op() != Op.SHR || !isImmediate(i, 1, 8)) {
        return null;
      }
      int inner = definition(i.sources().get(0), index);
      if (inner < 0 || code.get(inner).op() != Op.SHL || !isImmediate(code.get(inner), 1, 8)) {
        return null;
      }
      return source(code.get(inner).sources().get(0), i.signed(), inner, at, List.of(index, inner));
    }

    /** Returns the 32-bit value if it is unchanged since the idiom read it, otherwise null. */
    private Narrow source(
        Operand value, boolean signed, int from, int to, List<Integer> producers) {
      return code.holds(value, from, to) ? new Narrow(value, signed, producers) : null;
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
