// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import io.lockstep.kernel.type.Type;

/** The scales of A's rows and B's columns, in the bytes and lanes that selectors name. */
final class BlockScales {
  private final ScaledMmaShape shape;
  private final MatrixModifiers selectors;
  private final int[] left; // by lane
  private final int[] right;

  BlockScales(ScaledMmaShape shape, Instruction in, RegisterFile registers) {
    this.shape = shape;
    selectors = in.modifiers();
    int first = shape.firstScale();
    left = registers.ints(in.sources().get(first), Type.I32, false);
    right = registers.ints(in.sources().get(first + 1), Type.I32, false);
  }

  /** Sets the scales of the warp whose first lane is given. */
  void set(MatrixSum sums, int base) {
    for (int part = 0; part < shape.scales(); part++) {
      int leftShift = (selectors.leftScaleByte() + part) * Byte.SIZE;
      for (int row = 0; row < shape.rows(); row++) {
        int word = left[base + shape.leftScaleLane(selectors.leftScaleLane(), row)];
        sums.leftScale(row, part, word >>> leftShift & 0xFF);
      }
      int rightShift = (selectors.rightScaleByte() + part) * Byte.SIZE;
      for (int column = 0; column < shape.columns(); column++) {
        int word = right[base + shape.rightScaleLane(selectors.rightScaleLane(), column)];
        sums.rightScale(column, part, word >>> rightShift & 0xFF);
      }
    }
  }
}
