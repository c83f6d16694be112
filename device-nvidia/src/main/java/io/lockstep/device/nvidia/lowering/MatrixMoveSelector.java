// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.lower.facts.BaseAndOffset;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * Selects one instruction (LDSM, STSM) for the accesses to the matrices of an instruction of the
 * portable kernel, with their transpositions, and MOVM for other transpositions. Not thread-safe.
 */
final class MatrixMoveSelector {
  private static final long OFFSET_LIMIT = 1 << 23; // signed, 24 bits

  private final RegisterFacts facts;
  private final Operands operands;
  private final VirtualRegisters registers;
  private final Preamble preamble;
  private final boolean exists;

  MatrixMoveSelector(CodeUnit unit) {
    // Volta has none: a lane loads words itself; its products take matrices by rows and columns.
    exists = unit.capability().isAtLeast(Capability.TURING);
    facts = unit.facts();
    operands = unit.operands();
    registers = unit.registers();
    preamble = unit.preamble();
  }

  /** Returns the address of a lane's part of a row that an access uses; null if it uses none. */
  private Instruction row(Instruction access) {
    Operand address = access.sources().get(0);
    Instruction d = address.isRegister() ? facts.definition(address.register()) : null;
    return d != null && d.op() == Op.ROW_ADDRESS ? d : null;
  }

  boolean isAccess(Instruction i) {
    return exists && (i.op() == Op.LOAD || i.op() == Op.STORE) && row(i) != null;
  }

  void access(Instruction i, int block, SassEmitter out) {
    Instruction row = row(i);
    boolean load = i.op() == Op.LOAD;
    Row.Access access =
        new Row.Access(
            load ? AccessKind.LOAD : AccessKind.STORE,
            i.memory().slot(),
            i.memory().bytes(),
            null,
            List.of(),
            Row.Lanes.APART);
    int at = row.is(Variant.Matrices.FIRST) ? -1 : last(out, load ? "LDSM" : "STSM");
    SassOp op = at < 0 ? first(row, load, block, out) : out.ops.get(at);
    op.access = at < 0 ? access : op.access.with(access);
    if (at >= 0) {
      op.from = joined(op.from, i);
    }
    if (load) {
      op.results.add(registers.of(i.destinations().get(0)));
      name(out, op, "LDSM.16.M88.", op.results.size());
    } else {
      Operand value = i.sources().get(1);
      Instruction turned = value.isRegister() ? facts.definition(value.register()) : null;
      boolean transposes = turned != null && turned.op() == Op.TRANSPOSE;
      Operand stored = transposes ? turned.sources().get(0) : value;
      op.sources.add(op.access.joined().size() + 1, out.inRegister(operands.of(stored)));
      String form = transposes ? "STSM.16.MT88." : "STSM.16.M88.";
      name(out, op, form, op.access.joined().size() + 1);
    }
  }

  private static List<Instruction> joined(List<Instruction> from, Instruction i) {
    List<Instruction> all = new ArrayList<>(from);
    all.add(i);
    return all;
  }

  private SassOp first(Instruction row, boolean load, int block, SassEmitter out) {
    BaseAndOffset at =
        BaseAndOffset.of(
            facts, row.sources().get(0), 0, block, o -> o >= -OFFSET_LIMIT && o < OFFSET_LIMIT);
    SassOp op = new SassOp(load ? "LDSM" : "STSM", Pipe.SHARED);
    op.sources.add(out.inRegister(operands.of(at.base(), false).low()));
    if (preamble.window() != null) {
      op.sources.add(preamble.window());
    }
    op.offset = at.offset();
    op.removable = false;
    return out.add(op);
  }

  private static int last(SassEmitter out, String prefix) {
    int at = out.ops.size() - 1;
    while (at >= 0 && !out.ops.get(at).name.startsWith(prefix)) {
      at--;
    }
    return at;
  }

  private static SassOp name(SassEmitter out, SassOp op, String form, int matrices) {
    SassOp named = op.replaced(form + matrices, Pipe.SHARED, op.sources);
    out.ops.set(out.ops.lastIndexOf(op), named);
    return named;
  }

  /** Selects a transposition; an address is part of its access. */
  void move(Instruction i, SassEmitter out) {
    if (!exists) {
      SassOp copy = new SassOp("MOV", Pipe.ALU);
      copy.sources.add(operands.of(i.sources().get(0), false).low());
      copy.results.add(registers.of(i.destinations().get(0)));
      out.add(copy);
    } else if (i.op() == Op.TRANSPOSE) {
      transpose(i, out);
    }
  }

  private static boolean isOfBytes(Instruction i) {
    return i.variant() instanceof Variant.Arrangement how && how.sources() > 1;
  }

  /** Whether a value is a part of a matrix as it was loaded, or with expanded elements. */
  private boolean isLoaded(Operand value) {
    Instruction d = value.isRegister() ? facts.definition(value.register()) : null;
    if (d != null && d.op() == Op.TRANSPOSE) {
      d = facts.definition(d.sources().get(0).register());
    }
    return d != null && isAccess(d);
  }

  /** Returns the name of a load by what it does with the elements. */
  private static String form(SassOp load) {
    boolean bytes = load.from.stream().anyMatch(MatrixMoveSelector::isOfBytes);
    String packed = "";
    for (Instruction i : load.from) {
      packed =
          i.is(Variant.Arrangement.SIX_BITS)
              ? ".U6"
              : i.is(Variant.Arrangement.FOUR_BITS) ? ".U4" : packed;
    }
    return bytes
        ? "LDSM.8" + packed + ".MT1616."
        : packed.isEmpty() ? "LDSM.16.MT88." : "LDSM.8" + packed + ".M816.";
  }

  /** Selects a transposition, as part of the load of its matrix if nothing else reads that. */
  private void transpose(Instruction i, SassEmitter out) {
    Operand source = i.sources().get(i.is(Variant.Arrangement.SECOND_BYTES) ? 1 : 0);
    Value to = registers.of(i.destinations().get(0));
    int at = isLoaded(source) ? last(out, "LDSM") : -1;
    Value from = out.inRegister(operands.of(source));
    if (at >= 0 && out.ops.get(at).results.contains(from)) {
      SassOp load = out.ops.get(at);
      load.results.set(load.results.indexOf(from), to);
      load.from = joined(load.from, i);
      name(out, load, form(load), load.results.size() / (isOfBytes(i) ? 2 : 1));
      return;
    }
    SassOp op = new SassOp("MOVM.16.MT88", Pipe.SHUFFLE);
    op.sources.add(from);
    op.results.add(to);
    out.add(op);
  }
}
