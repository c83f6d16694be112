// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.terascale.code.Source;

/** Maps operands of portable operations to sources, and their results to values. */
record Operands(KernelFacts kernel, Emitter emit) {
  Source low(Operand o) {
    return o.isRegister() ? emit.read(2 * o.register()) : KernelFacts.immediate(o.bits(), 0);
  }

  /** Returns the upper half of an operand, 0 if it is unused. */
  Source high(Operand o) {
    if (!o.isRegister()) {
      return KernelFacts.immediate(o.bits(), 1);
    }
    return kernel.hasHigh(o.register()) ? emit.read(2 * o.register() + 1) : Source.number(0);
  }

  /** Returns an operand as integer bits, without float modifiers. */
  Source bits(Operand o) {
    return emit.plain(low(o));
  }

  /** Extends the lower bits of a source to 32, since a register's higher bits are undefined. */
  Source extend(Source s, int bits, boolean signed) {
    if (bits >= 32) {
      return s;
    }
    if (!signed) {
      return emit.op("AND_INT", s, Source.number((1 << bits) - 1));
    }
    if (kernel.architecture().bitOperations()) {
      return emit.op("BFE_INT", s, Source.number(0), Source.number(bits));
    }
    Source amount = Source.number(32 - bits);
    return emit.op("ASHR_INT", emit.op("LSHL_INT", s, amount), amount);
  }

  /** Writes a result to the n-th destination; {@code high} may be null. */
  void result(Instruction i, int n, Source low, Source high) {
    int register = i.destinations().get(n);
    if (register < 0) {
      return;
    }
    define(i, 2 * register, low);
    if (kernel.hasHigh(register)) {
      define(i, 2 * register + 1, high == null ? Source.number(0) : high);
    }
  }

  private void define(Instruction i, int value, Source source) {
    if (i.guard() < 0) {
      emit.define(value, source);
      return;
    }
    Source guard = emit.read(2 * i.guard());
    if (guard.isNumber()) {
      // A constant guard is kept as an operand, so that checkers can verify the conditional move.
      guard = emit.copied(2 * i.guard(), guard);
    }
    Source old = emit.plain(emit.read(value));
    Source fresh = emit.plain(source);
    emit.define(
        value,
        i.guardNegated()
            ? emit.op("CNDE_INT", guard, fresh, old)
            : emit.op("CNDE_INT", guard, old, fresh));
  }
}
