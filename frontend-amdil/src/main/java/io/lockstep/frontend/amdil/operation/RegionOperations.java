// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Destinations;
import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;

/** Decodes accesses to the global data share (GDS): region memory, dwords at byte addresses. */
final class RegionOperations {
  private RegionOperations() {}

  static void register(OperationSet t) {
    t.family("Global data share");
    t.add(
        "gds_load",
        2,
        "_id(n) dst, address: dword at a byte address, to all components",
        RegionOperations::load);
    t.add("gds_store", 2, "_id(n) address, value: a dword", RegionOperations::store);
    AtomicOperations.register(
        t,
        "gds",
        (c, s, f) -> {
          int at = s.operation().name().contains("_read_") ? 1 : 0;
          return new AtomicOperations.Place(Space.REGION, address(c, s, f, at), 0);
        });
  }

  private static Operand address(
      Statements c, ProgramSyntax.Statement s, StatementFields f, int operand) {
    return ShareOperations.address(
        c,
        ShareOperations.share(c, f, "gds", c.resources.regions),
        s.operands().get(operand),
        null);
  }

  private static void load(Statements c, ProgramSyntax.Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    Operand at = address(c, s, f, 1);
    f.done();
    Destinations.Target target = c.targets.target(s.operands().get(0));
    ShareOperations.deliverLoad(c, target, at, Type.I32, false, Space.REGION);
  }

  private static void store(Statements c, ProgramSyntax.Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    Operand at = address(c, s, f, 0);
    f.done();
    Operand value = c.sources.first(s.operands().get(1), Kind.BITS);
    c.e.emit(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(at, value)
            .memory(IlWriter.access(Space.REGION, Type.I32, 1, 0)));
  }
}
