// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

public final class Halves {
  private Halves() {}

  public static Operand low(PtxWriter e, Operand whole) {
    if (!whole.isRegister()) {
      return Operand.immediate((short) whole.bits());
    }
    return e.convert(Type.I16, Type.I32, whole);
  }

  public static Operand high(PtxWriter e, Operand whole) {
    if (!whole.isRegister()) {
      return Operand.immediate((short) (whole.bits() >> 16));
    }
    int shifted = e.temp(Type.I32);
    e.emit(Op.SHR, Type.I32, shifted, whole, Operand.immediate(16));
    return low(e, Operand.register(shifted));
  }

  public static void pack(PtxWriter e, int d, int low, int high) {
    join(e, d, Type.I32, Operand.register(low), Operand.register(high), Type.I16);
  }

  /** Emits the concatenation d = high : low of two parts of the same width. */
  static void join(PtxWriter e, int d, Type whole, Operand low, Operand high, Type part) {
    Operand a = widen(e, low, whole, part);
    Operand b = widen(e, high, whole, part);
    Operand bits = Operand.immediate(part.bits());
    e.emit(Op.BIT_FIELD_INSERT, whole, d, b, a, bits, bits);
  }

  public static Operand widen(PtxWriter e, Operand value, Type whole, Type part) {
    if (!value.isRegister()) {
      return Operand.immediate(value.bits() & (1L << part.bits()) - 1);
    }
    return e.convert(whole, part, value);
  }
}
