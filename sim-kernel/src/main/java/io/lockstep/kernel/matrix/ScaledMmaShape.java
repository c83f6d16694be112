// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The shape of a product of PTX's {@code mma} or {@code mma.sp} with {@code .block_scale}: D = (A ·
 * scales) · (B · scales) + C. A row of A and a column of B have one, two or four scales, each of a
 * part of their depth. They are the bytes of one register each; the modifiers select the lanes and
 * the bytes (PTX ISA, "Block scaling for mma.sync").
 *
 * @param whole the product without scales, as if all columns of A were stored; sums are 32-bit
 *     floats
 * @param format number format of the scales
 * @param scales scales of a row of A and of a column of B: 1, 2 or 4
 * @param isSparse whether A stores half of its columns, as in {@link SparseMmaShape}
 */
public record ScaledMmaShape(MmaShape whole, ScaleFormat format, int scales, boolean isSparse)
    implements DerivedShape {
  private static final int SHARE = 4; // lanes that hold a row of A
  private static final int SIDE = 8; // rows between two of a lane
  private static final int BYTES = 4;
  private static final List<ScaledMmaShape> ALL = all();

  /**
   * Checks that the formats are given.
   *
   * @param whole the product without scales
   * @param format number format of the scales
   * @param scales scales of a row of A and of a column of B
   * @param isSparse whether A stores half of its columns
   * @throws IllegalArgumentException if a register does not hold so many scales
   */
  public ScaledMmaShape {
    Objects.requireNonNull(whole);
    Objects.requireNonNull(format);
    if (Integer.bitCount(scales) != 1 || scales > BYTES) {
      throw new IllegalArgumentException("no product with %s scales of a row".formatted(scales));
    }
  }

  private static List<ScaledMmaShape> all() {
    List<ScaledMmaShape> all = new ArrayList<>();
    for (boolean sparse : new boolean[] {false, true}) {
      int times = sparse ? 2 : 1;
      for (MatrixElement left : MmaShape.BYTES) {
        for (MatrixElement right : MmaShape.BYTES) {
          MmaShape bytes = product(32 * times, left, right);
          all.add(new ScaledMmaShape(bytes, ScaleFormat.UE8M0, 1, sparse));
        }
      }
      MmaShape nibbles = product(64 * times, MatrixElement.E2M1, MatrixElement.E2M1);
      all.add(new ScaledMmaShape(nibbles, ScaleFormat.UE8M0, 2, sparse));
      all.add(new ScaledMmaShape(nibbles, ScaleFormat.UE4M3, 4, sparse));
    }
    return List.copyOf(all);
  }

  private static MmaShape product(int depth, MatrixElement left, MatrixElement right) {
    return new MmaShape(2 * SIDE, depth, left, right, Type.F32, MmaShape.Product.MULTIPLY);
  }

  /** {@return all shapes that PTX has, in a fixed order} */
  public static List<ScaledMmaShape> values() {
    return ALL;
  }

  /**
   * {@return the shape of a name; empty if there is none}
   *
   * @param text name, as returned by {@link #text}
   */
  public static Optional<ScaledMmaShape> named(String text) {
    return ALL.stream().filter(s -> s.text().equals(text)).findFirst();
  }

  /** {@return the name of the product, the format of the scales and their number in a row} */
  @Override
  public String text() {
    String scaled =
        "%s_%s_%sx".formatted(whole.text(), format.name().toLowerCase(Locale.ROOT), scales);
    return isSparse ? scaled + "_sparse" : scaled;
  }

  /**
   * {@return size, type of the result, and mxf8f6f4, mxf4 or, with four scales, nvf4} A sparse A
   * has the name of the product of its stored columns, which takes as long.
   */
  @Override
  public String timeName() {
    String kind = scales == 1 ? "mxf8f6f4" : scales == 2 ? "mxf4" : "nvf4";
    return "m%sn%sk%s_f32_%s".formatted(rows(), columns(), storedDepth(), kind);
  }

  /** {@return A, B, C, the scales of A and of B and, if A is sparse, its columns' numbers} */
  @Override
  public int sources() {
    return firstScale() + 2 + (isSparse ? 1 : 0);
  }

  /** {@return the place of A's scales among the sources; B's follow} */
  public int firstScale() {
    return leftInputs() + rightInputs() + accumulators();
  }

  @Override
  public int indexLane(int set, int row, int k) {
    return isSparse ? sparse().indexLane(0, row, k) : DerivedShape.super.indexLane(set, row, k);
  }

  @Override
  public int indexPlace(int set, int row, int k) {
    return isSparse ? sparse().indexPlace(0, row, k) : DerivedShape.super.indexPlace(set, row, k);
  }

  @Override
  public int indexed(int k, int index) {
    return sparse().indexed(k, index);
  }

  private SparseMmaShape sparse() {
    return new SparseMmaShape(whole);
  }

  /**
   * {@return the lane that holds the scales of a row of A}
   *
   * @param set which two lanes of each four hold scales of A: 0 or 1
   * @param row row of A
   */
  public int leftScaleLane(int set, int row) {
    return row % SIDE * SHARE + set * 2 + row / SIDE;
  }

  /**
   * {@return the lane that holds the scales of a column of B}
   *
   * @param set which lane of each four holds scales of B: 0 to 3
   * @param column column of B
   */
  public int rightScaleLane(int set, int column) {
    return column * SHARE + set;
  }
}
