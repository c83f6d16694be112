// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The shape of PTX's {@code mma.sync.m8n8k4} of halves, Volta's: four independent products, each
 * executed by lanes 4·n to 4·n + 3 and 16 + 4·n to 16 + 4·n + 3 (PTX ISA, "Matrix fragments for
 * mma.m8n8k4 with .f16 floating point type").
 *
 * @param leftByColumns whether a lane holds a part of a column of A rather than of a row
 * @param rightByRows whether a lane holds a part of a row of B rather than of a column
 * @param result type of D: F16 or F32
 * @param addend type of C: that of D, or F16
 */
public record QuadShape(boolean leftByColumns, boolean rightByRows, Type result, Type addend)
    implements MatrixShape {
  private static final int LANES = 32;
  private static final int QUAD = 4;
  private static final int SIDE = 8;
  private static final List<QuadShape> ALL = all();

  /**
   * Checks the types of C and D.
   *
   * @param leftByColumns whether a lane holds a part of a column of A
   * @param rightByRows whether a lane holds a part of a row of B
   * @param result type of D
   * @param addend type of C
   * @throws IllegalArgumentException if PTX has no such product
   */
  public QuadShape {
    boolean floats = result == Type.F32 && (addend == Type.F32 || addend == Type.F16);
    if (!floats && (result != Type.F16 || addend != Type.F16)) {
      throw new IllegalArgumentException(
          "no product of quads with results %s and sums %s".formatted(result, addend));
    }
  }

  private static List<QuadShape> all() {
    List<QuadShape> all = new ArrayList<>();
    for (Type result : List.of(Type.F16, Type.F32)) {
      orders(all, result, result);
    }
    orders(all, Type.F32, Type.F16);
    return List.copyOf(all);
  }

  private static void orders(List<QuadShape> all, Type result, Type addend) {
    for (boolean leftByColumns : new boolean[] {false, true}) {
      for (boolean rightByRows : new boolean[] {false, true}) {
        all.add(new QuadShape(leftByColumns, rightByRows, result, addend));
      }
    }
  }

  /** {@return all shapes, in a fixed order} */
  public static List<QuadShape> values() {
    return ALL;
  }

  /**
   * {@return the shape of a name; empty if there is none}
   *
   * @param text name, as returned by {@link #text}
   */
  public static Optional<QuadShape> named(String text) {
    return ALL.stream().filter(s -> s.text().equals(text)).findFirst();
  }

  /**
   * {@return size, the order in which A and B are held, the types of D, A, B and a different C's}
   */
  @Override
  public String text() {
    return "m8n8k4_%s_%s_%s_f16_f16%s"
        .formatted(
            leftByColumns ? "col" : "row",
            rightByRows ? "row" : "col",
            result.name().toLowerCase(Locale.ROOT),
            addend == result ? "" : "_" + addend.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public String timeName() {
    return "m8n8k4_%s_f16".formatted(result.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public int rows() {
    return SIDE;
  }

  @Override
  public int columns() {
    return SIDE;
  }

  @Override
  public int depth() {
    return QUAD;
  }

  @Override
  public int blocks() {
    return LANES / SIDE;
  }

  @Override
  public MatrixElement left() {
    return MatrixElement.F16;
  }

  @Override
  public MatrixElement right() {
    return MatrixElement.F16;
  }

  @Override
  public boolean isSparse() {
    return false;
  }

  private static int lane(int block, int inQuad, int half) {
    return half * (LANES / 2) + block * QUAD + inQuad;
  }

  @Override
  public int leftLane(int block, int row, int k) {
    return lane(block, leftByColumns ? k : row % QUAD, row / QUAD);
  }

  @Override
  public int leftPlace(int row, int k) {
    return leftByColumns ? row % QUAD : k;
  }

  @Override
  public int rightLane(int block, int column, int k) {
    return lane(block, rightByRows ? k : column % QUAD, column / QUAD);
  }

  @Override
  public int rightPlace(int column, int k) {
    return rightByRows ? column % QUAD : k;
  }

  @Override
  public int resultLane(int block, int row, int column) {
    return lane(result, block, row, column);
  }

  @Override
  public int resultPlace(int block, int row, int column) {
    return place(result, row, column);
  }

  @Override
  public int addendLane(int block, int row, int column) {
    return lane(addend, block, row, column);
  }

  @Override
  public int addendPlace(int block, int row, int column) {
    return place(addend, row, column);
  }

  private static int lane(Type type, int block, int row, int column) {
    int inQuad = type == Type.F16 ? row % QUAD : row % 2 + column / 2 % 2 * 2;
    return lane(block, inQuad, row / QUAD);
  }

  private static int place(Type type, int row, int column) {
    return type == Type.F16 ? column : column % 2 + row / 2 % 2 * 2 + column / QUAD * QUAD;
  }
}
