// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;

/**
 * The modifiers of a matrix instruction, by the names of the fields of AMD's: broadcasts of blocks
 * of A, permutations of lanes of B, and the position of a sparse A's indexes (AMD's matrix
 * instruction calculator, CDNA 1 to 3). Of NVIDIA's, sparse products have the sparsity selector in
 * abid, and 1 in blgp if columns' numbers must ascend; products with scales have the selectors of
 * A's in cbsz and of B's in abid ({@link #ofScales}), and sparse ones always 1 in blgp.
 *
 * @param cbsz groups of 2^cbsz neighbouring blocks use one block of A; in sparse products, the
 *     first set of indexes is used if it is not 0
 * @param abid the block within such a group, or the set of indexes, from 0
 * @param blgp a pattern of B's lanes ({@link #rightLane}); in products of doubles bits 0, 1 and 2
 *     negate A, B and C
 */
public record MatrixModifiers(int cbsz, int abid, int blgp) {
  /** No broadcast, permutation or negation. */
  public static final MatrixModifiers NONE = new MatrixModifiers(0, 0, 0);

  private static final int CBSZ_END = 8;
  private static final int ABID_END = 16;
  private static final int BLGP_END = 8;
  private static final int SCALES = 4; // bytes of a register that hold scales

  /** First pattern that broadcasts a quarter of the lanes to all quarters. */
  private static final int QUARTERS = 4;

  private static final int HALF = MfmaShape.LANES / 2;
  private static final int QUARTER = MfmaShape.LANES / 4;

  /**
   * Checks the ranges of the fields.
   *
   * @param cbsz 0 to 7
   * @param abid 0 to 15
   * @param blgp 0 to 7
   * @throws IllegalArgumentException if a value is out of range
   */
  public MatrixModifiers {
    field("cbsz", cbsz, CBSZ_END);
    field("abid", abid, ABID_END);
    field("blgp", blgp, BLGP_END);
  }

  private static void field(String name, int value, int end) {
    if (value < 0 || value >= end) {
      throw new IllegalArgumentException(
          "%s must be 0 to %s, found %s".formatted(name, end - 1, value));
    }
  }

  /**
   * {@return why these modifiers are illegal on an instruction; empty if they are legal}
   *
   * @param shape the instruction
   */
  public String problem(MatrixShape shape) {
    if (shape instanceof MfmaShape s) {
      return problem(s);
    }
    if (shape instanceof SparseMmaShape s) {
      if (cbsz > 0 || blgp > 1) {
        return "cbsz must be 0 and blgp at most 1 in " + shape.text();
      }
      boolean one = s.indexSets() == 1;
      return abid < s.indexSets()
          ? ""
          : "the sparsity selector of %s must be %s, found %s"
              .formatted(s.size(), one ? "0" : "0 to " + (s.indexSets() - 1), abid);
    }
    if (shape instanceof ScaledMmaShape s) {
      return problem(s);
    }
    return equals(NONE) ? "" : shape.text() + " has no modifiers";
  }

  private String problem(ScaledMmaShape shape) {
    int ascends = shape.isSparse() ? 1 : 0;
    if (blgp != ascends) {
      return "blgp must be %s in %s".formatted(ascends, shape.text());
    }
    int left = leftScaleByte() % shape.scales();
    int found = left == 0 ? rightScaleByte() : leftScaleByte();
    return found % shape.scales() == 0
        ? ""
        : "the byte selectors of %s scales in a row must be %s, found %s"
            .formatted(shape.scales(), shape.scales() == 2 ? "0 or 2" : "0", found);
  }

  /**
   * {@return the modifiers of a product with scales}
   *
   * @param leftByte the first byte that holds scales of A, 0 to 3
   * @param leftLane which two lanes of each four hold them, 0 or 1
   * @param rightByte the first byte that holds scales of B, 0 to 3
   * @param rightLane which lane of each four holds them, 0 to 3
   * @throws IllegalArgumentException if a selector is out of range
   */
  public static MatrixModifiers ofScales(int leftByte, int leftLane, int rightByte, int rightLane) {
    field("byte selector", leftByte, SCALES);
    field("byte selector", rightByte, SCALES);
    return new MatrixModifiers(leftLane * SCALES + leftByte, rightLane * SCALES + rightByte, 0);
  }

  /** {@return the same modifiers of a sparse product whose columns' numbers must ascend} */
  public MatrixModifiers ascending() {
    return new MatrixModifiers(cbsz, abid, 1);
  }

  /** {@return the first byte that holds scales of A} */
  public int leftScaleByte() {
    return cbsz % SCALES;
  }

  /** {@return which two lanes of each four hold scales of A} */
  public int leftScaleLane() {
    return cbsz / SCALES;
  }

  /** {@return the first byte that holds scales of B} */
  public int rightScaleByte() {
    return abid % SCALES;
  }

  /** {@return which lane of each four holds scales of B} */
  public int rightScaleLane() {
    return abid / SCALES;
  }

  private String problem(MfmaShape shape) {
    if (shape.result() == Type.F64 && (cbsz > 0 || abid > 0)) {
      return "cbsz and abid must be 0 in products of doubles";
    }
    if (shape.isSparse() && cbsz == 0 && abid >= shape.indexSets()) {
      return "abid must be less than %s, the sets of indexes of %s, found %s"
          .formatted(shape.indexSets(), shape.text(), abid);
    }
    if (shape.isSparse()) {
      return blgp > 0 ? "blgp must be 0 in sparse products, as " + shape.text() : "";
    }
    if (shape.blocks() == 1 && (cbsz > 0 || abid > 0)) {
      return "cbsz and abid must be 0 where there is one block, as in " + shape.text();
    }
    if (1 << cbsz > shape.blocks()) {
      return "2 to the power of cbsz must be at most %s, the blocks of %s, found cbsz %s"
          .formatted(shape.blocks(), shape.text(), cbsz);
    }
    if (abid >= 1 << cbsz) {
      return "abid must be less than 2 to the power of cbsz, found abid %s and cbsz %s"
          .formatted(abid, cbsz);
    }
    return "";
  }

  /**
   * {@return the block of A that a block's product uses}
   *
   * @param block number of the block
   */
  public int leftBlock(int block) {
    return block >> cbsz << cbsz | abid;
  }

  /** {@return the set of indexes that a sparse product uses, from 0} */
  public int indexSet() {
    return cbsz == 0 ? abid : 0;
  }

  /**
   * {@return the lane that supplies a lane's elements of B}
   *
   * @param lane 0 to 63
   */
  public int rightLane(int lane) {
    return switch (blgp) {
      case 0 -> lane;
      case 1 -> lane % HALF;
      case 2 -> lane % HALF + HALF;
      case 3 -> (lane + QUARTER) % MfmaShape.LANES;
      default -> lane % QUARTER + (blgp - QUARTERS) * QUARTER;
    };
  }

  /**
   * {@return whether a matrix of a product of doubles is negated}
   *
   * @param matrix 0 for A, 1 for B, 2 for C
   */
  public boolean negates(int matrix) {
    return (blgp >> matrix & 1) != 0;
  }

  /** {@return the modifiers that are not 0, in assembler syntax; empty for none} */
  public String text() {
    return (cbsz > 0 ? " cbsz:" + cbsz : "")
        + (abid > 0 ? " abid:" + abid : "")
        + (blgp > 0 ? " blgp:" + blgp : "");
  }
}
