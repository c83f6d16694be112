// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.Computation;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.Halves;
import io.lockstep.frontend.ptx.emit.Packed;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decodes atomic operations. Operations on 16 bits and on pairs of halves become compare-exchange
 * loops on the containing 32 bits, as compilers do for machines without such atomics.
 */
public final class Atomics {
  private Atomics() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "atom", "red" -> Atomics::atomic;
      default -> null;
    };
  }

  private static void atomic(String base, Modifiers m, PtxWriter e) {
    boolean red = base.equals("red");
    if (m.take("async")) {
      throw e.unsupported("asynchronous reductions");
    }
    MemoryOrder order = MemoryAccesses.order(m);
    m.ignore("noftz");
    boolean policy = m.hints();
    Space space = MemoryAccesses.spaceNamed(m.takeAny("global", "shared", "shared::cta"));
    String name = m.takeOne("add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas");
    String vector = m.takeAny("v2", "v4", "v8");
    PtxType t = m.type();
    m.done();
    if (t == PtxType.PRED || t.bits() < 16 || t == PtxType.S16X2 || t == PtxType.U16X2) {
      throw e.unsupported("atomics on ." + t.shown());
    }
    AtomicOp op =
        switch (name) {
          case "exch" -> AtomicOp.EXCHANGE;
          case "cas" -> AtomicOp.COMPARE_EXCHANGE;
          default -> AtomicOp.valueOf(name.toUpperCase(Locale.ROOT));
        };
    boolean exchange = op == AtomicOp.COMPARE_EXCHANGE;
    int first = red ? 0 : 1;
    int data = first + 1;
    e.expect(data + (exchange ? 2 : 1) + (policy ? 1 : 0));
    if (policy) {
      e.operand(e.arguments() - 1, PtxType.B64);
    }
    Argument result = red ? null : e.argument(0);
    if (vector == null) {
      MemoryAccesses.Target target = MemoryAccesses.target(e.argument(first), space, e);
      List<Operand> values = new ArrayList<>();
      values.add(e.operand(data, t));
      if (exchange) {
        values.add(e.operand(data + 1, t));
      }
      int d = red ? -1 : e.destination(result, t, false);
      single(new Access(space, op, t, red, order), target, values, d, e);
      return;
    }
    int n = vector.charAt(1) - '0';
    if (t != PtxType.F32 && !t.isBrain() && t.part() != PtxType.F16 || space == Space.LOCAL) {
      throw e.error("vector atomics take floats in global memory, found ." + t.shown());
    }
    List<Argument> values = elements(e.argument(data), n, e);
    List<Argument> results = red ? List.of() : elements(result, n, e);
    MemoryAccesses.Target target = MemoryAccesses.target(e.argument(first), space, e);
    // Each element is atomic, the vector is not (PTX ISA, "atom").
    for (int k = 0; k < n; k++) {
      MemoryAccesses.Target at =
          new MemoryAccesses.Target(target.base(), target.offset() + (long) k * t.bytes());
      int d = red ? -1 : e.destination(results.get(k), t, false);
      List<Operand> value = List.of(e.operand(values.get(k), t, false));
      single(new Access(space, op, t, red, order), at, value, d, e);
    }
  }

  private record Access(Space space, AtomicOp op, PtxType type, boolean red, MemoryOrder order) {}

  private static List<Argument> elements(Argument a, int n, PtxWriter e) {
    if (a instanceof Syntax.Vector v && v.elements().size() == n) {
      return v.elements();
    }
    throw e.error(a, "expected a vector of " + n + " registers, found " + PtxWriter.shown(a));
  }

  private static void single(
      Access access, MemoryAccesses.Target target, List<Operand> values, int d, PtxWriter e) {
    PtxType t = access.type();
    if (t.isPacked() || t.bits() == 16) {
      loop(access, target, values, d, e);
      return;
    }
    List<Operand> sources = new ArrayList<>();
    sources.add(target.base());
    sources.addAll(values);
    InstructionBuilder b =
        InstructionBuilder.of(Op.ATOMIC, t.type())
            .signed(t.signed())
            .atomic(access.op())
            .from(sources)
            .memory(memory(access, t.type(), target.offset()));
    if (!access.red()) {
      b.to(d);
    }
    e.emit(b);
  }

  private static MemoryAccess memory(Access access, Type element, long offset) {
    return new MemoryAccess(
        access.space(), element, 1, -1, offset, MemoryAccess.Qualifiers.ofAtomic(access.order()));
  }

  /** Emits a compare-exchange loop that replaces the word by the operation's result. */
  private static void loop(
      Access access, MemoryAccesses.Target target, List<Operand> values, int d, PtxWriter e) {
    PtxType t = access.type();
    AtomicOp op = access.op();
    boolean known =
        op == AtomicOp.ADD
            ? !t.isInteger()
            : !t.isPacked() && (op == AtomicOp.COMPARE_EXCHANGE || op == AtomicOp.EXCHANGE);
    if (!known) {
      throw e.unsupported("of 16 bits there are add of floats, exch and cas");
    }
    Word word = t.isPacked() ? new Word(target.base(), target.offset(), null) : word(target, e);
    int old = e.temp(Type.I32);
    e.emit(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(word.base())
            .memory(memory(access, Type.I32, word.offset()))
            .to(old));
    Draft body = new Draft();
    Draft after = new Draft();
    e.close(body);
    e.open(body);
    Operand before = Operand.register(old);
    Operand current = before;
    if (word.shift() != null) {
      InstructionBuilder b = InstructionBuilder.of(Op.SHR, Type.I32).from(before, word.shift());
      Operand moved = e.value(Type.I32, b);
      current = Halves.low(e, moved);
    }
    Operand next = next(op, t, current, values, e);
    if (word.shift() != null) {
      Operand wide = Halves.widen(e, next, Type.I32, Type.I16);
      InstructionBuilder b =
          InstructionBuilder.of(Op.BIT_FIELD_INSERT, Type.I32)
              .from(wide, before, word.shift(), Operand.immediate(16));
      next = e.value(Type.I32, b);
    }
    int found = e.temp(Type.I32);
    e.emit(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.COMPARE_EXCHANGE)
            .from(word.base(), before, next)
            .memory(memory(access, Type.I32, word.offset()))
            .to(found));
    if (d >= 0) {
      Type type = t.isPacked() ? Type.I32 : Type.I16;
      e.emit(Op.MOVE, type, d, current);
    }
    int again = e.temp(Type.I1);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.NE)
            .from(Operand.register(found), before)
            .to(again));
    e.emit(Op.MOVE, Type.I32, old, Operand.register(found));
    e.branch(again, false, after, body);
    e.open(after);
  }

  private static Operand next(
      AtomicOp op, PtxType t, Operand current, List<Operand> values, PtxWriter e) {
    if (op == AtomicOp.EXCHANGE) {
      return values.get(0);
    }
    int r = e.temp(t.isPacked() ? Type.I32 : Type.I16);
    if (op == AtomicOp.COMPARE_EXCHANGE) {
      int same = e.temp(Type.I1);
      e.emit(
          InstructionBuilder.of(Op.COMPARE, Type.I16)
              .comparison(Comparison.EQ)
              .from(current, values.get(0))
              .to(same));
      e.emit(Op.SELECT, Type.I16, r, values.get(1), current, Operand.register(same));
      return Operand.register(r);
    }
    List<Operand> from = List.of(current, values.get(0));
    Packed.Piece add =
        (type, operands, to) -> Computation.scalar(e, Op.ADD, type, b -> {}, operands, to);
    if (t.isPacked()) {
      Packed.halves(e, t.part(), from, r, add);
    } else {
      add.emit(t, from, r);
    }
    return Operand.register(r);
  }

  /**
   * The 32-bit word that contains a 16-bit operand, and the operand's bit position in it; a null
   * shift means that the operand is the whole word.
   */
  private record Word(Operand base, long offset, Operand shift) {}

  private static Word word(MemoryAccesses.Target target, PtxWriter e) {
    if (!target.base().isRegister()) {
      long at = target.base().bits() + target.offset();
      return new Word(Operand.immediate(at & ~3L), 0, Operand.immediate((at & 2) * 8));
    }
    Type type = e.builder.typeOf(target.base().register());
    Operand at = target.base();
    if (target.offset() != 0) {
      InstructionBuilder b =
          InstructionBuilder.of(Op.ADD, type).from(at, Operand.immediate(target.offset()));
      at = e.value(type, b);
    }
    Operand low = at;
    if (type.isWide()) {
      InstructionBuilder b = InstructionBuilder.of(Op.CONVERT, Type.I32).sourceType(type).from(at);
      low = e.value(Type.I32, b);
    }
    InstructionBuilder odd =
        InstructionBuilder.of(Op.AND, Type.I32).from(low, Operand.immediate(2));
    InstructionBuilder shift =
        InstructionBuilder.of(Op.SHL, Type.I32).from(e.value(Type.I32, odd), Operand.immediate(3));
    InstructionBuilder aligned =
        InstructionBuilder.of(Op.AND, type).from(at, Operand.immediate(-4));
    return new Word(e.value(type, aligned), 0, e.value(Type.I32, shift));
  }
}
