// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/** Applies an operation to both 16-bit halves of 32-bit values. */
public final class Packed {
  private Packed() {}

  public interface Piece {
    /**
     * Emits the operation.
     *
     * @param type element type, never packed
     * @param operands operands of the element
     * @param d destination register
     */
    void emit(PtxType type, List<Operand> operands, int d);
  }

  /** Emits the operation from operands 1 and following into operand 0, by halves if packed. */
  public static void each(PtxWriter e, PtxType t, PtxType[] sources, Piece piece) {
    e.expect(sources.length + 1);
    List<Operand> operands = new ArrayList<>();
    for (int i = 0; i < sources.length; i++) {
      operands.add(e.operand(i + 1, sources[i]));
    }
    int d = e.destination(0, t);
    if (t.isPacked()) {
      halves(e, t.part(), operands, d, piece);
    } else {
      piece.emit(t, operands, d);
    }
  }

  /** Emits an operation on both halves of 32-bit operands. */
  public static void halves(PtxWriter e, PtxType part, List<Operand> operands, int d, Piece piece) {
    int low = e.temp(part.type().bits() == 16 ? Type.I16 : part.type());
    int high = e.temp(e.builder.typeOf(low));
    piece.emit(part, operands.stream().map(o -> Halves.low(e, o)).toList(), low);
    piece.emit(part, operands.stream().map(o -> Halves.high(e, o)).toList(), high);
    Halves.pack(e, d, low, high);
  }
}
