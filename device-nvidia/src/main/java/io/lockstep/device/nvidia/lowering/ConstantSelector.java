// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.facts.BaseAndOffset;
import io.lockstep.lower.facts.LowZeros;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Row;
import java.util.List;

/**
 * Selects loads from constant memory (LDC). Their address is an index of 32 bits into a constant
 * bank, and the offset in the instruction includes the place of a variable. An instruction loads at
 * most 64 bits; two words of a vector share one only if their address is certainly a multiple of
 * eight bytes, as in code of ptxas 13.0, which assumes nothing about pointers that are arguments.
 */
final class ConstantSelector {
  private static final long OFFSET_LIMIT = 1 << 23; // signed, 24 bits
  private static final int WORD = 4; // bytes
  private static final int SIGN = Long.SIZE - Address.OFFSET_BITS;

  private final RegisterFacts facts;
  private final LowZeros zeros;
  private final Operands operands;
  private final VirtualRegisters registers;

  ConstantSelector(CodeUnit unit) {
    facts = unit.facts();
    zeros = new LowZeros(facts);
    operands = unit.operands();
    registers = unit.registers();
  }

  void select(Instruction i, int block, SassEmitter out) {
    BaseAndOffset at =
        BaseAndOffset.of(facts, i.sources().get(0), i.memory().offset(), block, this::fits);
    Long base = facts.constant(at.base());
    boolean fixed = base != null && fits(base + at.offset());
    long offset = offset(fixed ? base + at.offset() : at.offset());
    Value index = fixed ? Value.ZERO : out.inRegister(operands.of(at.base(), false).low());
    int aligned = Long.numberOfTrailingZeros(offset);
    boolean pairs = (fixed ? aligned : Math.min(aligned, zeros.of(at.base()))) > 2;
    int element = i.memory().element().bytes();
    int each = Math.max(1, (pairs ? 2 : 1) * WORD / element);
    List<Integer> all = i.destinations();
    boolean more = false;
    for (int k = 0; k < all.size(); k += each) {
      int end = Math.min(k + each, all.size());
      boolean last = end == all.size() && !more;
      if (last || all.subList(k, end).stream().anyMatch(this::isRead)) {
        AccessKind kind = more ? AccessKind.FURTHER_LOAD : AccessKind.LOAD;
        load(i, all.subList(k, end), kind, index, offset + (long) k * element, out);
        more = true;
      }
    }
  }

  private void load(
      Instruction i, List<Integer> to, AccessKind kind, Value index, long at, SassEmitter out) {
    boolean wide = to.size() * i.memory().element().bytes() > WORD;
    SassOp op = new SassOp(wide ? "LDC.64" : "LDC", Pipe.CONSTANT);
    op.sources.add(index);
    to.stream().filter(d -> d >= 0).forEach(d -> op.results.add(registers.of(d)));
    op.offset = at;
    op.removable = !i.isRecorded();
    op.access = new Row.Access(kind, i.memory().slot(), i.memory().bytes(), null);
    op.guard = i.guard() < 0 ? null : operands.predicate(i.guard(), i.guardNegated());
    out.add(op);
  }

  private boolean isRead(int destination) {
    return destination >= 0 && facts.uses(destination) > 0;
  }

  /** Whether an instruction can add a constant: an offset, or one from the start of a variable. */
  private boolean fits(long constant) {
    long offset = offset(constant);
    long variable = (constant - offset >> Address.OFFSET_BITS) - Address.VARIABLE_WINDOW;
    boolean known = variable >= 0 && variable < facts.kernel().variables().size();
    return (known || constant == offset) && offset >= -OFFSET_LIMIT && offset < OFFSET_LIMIT;
  }

  /** The signed offset in an address or in the difference of two. */
  private static long offset(long address) {
    return address << SIGN >> SIGN;
  }
}
