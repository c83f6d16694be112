// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Type;

/**
 * The lanes and the numbers within a lane of the elements of a matrix instruction: of A by block,
 * row and stored k, of B by block, column and k, of C and D by block, row and column. A sparse A's
 * elements have the lane and the lowest bit of their columns' numbers as well.
 */
final class MatrixPlaces {
  final int[] leftLane;
  final int[] leftPlace;
  final int[] rightLane;
  final int[] rightPlace;
  final int[] resultLane;
  final int[] resultPlace;
  final int[] addendLane;
  final int[] addendPlace;
  final int[] indexLane; // null unless A is sparse
  final int[] indexPlace;

  MatrixPlaces(Instruction in) {
    MatrixShape shape = in.matrix();
    MatrixModifiers modifiers = in.modifiers();
    boolean negates = shape instanceof MfmaShape && shape.result() == Type.F64;
    int rows = shape.rows();
    int columns = shape.columns();
    int depth = shape.depth();
    int stored = shape.storedDepth();
    leftLane = new int[shape.blocks() * rows * stored];
    leftPlace = new int[leftLane.length];
    for (int n = 0; n < leftLane.length; n++) {
      int row = n / stored % rows;
      int own = n / stored / rows;
      boolean turns = shape instanceof MfmaShape && !shape.isSparse();
      int block = turns ? modifiers.leftBlock(own) : own;
      leftLane[n] = shape.leftLane(block, row, n % stored);
      leftPlace[n] = shape.leftPlace(row, n % stored);
    }
    indexLane = shape.isSparse() ? new int[leftLane.length] : null;
    indexPlace = shape.isSparse() ? new int[leftLane.length] : null;
    for (int n = 0; shape.isSparse() && n < leftLane.length; n++) {
      indexLane[n] = shape.indexLane(modifiers.indexSet(), n / stored, n % stored);
      indexPlace[n] = shape.indexPlace(modifiers.indexSet(), n / stored, n % stored);
    }
    rightLane = new int[shape.blocks() * columns * depth];
    rightPlace = new int[rightLane.length];
    for (int n = 0; n < rightLane.length; n++) {
      int lane = shape.rightLane(n / depth / columns, n / depth % columns, n % depth);
      rightLane[n] = negates ? lane : modifiers.rightLane(lane);
      rightPlace[n] = shape.rightPlace(n / depth % columns, n % depth);
    }
    resultLane = new int[shape.blocks() * rows * columns];
    resultPlace = new int[resultLane.length];
    addendLane = new int[resultLane.length];
    addendPlace = new int[resultLane.length];
    for (int n = 0; n < resultLane.length; n++) {
      int block = n / columns / rows;
      int row = n / columns % rows;
      resultLane[n] = shape.resultLane(block, row, n % columns);
      resultPlace[n] = shape.resultPlace(block, row, n % columns);
      addendLane[n] = shape.addendLane(block, row, n % columns);
      addendPlace[n] = shape.addendPlace(block, row, n % columns);
    }
  }
}
