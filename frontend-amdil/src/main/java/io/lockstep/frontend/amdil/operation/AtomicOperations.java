// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Destinations.Target;
import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

/**
 * Registers the atomic operations on views, work-group memory and the global data share, with and
 * without return of the old value.
 */
final class AtomicOperations {
  record Place(Space space, Operand address, long offset) {}

  /** Computes the address of an atomic from the statement's operand. */
  interface Locator {
    Place place(Statements c, Statement s, StatementFields f);
  }

  private record Kinds(String name, AtomicOp op, boolean signed, String meaning) {}

  private static final List<Kinds> ALL =
      List.of(
          new Kinds("add", AtomicOp.ADD, false, "old + value"),
          new Kinds("sub", AtomicOp.SUB, false, "old − value"),
          new Kinds("min", AtomicOp.MIN, true, "the smaller, signed"),
          new Kinds("max", AtomicOp.MAX, true, "the larger, signed"),
          new Kinds("umin", AtomicOp.MIN, false, "the smaller, unsigned"),
          new Kinds("umax", AtomicOp.MAX, false, "the larger, unsigned"),
          new Kinds("and", AtomicOp.AND, false, "old and value"),
          new Kinds("or", AtomicOp.OR, false, "old or value"),
          new Kinds("xor", AtomicOp.XOR, false, "old exclusive-or value"),
          new Kinds("inc", AtomicOp.INC, false, "old ≥ value ? 0 : old + 1"),
          new Kinds("dec", AtomicOp.DEC, false, "old = 0 or old > value ? value : old − 1"));

  private AtomicOperations() {}

  static void register(OperationSet t, String prefix, Locator locator) {
    for (Kinds k : ALL) {
      t.add(
          prefix + "_" + k.name(),
          2,
          "_id(n) address, value: " + k.meaning(),
          (c, s) -> emit(c, s, k, locator, false));
      t.add(
          prefix + "_read_" + k.name(),
          3,
          "_id(n) address, value: " + k.meaning(),
          (c, s) -> emit(c, s, k, locator, true));
    }
    Kinds exchange = new Kinds("xchg", AtomicOp.EXCHANGE, false, "");
    t.add(
        prefix + "_read_xchg",
        3,
        "_id(n) dst, address, value: exchanges, dst = old",
        (c, s) -> emit(c, s, exchange, locator, true));
    Kinds compare = new Kinds("cmp_xchg", AtomicOp.COMPARE_EXCHANGE, false, "");
    t.add(
        prefix + "_read_cmp_xchg",
        4,
        "_id(n) dst, address, value, compared: exchanges where old = compared, dst = old",
        (c, s) -> emit(c, s, compare, locator, true));
  }

  private static void emit(Statements c, Statement s, Kinds k, Locator locator, boolean returns) {
    StatementFields f = new StatementFields(c.e, s);
    int first = returns ? 1 : 0;
    Target target = returns ? c.targets.target(s.operands().get(0)) : null;
    Place place = locator.place(c, s, f);
    f.done();
    Operand value = c.sources.first(s.operands().get(first + 1), Kind.INTEGER);
    int old = returns ? c.e.temp(Type.I32) : -1;
    InstructionBuilder b =
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(k.op())
            .signed(k.signed())
            .memory(IlWriter.access(place.space(), Type.I32, 1, place.offset()));
    if (k.op() == AtomicOp.COMPARE_EXCHANGE) {
      Operand compared = c.sources.first(s.operands().get(first + 2), Kind.INTEGER);
      b.from(place.address(), compared, value);
    } else {
      b.from(place.address(), value);
    }
    b.to(returns ? List.of(old) : List.of());
    c.e.emit(b);
    if (returns) {
      Operand o = Operand.register(old);
      c.deliver(target, new Operand[] {o, o, o, o});
    }
  }
}
