// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;
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
public enum MfmaShape implements MatrixShape {
  /** A block of 32 × 32 × 8 halves. */
  F32_32X32X8F16(32, 8, 1, MatrixElement.F16, Type.F32),
  /** A block of 16 × 16 × 16 halves. */
  F32_16X16X16F16(16, 16, 1, MatrixElement.F16, Type.F32),
  /** Two blocks of 32 × 32 × 4 halves. */
  F32_32X32X4F16(32, 4, 2, MatrixElement.F16, Type.F32),
  /** Four blocks of 16 × 16 × 4 halves. */
  F32_16X16X4F16(16, 4, 4, MatrixElement.F16, Type.F32),
  /** Sixteen blocks of 4 × 4 × 4 halves. */
  F32_4X4X4F16(4, 4, 16, MatrixElement.F16, Type.F32),
  /** A block of 32 × 32 × 2 floats. */
  F32_32X32X2F32(32, 2, 1, MatrixElement.F32, Type.F32),
  /** A block of 16 × 16 × 4 floats. */
  F32_16X16X4F32(16, 4, 1, MatrixElement.F32, Type.F32),
  /** Two blocks of 32 × 32 × 1 floats. */
  F32_32X32X1F32(32, 1, 2, MatrixElement.F32, Type.F32),
  /** Four blocks of 16 × 16 × 1 floats. */
  F32_16X16X1F32(16, 1, 4, MatrixElement.F32, Type.F32),
  /** Sixteen blocks of 4 × 4 × 1 floats. */
  F32_4X4X1F32(4, 1, 16, MatrixElement.F32, Type.F32),
  /** A block of 32 × 32 × 4 XF32. */
  F32_32X32X4_XF32(32, 4, 1, MatrixElement.XF32, Type.F32),
  /** A block of 16 × 16 × 8 XF32. */
  F32_16X16X8_XF32(16, 8, 1, MatrixElement.XF32, Type.F32),
  /** A block of 32 × 32 × 4 bfloats. */
  F32_32X32X4BF16(32, 4, 1, MatrixElement.BF16, Type.F32),
  /** A block of 16 × 16 × 8 bfloats. */
  F32_16X16X8BF16(16, 8, 1, MatrixElement.BF16, Type.F32),
  /** Two blocks of 32 × 32 × 2 bfloats. */
  F32_32X32X2BF16(32, 2, 2, MatrixElement.BF16, Type.F32),
  /** Four blocks of 16 × 16 × 2 bfloats. */
  F32_16X16X2BF16(16, 2, 4, MatrixElement.BF16, Type.F32),
  /** Sixteen blocks of 4 × 4 × 2 bfloats. */
  F32_4X4X2BF16(4, 2, 16, MatrixElement.BF16, Type.F32),
  /** A block of 32 × 32 × 8 bfloats. */
  F32_32X32X8BF16_1K(32, 8, 1, MatrixElement.BF16, Type.F32),
  /** A block of 16 × 16 × 16 bfloats. */
  F32_16X16X16BF16_1K(16, 16, 1, MatrixElement.BF16, Type.F32),
  /** Two blocks of 32 × 32 × 4 bfloats. */
  F32_32X32X4BF16_1K(32, 4, 2, MatrixElement.BF16, Type.F32),
  /** Four blocks of 16 × 16 × 4 bfloats. */
  F32_16X16X4BF16_1K(16, 4, 4, MatrixElement.BF16, Type.F32),
  /** Sixteen blocks of 4 × 4 × 4 bfloats. */
  F32_4X4X4BF16_1K(4, 4, 16, MatrixElement.BF16, Type.F32),
  /** A block of 32 × 32 × 16 FP8. */
  F32_32X32X16_FP8_FP8(32, 16, 1, MatrixElement.FP8, MatrixElement.FP8, Type.F32),
  /** A block of 32 × 32 × 16, FP8 in A and BF8 in B. */
  F32_32X32X16_FP8_BF8(32, 16, 1, MatrixElement.FP8, MatrixElement.BF8, Type.F32),
  /** A block of 32 × 32 × 16, BF8 in A and FP8 in B. */
  F32_32X32X16_BF8_FP8(32, 16, 1, MatrixElement.BF8, MatrixElement.FP8, Type.F32),
  /** A block of 32 × 32 × 16 BF8. */
  F32_32X32X16_BF8_BF8(32, 16, 1, MatrixElement.BF8, MatrixElement.BF8, Type.F32),
  /** A block of 16 × 16 × 32 FP8. */
  F32_16X16X32_FP8_FP8(16, 32, 1, MatrixElement.FP8, MatrixElement.FP8, Type.F32),
  /** A block of 16 × 16 × 32, FP8 in A and BF8 in B. */
  F32_16X16X32_FP8_BF8(16, 32, 1, MatrixElement.FP8, MatrixElement.BF8, Type.F32),
  /** A block of 16 × 16 × 32, BF8 in A and FP8 in B. */
  F32_16X16X32_BF8_FP8(16, 32, 1, MatrixElement.BF8, MatrixElement.FP8, Type.F32),
  /** A block of 16 × 16 × 32 BF8. */
  F32_16X16X32_BF8_BF8(16, 32, 1, MatrixElement.BF8, MatrixElement.BF8, Type.F32),
  /** A block of 32 × 32 × 8 bytes. */
  I32_32X32X8I8(32, 8, 1, MatrixElement.I8, Type.I32),
  /** A block of 16 × 16 × 16 bytes. */
  I32_16X16X16I8(16, 16, 1, MatrixElement.I8, Type.I32),
  /** Two blocks of 32 × 32 × 4 bytes. */
  I32_32X32X4I8(32, 4, 2, MatrixElement.I8, Type.I32),
  /** Four blocks of 16 × 16 × 4 bytes. */
  I32_16X16X4I8(16, 4, 4, MatrixElement.I8, Type.I32),
  /** Sixteen blocks of 4 × 4 × 4 bytes. */
  I32_4X4X4I8(4, 4, 16, MatrixElement.I8, Type.I32),
  /** A block of 32 × 32 × 16 bytes. */
  I32_32X32X16_I8(32, 16, 1, MatrixElement.I8, Type.I32),
  /** A block of 16 × 16 × 32 bytes. */
  I32_16X16X32_I8(16, 32, 1, MatrixElement.I8, Type.I32),
  /** A block of 16 × 16 × 4 doubles. */
  F64_16X16X4F64(16, 4, 1, MatrixElement.F64, Type.F64),
  /** Four blocks of 4 × 4 × 4 doubles. */
  F64_4X4X4F64(4, 4, 4, MatrixElement.F64, Type.F64),
  /** 16 × 16 × 32 halves, A sparse. */
  SMFMAC_F32_16X16X32_F16(16, 32, 1, MatrixElement.F16, MatrixElement.F16, Type.F32, true),
  /** 32 × 32 × 16 halves, A sparse. */
  SMFMAC_F32_32X32X16_F16(32, 16, 1, MatrixElement.F16, MatrixElement.F16, Type.F32, true),
  /** 16 × 16 × 32 bfloats, A sparse. */
  SMFMAC_F32_16X16X32_BF16(16, 32, 1, MatrixElement.BF16, MatrixElement.BF16, Type.F32, true),
  /** 32 × 32 × 16 bfloats, A sparse. */
  SMFMAC_F32_32X32X16_BF16(32, 16, 1, MatrixElement.BF16, MatrixElement.BF16, Type.F32, true),
  /** 16 × 16 × 64 bytes, A sparse. */
  SMFMAC_I32_16X16X64_I8(16, 64, 1, MatrixElement.I8, MatrixElement.I8, Type.I32, true),
  /** 32 × 32 × 32 bytes, A sparse. */
  SMFMAC_I32_32X32X32_I8(32, 32, 1, MatrixElement.I8, MatrixElement.I8, Type.I32, true),
  /** 16 × 16 × 64 FP8, A sparse. */
  SMFMAC_F32_16X16X64_FP8_FP8(16, 64, 1, MatrixElement.FP8, MatrixElement.FP8, Type.F32, true),
  /** 16 × 16 × 64, FP8 in A and BF8 in B, A sparse. */
  SMFMAC_F32_16X16X64_FP8_BF8(16, 64, 1, MatrixElement.FP8, MatrixElement.BF8, Type.F32, true),
  /** 16 × 16 × 64, BF8 in A and FP8 in B, A sparse. */
  SMFMAC_F32_16X16X64_BF8_FP8(16, 64, 1, MatrixElement.BF8, MatrixElement.FP8, Type.F32, true),
  /** 16 × 16 × 64 BF8, A sparse. */
  SMFMAC_F32_16X16X64_BF8_BF8(16, 64, 1, MatrixElement.BF8, MatrixElement.BF8, Type.F32, true),
  /** 32 × 32 × 32 FP8, A sparse. */
  SMFMAC_F32_32X32X32_FP8_FP8(32, 32, 1, MatrixElement.FP8, MatrixElement.FP8, Type.F32, true),
  /** 32 × 32 × 32, FP8 in A and BF8 in B, A sparse. */
  SMFMAC_F32_32X32X32_FP8_BF8(32, 32, 1, MatrixElement.FP8, MatrixElement.BF8, Type.F32, true),
  /** 32 × 32 × 32, BF8 in A and FP8 in B, A sparse. */
  SMFMAC_F32_32X32X32_BF8_FP8(32, 32, 1, MatrixElement.BF8, MatrixElement.FP8, Type.F32, true),
  /** 32 × 32 × 32 BF8, A sparse. */
  SMFMAC_F32_32X32X32_BF8_BF8(32, 32, 1, MatrixElement.BF8, MatrixElement.BF8, Type.F32, true);

