// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The matrix instructions of a wavefront of 64, named as clang's built-in functions without {@code
 * __builtin_amdgcn_mfma_}, sparse ones without {@code __builtin_amdgcn_}: D = A·B + C in each
 * block, A of rows × depth, B of depth × columns, C and D of rows × columns.
 *
 * <p>The layout of the elements is that of AMD's matrix instruction calculator (ROCm, CDNA 1 to 3)
 * without {@link MatrixModifiers}. Each lane holds the same number of elements of each matrix;
 * elements of A and B of less than 32 bits are packed, the first one lowest.
 */
public enum MatrixShape {
  /** A block of 32 × 32 × 8 halves. */
  F32_32X32X8F16(32, 8, 1, Element.F16, Type.F32),
  /** A block of 16 × 16 × 16 halves. */
  F32_16X16X16F16(16, 16, 1, Element.F16, Type.F32),
  /** Two blocks of 32 × 32 × 4 halves. */
  F32_32X32X4F16(32, 4, 2, Element.F16, Type.F32),
  /** Four blocks of 16 × 16 × 4 halves. */
  F32_16X16X4F16(16, 4, 4, Element.F16, Type.F32),
  /** Sixteen blocks of 4 × 4 × 4 halves. */
  F32_4X4X4F16(4, 4, 16, Element.F16, Type.F32),
  /** A block of 32 × 32 × 2 floats. */
  F32_32X32X2F32(32, 2, 1, Element.F32, Type.F32),
  /** A block of 16 × 16 × 4 floats. */
  F32_16X16X4F32(16, 4, 1, Element.F32, Type.F32),
  /** Two blocks of 32 × 32 × 1 floats. */
  F32_32X32X1F32(32, 1, 2, Element.F32, Type.F32),
  /** Four blocks of 16 × 16 × 1 floats. */
  F32_16X16X1F32(16, 1, 4, Element.F32, Type.F32),
  /** Sixteen blocks of 4 × 4 × 1 floats. */
  F32_4X4X1F32(4, 1, 16, Element.F32, Type.F32),
  /** A block of 32 × 32 × 4 XF32. */
  F32_32X32X4_XF32(32, 4, 1, Element.XF32, Type.F32),
  /** A block of 16 × 16 × 8 XF32. */
  F32_16X16X8_XF32(16, 8, 1, Element.XF32, Type.F32),
  /** A block of 32 × 32 × 4 bfloats. */
  F32_32X32X4BF16(32, 4, 1, Element.BF16, Type.F32),
  /** A block of 16 × 16 × 8 bfloats. */
  F32_16X16X8BF16(16, 8, 1, Element.BF16, Type.F32),
  /** Two blocks of 32 × 32 × 2 bfloats. */
  F32_32X32X2BF16(32, 2, 2, Element.BF16, Type.F32),
  /** Four blocks of 16 × 16 × 2 bfloats. */
  F32_16X16X2BF16(16, 2, 4, Element.BF16, Type.F32),
  /** Sixteen blocks of 4 × 4 × 2 bfloats. */
  F32_4X4X2BF16(4, 2, 16, Element.BF16, Type.F32),
  /** A block of 32 × 32 × 8 bfloats. */
  F32_32X32X8BF16_1K(32, 8, 1, Element.BF16, Type.F32),
  /** A block of 16 × 16 × 16 bfloats. */
  F32_16X16X16BF16_1K(16, 16, 1, Element.BF16, Type.F32),
  /** Two blocks of 32 × 32 × 4 bfloats. */
  F32_32X32X4BF16_1K(32, 4, 2, Element.BF16, Type.F32),
  /** Four blocks of 16 × 16 × 4 bfloats. */
  F32_16X16X4BF16_1K(16, 4, 4, Element.BF16, Type.F32),
  /** Sixteen blocks of 4 × 4 × 4 bfloats. */
  F32_4X4X4BF16_1K(4, 4, 16, Element.BF16, Type.F32),
  /** A block of 32 × 32 × 16 FP8. */
  F32_32X32X16_FP8_FP8(32, 16, 1, Element.FP8, Element.FP8, Type.F32),
  /** A block of 32 × 32 × 16, FP8 in A and BF8 in B. */
  F32_32X32X16_FP8_BF8(32, 16, 1, Element.FP8, Element.BF8, Type.F32),
  /** A block of 32 × 32 × 16, BF8 in A and FP8 in B. */
  F32_32X32X16_BF8_FP8(32, 16, 1, Element.BF8, Element.FP8, Type.F32),
  /** A block of 32 × 32 × 16 BF8. */
  F32_32X32X16_BF8_BF8(32, 16, 1, Element.BF8, Element.BF8, Type.F32),
  /** A block of 16 × 16 × 32 FP8. */
  F32_16X16X32_FP8_FP8(16, 32, 1, Element.FP8, Element.FP8, Type.F32),
  /** A block of 16 × 16 × 32, FP8 in A and BF8 in B. */
  F32_16X16X32_FP8_BF8(16, 32, 1, Element.FP8, Element.BF8, Type.F32),
  /** A block of 16 × 16 × 32, BF8 in A and FP8 in B. */
  F32_16X16X32_BF8_FP8(16, 32, 1, Element.BF8, Element.FP8, Type.F32),
  /** A block of 16 × 16 × 32 BF8. */
  F32_16X16X32_BF8_BF8(16, 32, 1, Element.BF8, Element.BF8, Type.F32),
  /** A block of 32 × 32 × 8 bytes. */
  I32_32X32X8I8(32, 8, 1, Element.I8, Type.I32),
  /** A block of 16 × 16 × 16 bytes. */
  I32_16X16X16I8(16, 16, 1, Element.I8, Type.I32),
  /** Two blocks of 32 × 32 × 4 bytes. */
  I32_32X32X4I8(32, 4, 2, Element.I8, Type.I32),
  /** Four blocks of 16 × 16 × 4 bytes. */
  I32_16X16X4I8(16, 4, 4, Element.I8, Type.I32),
  /** Sixteen blocks of 4 × 4 × 4 bytes. */
  I32_4X4X4I8(4, 4, 16, Element.I8, Type.I32),
  /** A block of 32 × 32 × 16 bytes. */
  I32_32X32X16_I8(32, 16, 1, Element.I8, Type.I32),
  /** A block of 16 × 16 × 32 bytes. */
  I32_16X16X32_I8(16, 32, 1, Element.I8, Type.I32),
  /** A block of 16 × 16 × 4 doubles. */
  F64_16X16X4F64(16, 4, 1, Element.F64, Type.F64),
  /** Four blocks of 4 × 4 × 4 doubles. */
  F64_4X4X4F64(4, 4, 4, Element.F64, Type.F64),
  /** 16 × 16 × 32 halves, A sparse. */
  SMFMAC_F32_16X16X32_F16(16, 32, 1, Element.F16, Element.F16, Type.F32, true),
  /** 32 × 32 × 16 halves, A sparse. */
  SMFMAC_F32_32X32X16_F16(32, 16, 1, Element.F16, Element.F16, Type.F32, true),
  /** 16 × 16 × 32 bfloats, A sparse. */
  SMFMAC_F32_16X16X32_BF16(16, 32, 1, Element.BF16, Element.BF16, Type.F32, true),
  /** 32 × 32 × 16 bfloats, A sparse. */
  SMFMAC_F32_32X32X16_BF16(32, 16, 1, Element.BF16, Element.BF16, Type.F32, true),
  /** 16 × 16 × 64 bytes, A sparse. */
  SMFMAC_I32_16X16X64_I8(16, 64, 1, Element.I8, Element.I8, Type.I32, true),
  /** 32 × 32 × 32 bytes, A sparse. */
  SMFMAC_I32_32X32X32_I8(32, 32, 1, Element.I8, Element.I8, Type.I32, true),
  /** 16 × 16 × 64 FP8, A sparse. */
  SMFMAC_F32_16X16X64_FP8_FP8(16, 64, 1, Element.FP8, Element.FP8, Type.F32, true),
  /** 16 × 16 × 64, FP8 in A and BF8 in B, A sparse. */
  SMFMAC_F32_16X16X64_FP8_BF8(16, 64, 1, Element.FP8, Element.BF8, Type.F32, true),
  /** 16 × 16 × 64, BF8 in A and FP8 in B, A sparse. */
  SMFMAC_F32_16X16X64_BF8_FP8(16, 64, 1, Element.BF8, Element.FP8, Type.F32, true),
  /** 16 × 16 × 64 BF8, A sparse. */
  SMFMAC_F32_16X16X64_BF8_BF8(16, 64, 1, Element.BF8, Element.BF8, Type.F32, true),
  /** 32 × 32 × 32 FP8, A sparse. */
  SMFMAC_F32_32X32X32_FP8_FP8(32, 32, 1, Element.FP8, Element.FP8, Type.F32, true),
  /** 32 × 32 × 32, FP8 in A and BF8 in B, A sparse. */
  SMFMAC_F32_32X32X32_FP8_BF8(32, 32, 1, Element.FP8, Element.BF8, Type.F32, true),
  /** 32 × 32 × 32, BF8 in A and FP8 in B, A sparse. */
  SMFMAC_F32_32X32X32_BF8_FP8(32, 32, 1, Element.BF8, Element.FP8, Type.F32, true),
  /** 32 × 32 × 32 BF8, A sparse. */
  SMFMAC_F32_32X32X32_BF8_BF8(32, 32, 1, Element.BF8, Element.BF8, Type.F32, true);

