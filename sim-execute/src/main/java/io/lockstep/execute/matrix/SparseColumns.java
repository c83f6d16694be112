// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;

/** Reads which columns of a sparse A the stored elements are, and finds illegal numbers. */
final class SparseColumns {
  private static final int FIRST_OF_TWO = 0b0100; // the legal numbers where one of two is stored
  private static final int SECOND_OF_TWO = 0b1110;
  private static final int ASCENDS = 1;

  private final MatrixShape shape;
  private final MatrixPlaces places;
  private final WholeWavefronts wavefronts;
  private final int[] numbers; // by lane
  private final boolean checks;
  private final boolean ascends;
  private final int[] columns; // by row and stored k

  SparseColumns(
      Instruction in, MatrixPlaces places, RegisterFile registers, WholeWavefronts wavefronts) {
    this.places = places;
    this.wavefronts = wavefronts;
    shape = in.matrix();
    numbers = registers.ints(in.sources().get(shape.sources() - 1), Type.I32, false);
    checks = !(shape instanceof MfmaShape);
    ascends = in.modifiers().blgp() == ASCENDS;
    columns = new int[places.leftLane.length];
  }

  /**
   * Returns the columns by row and stored element, until the next call.
   *
   * @throws io.lockstep.execute.fault.KernelFault if a row names a column twice, or not in the
   *     order that it must
   */
  int[] of(int base) {
    int stored = shape.storedDepth();
    for (int n = 0; n < columns.length; n++) {
      int lane = base + places.indexLane[n];
      int bits = numbers[lane] >>> places.indexPlace[n];
      columns[n] = shape.indexed(n % stored, bits & 3);
      if (checks) {
        check(n, stored, lane, bits);
      }
    }
    return columns;
  }

  private void check(int n, int stored, int lane, int bits) {
    if (shape.left() == MatrixElement.XF32) {
      if ((bits & 15) != FIRST_OF_TWO && (bits & 15) != SECOND_OF_TWO) {
        throw wavefronts.fault(
            lane,
            "the metadata of row %s have %s for columns %s and %s, expected 4 or 14"
                .formatted(n / stored, bits & 15, n % stored * 2, n % stored * 2 + 1));
      }
    } else if (n % stored > 0 && columns[n] == columns[n - 1]) {
      throw wavefronts.fault(
          lane, "the metadata of row %s name column %s twice".formatted(n / stored, columns[n]));
    } else if (ascends && n % stored > 0 && columns[n] < columns[n - 1]) {
      throw wavefronts.fault(
          lane,
          "the metadata of row %s name column %s after column %s, expected ascending columns"
              .formatted(n / stored, columns[n], columns[n - 1]));
    }
  }
}
