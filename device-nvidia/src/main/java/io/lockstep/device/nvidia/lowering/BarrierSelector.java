// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import java.util.List;

/**
 * Selects operations on barriers in shared memory, as ptxas 13.0 does for {@code mbarrier}: until
 * capability 8.9 a store, ATOMS and a load whose highest bit is compared; from 9.0 on SYNCS.
 */
final class BarrierSelector {
  private static final int COUNT = 1 << 20; // from which capability 9.0 counts up
  private static final int DROPS = 32; // bits above the number of arrivals

  private final RegisterFacts facts;
  private final Operands operands;
  private final VirtualRegisters registers;
  private final Preamble preamble;
  private final OrderedAccess orders;
  private final boolean hasUnit;
  private Instruction test; // the last one, whose result nothing reads yet
  private SassOp tests;

  BarrierSelector(CodeUnit unit) {
    facts = unit.facts();
    operands = unit.operands();
    registers = unit.registers();
    preamble = unit.preamble();
    orders = new OrderedAccess(unit);
    hasUnit = unit.capability().isAtLeast(Capability.HOPPER);
  }

  void select(Instruction i, Value address, long offset, SassEmitter out) {
    switch (i.atomic()) {
      case BARRIER_INIT -> init(i, address, offset, out);
      case BARRIER_INVALIDATE -> {
        if (hasUnit) {
          add("SYNCS.CCTL.IV", AccessKind.ARRIVAL, i, address, offset, out);
        }
      }
      case BARRIER_ARRIVE -> {
        if (!hasUnit) {
          orders.before(i, out);
        }
        if (!hasUnit && drops(i.sources().get(1))) {
          SassOp drop = new SassOp("ATOMS.ARRIVE.DROP.64", Pipe.SHARED);
          drop.sources.add(address);
          drop.fixed = true;
          drop.removable = false;
          out.add(drop);
        }
        String name = hasUnit ? "SYNCS.ARRIVE.TRANS64" : "ATOMS.ARRIVE.64";
        SassOp op = add(name, AccessKind.ARRIVAL, i, address, offset, out);
        i.writes().forEach(d -> op.results.add(registers.of(d)));
      }
      case BARRIER_EXPECT -> {
        SassOp op =
            add("SYNCS.ARRIVE.TRANS64.RED.A0TR", AccessKind.ARRIVAL, i, address, offset, out);
        op.sources.add(1, out.inRegister(operands.of(i.sources().get(1), true).low()));
      }
      case BARRIER_ARRIVE_COPIED ->
          add("ARRIVES.LDGSTSBAR.64", AccessKind.COPIED_ARRIVAL, i, address, offset, out);
      case BARRIER_COMPLETE_COPIED ->
          add("UBLKCP.TX", AccessKind.COPIED_ARRIVAL, i, address, offset, out);
      default -> {
        String name = hasUnit ? "SYNCS.PHASECHK.TRANS64" : "LDS";
        tests = add(name, AccessKind.TEST, i, address, offset, out);
        test = i;
        if (hasUnit) {
          tests.sources.add(1, out.inRegister(phase(i)));
        }
        i.writes().forEach(d -> tests.results.add(registers.of(d)));
      }
    }
  }

  /** The half of an earlier state that has the phase. */
  private Value phase(Instruction i) {
    return operands.of(i.sources().get(1), true).high();
  }

  /** Makes the comparison that directly follows a test its result; returns whether it is one. */
  boolean compares(Instruction i, SassEmitter out) {
    boolean found =
        test != null
            && i.op() == Op.COMPARE
            && i.sources().get(0).isRegister()
            && test.destinations().contains(i.sources().get(0).register());
    if (!found) {
      return false;
    }
    Value passed = registers.of(i.destinations().get(0));
    tests.results.clear();
    if (hasUnit) {
      tests.results.add(passed);
      tests.from = List.of(test, i);
    } else {
      Value state = registers.temporary(Kind.VECTOR);
      tests.results.add(state);
      SassOp compare = new SassOp("LOP3.LUT", Pipe.ALU);
      compare.sources.add(state);
      compare.sources.add(phase(test));
      compare.sources.add(Value.ZERO);
      compare.results.add(passed);
      out.add(compare);
    }
    test = null;
    return true;
  }

  private boolean drops(Operand arrivals) {
    if (!arrivals.isRegister()) {
      return arrivals.bits() >>> DROPS != 0;
    }
    Instruction d = facts.definition(arrivals.register());
    return d != null && d.op() == Op.OR;
  }

  private void init(Instruction i, Value address, long offset, SassEmitter out) {
    Value count = operands.of(i.sources().get(1), true).low();
    Value pair = registers.pair(Kind.VECTOR);
    Value first = pair.low();
    if (hasUnit) {
      first =
          out.emit("IADD3", Pipe.ALU, List.of(count, Value.immediate(COUNT), Value.ZERO))
              .results
              .get(0);
    }
    for (Value half : List.of(pair.high(), pair.low())) {
      Value by = Value.immediate(half.equals(pair.low()) ? 1 : 11);
      List<Value> sources =
          hasUnit
              ? List.of(first, by, Value.ZERO)
              : List.of(count, Value.immediate(Integer.MIN_VALUE >> 1), Value.ZERO);
      SassOp part = out.emit(hasUnit ? "SHF.L.U32" : "IADD3", Pipe.ALU, sources);
      part.results.set(0, half);
    }
    String name = hasUnit ? "SYNCS.EXCH.64" : "STS.64";
    add(name, AccessKind.ARRIVAL, i, address, offset, out).sources.add(1, pair);
  }

  private SassOp add(
      String name, AccessKind kind, Instruction i, Value address, long offset, SassEmitter out) {
    SassOp op = new SassOp(name, Pipe.SHARED);
    op.sources.add(address);
    if (preamble.window() != null) {
      op.sources.add(preamble.window());
    }
    op.offset = offset;
    op.fixed = true;
    op.removable = false;
    op.access = new Row.Access(kind, i.memory().slot(), i.memory().bytes(), null);
    return out.add(op);
  }
}
