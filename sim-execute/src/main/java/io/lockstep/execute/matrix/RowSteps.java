// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;

/** Addresses of rows, and arrangements of the elements, of matrices that a warp holds. */
public final class RowSteps {
  static final int LANES = 32;
  private static final int SIDE = 8;
  private static final int ROW = 16; // bytes
  private static final int SHARE = 4; // lanes that hold a row

  private RowSteps() {}

  public static Step of(Instruction in, RegisterFile registers, MachineState state) {
    int[] from = registers.ints(in.sources().get(0), Type.I32, false);
    int[] to = registers.intResult(in.destinations().get(0), Type.I32, false);
    boolean transposes = in.op() == Op.TRANSPOSE;
    WholeWavefronts wavefronts = new WholeWavefronts(in, state, LANES);
    if (transposes && in.sources().size() > 1) {
      int[] lower = registers.ints(in.sources().get(1), Type.I32, false);
      int more = in.is(Variant.Arrangement.FIRST_BYTES) ? 0 : 2;
      return lanes -> wavefronts.each(lanes, base -> bytes(from, lower, to, more, base));
    }
    int[] values = new int[LANES];
    int first = transposes ? 0 : SIDE * ((Variant.Matrices) in.variant()).ordinal();
    int bits =
        in.is(Variant.Arrangement.SIX_BITS) ? 6 : in.is(Variant.Arrangement.FOUR_BITS) ? 4 : 0;
    return lanes ->
        wavefronts.each(
            lanes,
            base -> {
              System.arraycopy(from, base, values, 0, LANES);
              if (bits > 0) {
                expand(values, to, base, bits);
              } else if (transposes) {
                transpose(values, to, base);
              } else {
                addresses(values, to, base, first, wavefronts);
              }
            });
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

  /** Gives lanes four elements of their row each, whose bits follow one another, in bytes. */
  private static void expand(int[] values, int[] to, int base, int bits) {
    for (int lane = 0; lane < LANES; lane++) {
      int row = lane / SHARE * SHARE;
      int expanded = 0;
      for (int k = 0; k < Integer.BYTES; k++) {
        int at = (lane % SHARE * Integer.BYTES + k) * bits;
        long words = values[row + at / Integer.SIZE] & 0xFFFFFFFFL;
        if (at / Integer.SIZE + 1 < SHARE) {
          words |= (long) values[row + at / Integer.SIZE + 1] << Integer.SIZE;
        }
        expanded |= (int) (words >>> at % Integer.SIZE & (1 << bits) - 1) << k * Byte.SIZE;
      }
      to[base + lane] = expanded;
    }
  }

  /** Gives lanes two bytes each of two columns, of two rows of 16. */
  private static void bytes(int[] upper, int[] lower, int[] to, int more, int base) {
    int[] result = new int[LANES];
    for (int lane = 0; lane < LANES; lane++) {
      for (int k = 0; k < Integer.BYTES; k++) {
        int row = lane % SHARE * SHARE + more + k % 2;
        int column = lane / SHARE + k / 2 * SIDE;
        int word = (row < SIDE ? upper : lower)[base + row % SIDE * SHARE + column / SHARE];
        result[lane] |= (word >>> column % SHARE * Byte.SIZE & 0xFF) << k * Byte.SIZE;
      }
    }
    System.arraycopy(result, 0, to, base, LANES);
  }

  private static int half(int[] values, int row, int column) {
    return values[row * SHARE + column / 2] >>> column % 2 * Short.SIZE & 0xFFFF;
  }
}
