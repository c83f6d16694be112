// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;

/** Addresses of rows, and transposition, of matrices of 8 × 8 halves that a warp holds. */
final class RowSteps {
  static final int LANES = 32;
  private static final int SIDE = 8;
  private static final int ROW = 16; // bytes
  private static final int SHARE = 4; // lanes that hold a row

  private RowSteps() {}

  static Step of(Instruction in, RegisterFile registers, MachineState state) {
    int[] from = registers.ints(in.sources().get(0), Type.I32, false);
    int[] to = registers.intResult(in.destinations().get(0), Type.I32, false);
    boolean transposes = in.op() == Op.TRANSPOSE;
    WholeWavefronts wavefronts = new WholeWavefronts(in, state, LANES);
    int[] values = new int[LANES];
    int first = transposes ? 0 : SIDE * ((Variant.Matrices) in.variant()).ordinal();
    return lanes -> {
      for (int base = wavefronts.next(lanes, 0);
          base >= 0;
          base = wavefronts.next(lanes, base + 1)) {
        System.arraycopy(from, base, values, 0, LANES);
        if (transposes) {
          transpose(values, to, base);
        } else {
          addresses(values, to, base, first, wavefronts);
        }
      }
    };
  }

  private static void addresses(
      int[] rows, int[] to, int base, int first, WholeWavefronts wavefronts) {
    for (int lane = 0; lane < LANES; lane++) {
      int row = first + lane / SHARE;
      if (rows[row] % ROW != 0) {
        throw wavefronts.fault(
            base + row,
            "a row of a matrix is at address %s, expected a multiple of 16".formatted(rows[row]));
      }
      to[base + lane] = rows[row] + lane % SHARE * Integer.BYTES;
    }
  }

  private static void transpose(int[] values, int[] to, int base) {
    for (int lane = 0; lane < LANES; lane++) {
      int column = lane / SHARE;
      int row = lane % SHARE * 2;
      to[base + lane] = half(values, row, column) | half(values, row + 1, column) << Short.SIZE;
    }
  }

  private static int half(int[] values, int row, int column) {
    return values[row * SHARE + column / 2] >>> column % 2 * Short.SIZE & 0xFFFF;
  }
}
