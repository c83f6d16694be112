package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;

/** Operands of portable operations as sources, and their results as values. */
final class Operands {
  private final KernelFacts kernel;
  private final Emitter emit;

  Operands(KernelFacts kernel, Emitter emit) {
    this.kernel = kernel;
    this.emit = emit;
  }

  KernelFacts kernel() {
    return kernel;
  }

  Emitter emit() {
    return emit;
  }

  /** Lower half of an operand. */
  Source low(Operand o) {
    return o.isRegister() ? emit.read(2 * o.register()) : KernelFacts.immediate(o.bits(), 0);
  }

  /** Upper half of an operand: 0 if not needed. */
  Source high(Operand o) {
    if (!o.isRegister()) {
      return KernelFacts.immediate(o.bits(), 1);
    }
    return kernel.hasHigh(o.register()) ? emit.read(2 * o.register() + 1) : Source.number(0);
  }

  /** An operand as integer bits: float modifiers do not apply. */
  Source bits(Operand o) {
    return emit.plain(low(o));
  }

  /** Stores a 32-bit result in the instruction's destination, under its guard if there is one. */
  void result(Instruction i, Source low) {
    result(i, 0, low, null);
  }

  /** Stores a result of one or two halves. */
  void result(Instruction i, Source low, Source high) {
    result(i, 0, low, high);
  }

  /** Stores a result in the n-th destination. */
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
      // A known guard stays an operand, so that the conditional move can be checked.
      guard = emit.copied(2 * i.guard(), guard);
    }
    Source old = emit.plain(emit.read(value));
    Source fresh = emit.plain(source);
    emit.define(
        value,
        i.guardNegated()
            ? emit.op("CNDE_INT", Unit.ANY, guard, fresh, old)
            : emit.op("CNDE_INT", Unit.ANY, guard, old, fresh));
  }
}