  /** Lanes that execute a matrix instruction together. */
  public static final int LANES = 64;

  /** Rows of C and D in neighbouring registers of a lane, unless elements have 64 bits. */
  private static final int ROWS_TOGETHER = 4;

  private static final int DWORD = 32;
  private static final int KEPT = 2; // stored columns of every four of a sparse matrix
  private static final int INDEX_BITS = 2;

  /** A number format of A or B. */
  public enum Element {
    /** IEEE 754 binary16. */
    F16(16),
    /** The upper half of an IEEE 754 binary32. */
    BF16(16),
    /** IEEE 754 binary32. */
    F32(32),
    /** IEEE 754 binary32, of whose fraction only the upper 10 bits are used. */
    XF32(32),
    /** IEEE 754 binary64. */
    F64(64),
    /** 4 exponent bits of bias 8, 3 fraction bits, no infinities, 0x80 is NaN (E4M3FNUZ). */
    FP8(8),
    /** 5 exponent bits of bias 16, 2 fraction bits, no infinities, 0x80 is NaN (E5M2FNUZ). */
    BF8(8),
    /** A signed byte. */
    I8(8);

    private final int bits;

    Element(int bits) {
      this.bits = bits;
    }

    /** {@return the width of an element in bits} */
    public int bits() {
      return bits;
    }
  }

