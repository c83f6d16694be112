// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Objects;

/**
 * The shape of a product of PTX's {@code wmma.mma}: two products of {@code mma.sync} side by side,
 * one above the other, or one above the other and transposed.
 *
 * <p>PTX leaves the places of elements open; loads, products and stores only have to agree. Here
 * they are those of the two products, whose registers follow one another.
 *
 * @param part one of the two products
 * @param form how the two products make up the whole
 */
public record WmmaShape(MmaShape part, Form form) implements MatrixShape {
  private static final int PARTS = 2;
  private static final List<WmmaShape> ALL = all();

  /** How two products make up the whole. */
  public enum Form {
    /** The parts share A: 16 rows and 16 columns. */
    ABREAST,
    /** The parts share B: 32 rows and 8 columns. */
    STACKED,
    /** As {@link #STACKED} with A and B exchanged: 8 rows and 32 columns. */
    TURNED
  }

  /**
   * Checks that both are given.
   *
   * @param part one of the two products
   * @param form how the two products make up the whole
   * @throws NullPointerException if one is missing
   */
  public WmmaShape {
    Objects.requireNonNull(part);
    Objects.requireNonNull(form);
  }

  private static List<WmmaShape> all() {
    return MmaShape.values().stream()
        .filter(WmmaShape::isPart)
        .flatMap(p -> forms(p).stream().map(f -> new WmmaShape(p, f)))
        .toList();
  }

  private static boolean isPart(MmaShape s) {
    return switch (s.left()) {
      case F16, BF16, I8, U8 -> s.rows() == 16 && s.depth() == 16 && s.left() == s.right();
      case XF32 -> s.depth() == 8;
      default -> false;
    };
  }

  private static List<Form> forms(MmaShape part) {
    return part.left() == MatrixElement.XF32 ? List.of(Form.ABREAST) : List.of(Form.values());
  }

  /** {@return all shapes that PTX has and that are no single product, in a fixed order} */
  public static List<WmmaShape> values() {
    return ALL;
  }

  /** {@return wmma, the size and the types of D, A and B} */
  @Override
  public String text() {
    return "wmma_" + size() + part.text().substring(part.size().length());
  }

  @Override
  public int lanes() {
    return part.lanes();
  }

  @Override
  public int rows() {
    return switch (form) {
      case ABREAST -> part.rows();
      case STACKED -> PARTS * part.rows();
      case TURNED -> part.columns();
    };
  }

  @Override
  public int columns() {
    return switch (form) {
      case ABREAST -> PARTS * part.columns();
      case STACKED -> part.columns();
      case TURNED -> PARTS * part.rows();
    };
  }

  @Override
  public int depth() {
    return part.depth();
  }

  @Override
  public int blocks() {
    return 1;
  }

  @Override
  public MatrixElement left() {
    return part.left();
  }

  @Override
  public MatrixElement right() {
    return part.right();
  }

  @Override
  public Type result() {
    return part.result();
  }

  @Override
  public boolean isSparse() {
    return false;
  }

  @Override
  public int leftLane(int block, int row, int k) {
    return form == Form.TURNED
        ? part.rightLane(block, row, k)
        : part.leftLane(block, row % part.rows(), k);
  }

  @Override
  public int leftPlace(int row, int k) {
    return form == Form.TURNED
        ? part.rightPlace(row, k)
        : row / part.rows() * part.leftElements() + part.leftPlace(row % part.rows(), k);
  }

  @Override
  public int rightLane(int block, int column, int k) {
    return form == Form.TURNED
        ? part.leftLane(block, column % part.rows(), k)
        : part.rightLane(block, column % part.columns(), k);
  }

  @Override
  public int rightPlace(int column, int k) {
    return form == Form.TURNED
        ? column / part.rows() * part.leftElements() + part.leftPlace(column % part.rows(), k)
        : column / part.columns() * part.rightElements()
            + part.rightPlace(column % part.columns(), k);
  }

  @Override
  public int resultLane(int block, int row, int column) {
    return form == Form.TURNED
        ? part.resultLane(block, column % part.rows(), row)
        : part.resultLane(block, row % part.rows(), column % part.columns());
  }

  @Override
  public int resultPlace(int block, int row, int column) {
    int each = part.rows() * part.columns() / part.lanes();
    return switch (form) {
      case ABREAST ->
          column / part.columns() * each + part.resultPlace(block, row, column % part.columns());
      case STACKED -> row / part.rows() * each + part.resultPlace(block, row % part.rows(), column);
      case TURNED ->
          column / part.rows() * each + part.resultPlace(block, column % part.rows(), row);
    };
  }
}