  /** Lanes that execute a matrix instruction together. */
  public static final int LANES = 64;

  /** Rows of C and D in neighbouring registers of a lane, unless elements have 64 bits. */
  private static final int ROWS_TOGETHER = 4;

  private static final int INDEX_BITS = 2;

  private final int side;
  private final int depth;
  private final int blocks;
  private final MatrixElement left;
  private final MatrixElement right;
  private final Type result;
  private final boolean sparse;

  MfmaShape(int side, int depth, int blocks, MatrixElement both, Type result) {
    this(side, depth, blocks, both, both, result);
  }

  MfmaShape(int side, int depth, int blocks, MatrixElement left, MatrixElement right, Type result) {
    this(side, depth, blocks, left, right, result, false);
  }

  MfmaShape(
      int side,
      int depth,
      int blocks,
      MatrixElement left,
      MatrixElement right,
      Type result,
      boolean sparse) {
    this.side = side;
    this.depth = depth;
    this.blocks = blocks;
    this.left = left;
    this.right = right;
    this.result = result;
    this.sparse = sparse;
  }

  /** {@return the name, as in clang's functions} */
  @Override
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the names of all shapes, in order} */
  public static List<String> names() {
    return Arrays.stream(values()).map(MfmaShape::text).toList();
  }

  /**
   * {@return the shape of a name; empty if there is none}
   *
   * @param text name, as returned by {@link #text}
   */
  public static Optional<MfmaShape> named(String text) {
    return Arrays.stream(values()).filter(s -> s.text().equals(text)).findFirst();
  }

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public int rows() {
    return side;
  }

  @Override
  public int columns() {
    return side;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public int blocks() {
    return blocks;
  }

  @Override
  public MatrixElement left() {
    return left;
  }

  @Override
  public MatrixElement right() {
    return right;
  }

  @Override
  public Type result() {
    return result;
  }

  /** {@return as {@link MatrixShape#isSparse}; C and D are then the same registers} */
  @Override
  public boolean isSparse() {
    return sparse;
  }

  /** {@return sets of indexes that a lane's register holds; an instruction uses one set} */
  public int indexSets() {
    return WORD / (INDEX_BITS * leftElements());
  }

  @Override
  public int indexLane(int set, int row, int k) {
    return leftLane(0, row, k);
  }

  @Override
  public int indexPlace(int set, int row, int k) {
    return INDEX_BITS * (set * leftElements() + k % leftElements());
  }

  @Override
  public int leftLane(int block, int row, int k) {
    return (k / leftElements() * blocks + block) * side + row;
  }

  @Override
  public int leftPlace(int row, int k) {
    return k % leftElements();
  }

  @Override
  public int rightLane(int block, int column, int k) {
    return (k / rightElements() * blocks + block) * side + column;
  }

  @Override
  public int rightPlace(int column, int k) {
    return k % rightElements();
  }

  @Override
  public int resultLane(int block, int row, int column) {
    int together = blocksTogether();
    return block % together * side + row / height() % (LANES / side) * together * side + column;
  }

  @Override
  public int resultPlace(int block, int row, int column) {
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
