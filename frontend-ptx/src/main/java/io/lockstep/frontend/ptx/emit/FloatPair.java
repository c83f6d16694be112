// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/** Two 32-bit floats that a conversion narrows and packs. */
public record FloatPair(Operand low, Operand high) {
  /** Reads the operands of {@code cvt d, a, b} of floats, or of {@code cvt d, a} of packed ones. */
  public static FloatPair read(PtxWriter e, PtxType type) {
    if (type == PtxType.F32) {
      e.expect(3);
      return new FloatPair(e.operand(2, type), e.operand(1, type));
    }
    e.expect(2);
    Operand pair = e.operand(1, type);
    if (type == PtxType.BF16X2) {
      return new FloatPair(
          e.value(Op.SHL, Type.I32, pair, Short.SIZE),
          e.value(Op.AND, Type.I32, pair, 0xFFFF0000L));
    }
    return new FloatPair(
        e.convert(Type.F32, Type.F16, Halves.low(e, pair)),
        e.convert(Type.F32, Type.F16, Halves.high(e, pair)));
  }
}
