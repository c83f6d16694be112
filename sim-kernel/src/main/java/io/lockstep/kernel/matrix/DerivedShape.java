// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;

/**
 * The shape of an instruction whose elements of A, B, C and D are where a plain product has them.
 */
sealed interface DerivedShape extends MatrixShape permits ScaledMmaShape, SparseMmaShape {
  /** Returns the plain product. */
  MmaShape whole();

  @Override
  default int lanes() {
    return whole().lanes();
  }

  @Override
  default int rows() {
    return whole().rows();
  }

  @Override
  default int columns() {
    return whole().columns();
  }

  @Override
  default int depth() {
    return whole().depth();
  }

  @Override
  default int blocks() {
    return whole().blocks();
  }

  @Override
  default MatrixElement left() {
    return whole().left();
  }

  @Override
  default MatrixElement right() {
    return whole().right();
  }

  @Override
  default Type result() {
    return whole().result();
  }

  @Override
  default int leftLane(int block, int row, int k) {
    return whole().leftLane(block, row, k);
  }

  @Override
  default int leftPlace(int row, int k) {
    return whole().leftPlace(row, k);
  }

  @Override
  default int rightLane(int block, int column, int k) {
    return whole().rightLane(block, column, k);
  }

  @Override
  default int rightPlace(int column, int k) {
    return whole().rightPlace(column, k);
  }

  @Override
  default int resultLane(int block, int row, int column) {
    return whole().resultLane(block, row, column);
  }

  @Override
  default int resultPlace(int block, int row, int column) {
    return whole().resultPlace(block, row, column);
  }
}
