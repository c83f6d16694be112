// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.arithmetic;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

/** Decodes extended-precision arithmetic; the carry flag is a predicate, set by comparisons. */
public final class Carry {
  private Carry() {}

  /** The position of an operation in a chain of carries. */
  enum Link {
    /** Sets the carry without reading it. */
    FIRST,
    /** Reads and sets the carry. */
    MIDDLE,
    /** Reads the carry without setting it. */
    LAST;

    private static Link later(Modifiers m) {
      return m.take("cc") ? MIDDLE : LAST;
    }
  }

  public static Decoder of(String base) {
    return switch (base) {
      case "addc" -> (b, m, e) -> addSub("add", Link.later(m), m, e);
      case "subc" -> (b, m, e) -> addSub("sub", Link.later(m), m, e);
      case "madc" -> (b, m, e) -> multiplyAdd(m.takeOne("lo", "hi"), Link.later(m), m, e);
      default -> null;
    };
  }

  static void addSub(String base, Link link, Modifiers m, PtxWriter e) {
    PtxType t = type(m, e);
    e.expect(3);
    Operand a = e.operand(1, t);
    Operand b = e.operand(2, t);
    sum(e, base.equals("add") ? Op.ADD : Op.SUB, t, a, b, link);
  }

  static void multiplyAdd(String part, Link link, Modifiers m, PtxWriter e) {
    PtxType t = type(m, e);
    e.expect(4);
    int product = e.temp(t.type());
    e.emit(
        InstructionBuilder.of(part.equals("hi") ? Op.MUL_HI : Op.MUL, t.type())
            .signed(t.signed())
            .from(e.operand(1, t), e.operand(2, t))
            .to(product));
    Operand c = e.operand(3, t);
    sum(e, Op.ADD, t, Operand.register(product), c, link);
  }

  private static PtxType type(Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    if (!t.isInteger() || t.bits() < 32) {
      throw e.error("'" + e.instruction().spelling() + "' takes 32- or 64-bit integers");
    }
    return t;
  }

  private static void sum(PtxWriter e, Op op, PtxType type, Operand a, Operand b, Link link) {
    int d = e.destination(0, type);
    Type t = type.type();
    boolean out = link != Link.LAST;
    boolean in = link != Link.FIRST;
    boolean add = op == Op.ADD;
    if (in && e.carry < 0) {
      throw e.error("'" + e.instruction().spelling() + "' reads a carry that nothing set");
    }
    int first = e.temp(t);
    e.emit(op, t, first, a, b);
    int carry1 = -1;
    if (out) {
      carry1 = less(e, t, add ? Operand.register(first) : a, add ? a : b);
    }
    if (in) {
      int addend = e.temp(t);
      e.emit(
          Op.SELECT,
          t,
          addend,
          Operand.immediate(1),
          Operand.immediate(0),
          Operand.register(e.carry));
      int second = e.temp(t);
      e.emit(op, t, second, Operand.register(first), Operand.register(addend));
      if (out) {
        int carry2 =
            add
                ? less(e, t, Operand.register(second), Operand.register(first))
                : less(e, t, Operand.register(first), Operand.register(addend));
        int both = e.temp(Type.I1);
        e.emit(Op.OR, Type.I1, both, Operand.register(carry1), Operand.register(carry2));
        carry1 = both;
      }
      first = second;
    }
    if (out) {
      if (e.carry < 0) {
        e.carry = e.builder.register(Type.I1, "CC");
      }
      e.emit(Op.MOVE, Type.I1, e.carry, Operand.register(carry1));
    }
    e.emit(Op.MOVE, t, d, Operand.register(first));
  }

  private static int less(PtxWriter e, Type t, Operand a, Operand b) {
    int p = e.temp(Type.I1);
    e.emit(InstructionBuilder.of(Op.COMPARE, t).comparison(Comparison.LT).from(a, b).to(p));
    return p;
  }
}