  private final int side;
  private final int depth;
  private final int blocks;
  private final Element left;
  private final Element right;
  private final Type result;
  private final boolean sparse;

  MatrixShape(int side, int depth, int blocks, Element both, Type result) {
    this(side, depth, blocks, both, both, result);
  }

  MatrixShape(int side, int depth, int blocks, Element left, Element right, Type result) {
    this(side, depth, blocks, left, right, result, false);
  }

  MatrixShape(
      int side, int depth, int blocks, Element left, Element right, Type result, boolean sparse) {
    this.side = side;
    this.depth = depth;
    this.blocks = blocks;
    this.left = left;
    this.right = right;
    this.result = result;
    this.sparse = sparse;
  }

  /** {@return the name, as in clang's functions} */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the names of all shapes, in order} */
  public static List<String> names() {
    return Arrays.stream(values()).map(MatrixShape::text).toList();
  }

  /**
   * {@return the shape of a name; empty if there is none}
   *
   * @param text name, as returned by {@link #text}
   */
  public static Optional<MatrixShape> named(String text) {
    return Arrays.stream(values()).filter(s -> s.text().equals(text)).findFirst();
  }

  /** {@return rows of A and of C, and columns of B and of C} */
  public int side() {
    return side;
  }

  /** {@return columns of A and rows of B} */
  public int depth() {
    return depth;
  }

  /** {@return the number of independent products of separate matrices} */
  public int blocks() {
    return blocks;
  }

  /** {@return the number format of A} */
  public Element left() {
    return left;
  }

  /** {@return the number format of B, as wide as A's} */
  public Element right() {
    return right;
  }

  /** {@return the type of C and D} */
  public Type result() {
    return result;
  }

  /**
   * {@return whether A is stored as two of every four neighbouring columns of a row, with the
   * columns' numbers at {@link #indexPlace}; C and D are then the same registers}
   */
  public boolean isSparse() {
    return sparse;
  }

  /** {@return columns of A that are stored} */
  public int storedDepth() {
    return sparse ? depth / KEPT : depth;
  }

  /** {@return elements of A that a lane holds} */
  public int leftElements() {
    return side * storedDepth() * blocks / LANES;
  }

  /** {@return elements of B that a lane holds} */
  public int rightElements() {
    return side * depth * blocks / LANES;
  }

  /** {@return bits of a register that holds elements of A or B} */
  public int inputBits() {
    return Math.max(DWORD, left.bits());
  }

  /** {@return registers of a lane that hold A} */
  public int leftInputs() {
    return Math.max(1, leftElements() * left.bits() / inputBits());
  }

  /** {@return registers of a lane that hold B} */
  public int rightInputs() {
    return Math.max(1, rightElements() * right.bits() / inputBits());
  }

  /** {@return registers of a lane that hold A, B, C and, if A is sparse, its indexes} */
  public int sources() {
    return leftInputs() + rightInputs() + accumulators() + (sparse ? 1 : 0);
  }

  /** {@return registers of a lane that C occupies; D occupies the same number} */
  public int accumulators() {
    return side * side * blocks / LANES;
  }

  /** {@return sets of indexes that a lane's register holds; an instruction uses one set} */
  public int indexSets() {
    return DWORD / (INDEX_BITS * leftElements());
  }

  /**
   * {@return the lower of the two bits with the column of a stored element, in the lane that holds
   * the element}
   *
   * @param set number of the set of indexes, from 0
   * @param element number of the element in its lane
   */
  public int indexPlace(int set, int element) {
    return INDEX_BITS * (set * leftElements() + element);
  }

  /** {@return multiplications and additions of all lanes, including those with zeros} */
  public int operations() {
    return 2 * side * side * depth * blocks;
  }

  /**
   * {@return the lane that holds an element of A, as element number k mod {@link #leftElements}}
   *
   * @param block number of the block
   * @param row row of A
   * @param k number of the stored element in the row
   */
  public int leftLane(int block, int row, int k) {
    return (k / leftElements() * blocks + block) * side + row;
  }

  /**
   * {@return the lane that holds an element of B, as element number k mod {@link #rightElements}}
   *
   * @param block number of the block
   * @param column column of B
   * @param k a row of B
   */
  public int rightLane(int block, int column, int k) {
    return (k / rightElements() * blocks + block) * side + column;
  }

  /**
   * {@return the lane that holds an element of C and D}
   *
   * @param block number of the block
   * @param row row of the block
   * @param column column of the block
   */
  public int resultLane(int block, int row, int column) {
    int together = blocksTogether();
    return block % together * side + row / height() % (LANES / side) * together * side + column;
  }

  /**
   * {@return the register, within its lane, of an element of C and D}
   *
   * @param block number of the block
   * @param row row of the block
   */
  public int resultRegister(int block, int row) {
    int height = height();
    return block * (side * side / LANES) + row / (height * (LANES / side)) * height + row % height;
  }

  private int height() {
    return result.isWide() ? 1 : ROWS_TOGETHER;
  }

  /** Returns the number of blocks whose elements are in the same register of different lanes. */
  private int blocksTogether() {
    return Math.max(1, LANES * height() / (side * side));
  }
}
