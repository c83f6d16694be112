// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Destinations.Target;
import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;

/** Decodes accesses to unordered access views (UAVs), which are addressed in bytes. */
final class Views {
  private Views() {}

  static void register(OperationSet t) {
    t.family("Views");
    t.add(
        "uav_raw_load",
        2,
        "_id(n)[_cached] dst, address: component k at + 4k",
        (c, s) -> {
          StatementFields f = new StatementFields(c.e, s);
          Operand at = address(c, s, f, 1);
          f.ignore("cached");
          f.done();
          loadVector(c, s, at);
        });
    t.add(
        "uav_raw_store",
        3,
        "_id(n) mem.mask, address, value: component k at + 4k",
        (c, s) -> {
          StatementFields f = new StatementFields(c.e, s);
          Operand at = address(c, s, f, 1);
          f.done();
          boolean[] written = ShareOperations.memoryMask(c, s.operands().get(0));
          c.e.vector();
          c.targets.store(
              Space.GLOBAL, at, 0, c.sources.read(s.operands().get(2), Kind.BITS, written));
          c.e.scalar();
        });
    t.add(
        "uav_arena_load",
        2,
        "_id(n)_size(dword|short|byte) dst, address: to all components; narrow ones zero extended",
        (c, s) -> {
          StatementFields f = new StatementFields(c.e, s);
          Operand at = address(c, s, f, 1);
          Type element = element(f);
          f.ignore("cached");
          f.done();
          Target target = c.targets.target(s.operands().get(0));
          ShareOperations.deliverLoad(c, target, at, element, false, Space.GLOBAL);
        });
    t.add(
        "uav_arena_store",
        2,
        3,
        "_id(n)_size(dword|short|byte) [mem.x,] address, value",
        (c, s) -> {
          StatementFields f = new StatementFields(c.e, s);
          int first = s.operands().size() - 2;
          if (first == 1) {
            ShareOperations.memoryMask(c, s.operands().get(0));
          }
          Operand at = address(c, s, f, first);
          Type element = element(f);
          f.done();
          c.e.emit(
              InstructionBuilder.of(Op.STORE, element)
                  .from(at, c.sources.first(s.operands().get(first + 1), Kind.BITS))
                  .memory(IlWriter.access(Space.GLOBAL, element, 1, 0)));
        });
    AtomicOperations.register(
        t,
        "uav",
        (c, s, f) ->
            new AtomicOperations.Place(
                Space.GLOBAL,
                address(c, s, f, s.operation().name().contains("_read_") ? 1 : 0),
                0));
  }

  private static Type element(StatementFields f) {
    return switch (f.choice("size", "dword", "short", "byte")) {
      case "short" -> Type.I16;
      case "byte" -> Type.I8;
      default -> Type.I32;
    };
  }

  private static Operand address(Statements c, Statement s, StatementFields f, int operand) {
    int id = f.number(1023, "id");
    if (!c.resources.views.containsKey(id)) {
      throw c.e.error(
          "uav "
              + id
              + " is not declared; dcl_raw_uav_id("
              + id
              + ") declares it"
              + (c.resources.views.isEmpty() ? "" : "; declared: " + c.resources.views.keySet()));
    }
    Operand base = c.resources.bound("uav" + id, Type.PTR);
    return c.e.address(base, c.sources.first(s.operands().get(operand), Kind.INTEGER), 1);
  }

  private static void loadVector(Statements c, Statement s, Operand at) {
    Target target = c.targets.target(s.operands().get(0));
    c.e.vector();
    Operand[] loaded = c.sources.load(Space.GLOBAL, at, 0, target.written());
    int[] results = new int[4];
    for (int k = 0; k < 4; k++) {
      results[k] = loaded[k] == null ? -1 : loaded[k].register();
    }
    c.targets.finish(target, results, false);
    c.e.scalar();
  }
}
