// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.pass.KnownValues;
import io.lockstep.terascale.code.Source;

/**
 * Simplifies indexes that 64-bit code extends and scales by two shifts: {@code (x << 32) + (c <<
 * 32) >> k} is {@code (x + c) << (32 - k)} in its lower 32 bits, which suffice for an address.
 * Exact, because the lower half of the value shifted right is zero.
 */
final class ShiftedIndexes {
  private final Operands operands;
  private final KnownValues<Index> upper = new KnownValues<>();

  /** A value whose upper half is {@code register + plus} and whose lower half is zero. */
  private record Index(int register, int plus) {}

  ShiftedIndexes(Operands operands) {
    this.operands = operands;
  }

  /** The simplified result of a right shift of such a value, or null. */
  Source narrowed(Instruction i) {
    Operand amount = i.op() == Op.SHR && i.type() == Type.PTR ? i.sources().get(1) : null;
    Index index = amount == null || amount.isRegister() ? null : upper(i.sources().get(0));
    if (index == null || amount.bits() < 1 || amount.bits() > 32) {
      return null;
    }
    Source low = operands.bits(Operand.register(index.register()));
    Emitter emit = operands.emit();
    Source sum = emit.op("ADD_INT", low, Source.number(index.plus()));
    return emit.op("LSHL_INT", sum, Source.number(32 - (int) amount.bits()));
  }

  private Index upper(Operand o) {
    return o.isRegister() ? upper.of(o.register()) : null;
  }

  /** Updates the known values after an instruction. */
  void lowered(Instruction i) {
    Index made = i.guard() < 0 && i.type() == Type.PTR ? made(i) : null;
    i.writes().forEach(upper::written);
    if (made != null && !i.writes().contains(made.register())) {
      upper.put(i.destinations().get(0), made, made.register());
    }
  }

  private Index made(Instruction i) {
    if (i.op() != Op.SHL && i.op() != Op.ADD || i.destinations().get(0) < 0) {
      return null;
    }
    Operand a = i.sources().get(0);
    Operand b = i.sources().get(1);
    if (!a.isRegister() || b.isRegister()) {
      return null;
    }
    if (i.op() == Op.SHL) {
      return b.bits() == 32 ? new Index(a.register(), 0) : null;
    }
    Index index = upper(a);
    return index == null || (int) b.bits() != 0
        ? null
        : new Index(index.register(), index.plus() + (int) (b.bits() >>> 32));
  }
}
