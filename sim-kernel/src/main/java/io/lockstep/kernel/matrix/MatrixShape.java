// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;

/**
 * The sizes and number formats of a matrix instruction, D = A·B + C, and the places of the elements
 * in the registers of a wavefront's lanes.
 *
 * <p>A has {@link #rows} rows and {@link #depth} columns, B {@link #depth} rows and {@link
 * #columns} columns. Some instructions multiply several independent blocks. In a lane, the elements
 * of a matrix have numbers from 0, lowest bits of the first register first.
 */
public sealed interface MatrixShape
    permits DerivedShape, MfmaShape, MmaShape, QuadShape, WmmaShape {
  /** Bits of a register, unless elements are wider. */
  int WORD = 32;

  /** {@return the name, as in its vendor's documents} */
  String text();

  /** {@return rows, columns and depth, as PTX writes them: m16n8k16} */
  default String size() {
    return "m" + rows() + "n" + columns() + "k" + depth();
  }

  /** {@return the name that instructions share which take equally long on all devices} */
  default String timeName() {
    return text();
  }

  /** {@return the lanes that execute an instruction together, a power of two} */
  int lanes();

  /** {@return rows of A and of C in each block} */
  int rows();

  /** {@return columns of B and of C in each block} */
  int columns();

  /** {@return columns of A and rows of B} */
  int depth();

  /** {@return the number of independent products of separate matrices} */
  int blocks();

  /** {@return the number format of A} */
  MatrixElement left();

  /** {@return the number format of B, as wide as A's} */
  MatrixElement right();

  /** {@return the type of the elements of D} */
  Type result();

  /** {@return the type of the elements of C, D's unless stated otherwise} */
  default Type addend() {
    return result();
  }

  /**
   * {@return whether A is stored as two of every four neighbouring columns of a row, with the
   * columns' numbers in a further register}
   */
  boolean isSparse();

  /**
   * {@return the lane that holds an element of A}
   *
   * @param block number of the block
   * @param row row of A
   * @param k number of the stored element in the row
   */
  int leftLane(int block, int row, int k);

  /**
   * {@return the number, within its lane, of an element of A}
   *
   * @param row row of A
   * @param k number of the stored element in the row
   */
  int leftPlace(int row, int k);

  /**
   * {@return the lane that holds an element of B}
   *
   * @param block number of the block
   * @param column column of B
   * @param k row of B
   */
  int rightLane(int block, int column, int k);

  /**
   * {@return the number, within its lane, of an element of B}
   *
   * @param column column of B
   * @param k row of B
   */
  int rightPlace(int column, int k);

  /**
   * {@return the lane that holds an element of D}
   *
   * @param block number of the block
   * @param row row of the block
   * @param column column of the block
   */
  int resultLane(int block, int row, int column);

  /**
   * {@return the number, within its lane, of an element of D}
   *
   * @param block number of the block
   * @param row row of the block
   * @param column column of the block
   */
  int resultPlace(int block, int row, int column);

  /**
   * {@return the lane that holds an element of C}
   *
   * @param block number of the block
   * @param row row of the block
   * @param column column of the block
   */
  default int addendLane(int block, int row, int column) {
    return resultLane(block, row, column);
  }

  /**
   * {@return the number, within its lane, of an element of C}
   *
   * @param block number of the block
   * @param row row of the block
   * @param column column of the block
   */
  default int addendPlace(int block, int row, int column) {
    return resultPlace(block, row, column);
  }

  /**
   * {@return the lane whose register of column numbers tells which column of A a stored element is}
   *
   * @param set the instruction's choice of bits or lanes, from 0
   * @param row row of A
   * @param k number of the stored element in the row
   * @throws IllegalStateException if A is not sparse
   */
  default int indexLane(int set, int row, int k) {
    throw new IllegalStateException(text() + " is not sparse");
  }

  /**
   * {@return the lower of the two bits that tell which column of A a stored element is}
   *
   * @param set the instruction's choice of bits or lanes, from 0
   * @param row row of A
   * @param k number of the stored element in the row
   * @throws IllegalStateException if A is not sparse
   */
  default int indexPlace(int set, int row, int k) {
    throw new IllegalStateException(text() + " is not sparse");
  }

  /**
   * {@return the column of A of a stored element of a sparse A}
   *
   * @param k number of the stored element in the row
   * @param index the two bits, 0 to 3
   */
  default int indexed(int k, int index) {
    return k / 2 * 4 + index;
  }

  /** {@return columns of A that are stored} */
  default int storedDepth() {
    return isSparse() ? depth() / 2 : depth();
  }

  /** {@return elements of A that a lane holds} */
  default int leftElements() {
    return rows() * storedDepth() * blocks() / lanes();
  }

  /** {@return elements of B that a lane holds} */
  default int rightElements() {
    return columns() * depth() * blocks() / lanes();
  }

  /** {@return bits of a register that holds elements of A or B} */
  default int inputBits() {
    return Math.max(WORD, left().bits());
  }

  /** {@return registers of a lane that hold A} */
  default int leftInputs() {
    return Math.max(1, leftElements() * left().bits() / inputBits());
  }

  /** {@return registers of a lane that hold B} */
  default int rightInputs() {
    return Math.max(1, rightElements() * right().bits() / inputBits());
  }

  /** {@return bits of a register that holds elements of C or D} */
  default int accumulatorBits() {
    return Math.max(WORD, result().bits());
  }

  /** {@return registers of a lane that C occupies} */
  default int addends() {
    return rows()
        * columns()
        * blocks()
        / lanes()
        * addend().bits()
        / Math.max(WORD, addend().bits());
  }

  /** {@return registers of a lane that D occupies} */
  default int accumulators() {
    return rows() * columns() * blocks() / lanes() * result().bits() / accumulatorBits();
  }

  /** {@return registers of a lane that hold A, B, C and, if A is sparse, its columns' numbers} */
  default int sources() {
    return leftInputs() + rightInputs() + addends() + (isSparse() ? 1 : 0);
  }

  /** {@return multiplications and additions of all lanes, including those with zeros} */
  default int operations() {
    return 2 * rows() * columns() * depth() * blocks();
  }
}
