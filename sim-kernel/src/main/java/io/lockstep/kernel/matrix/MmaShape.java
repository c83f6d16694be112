// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The shape of a product of PTX's {@code mma.sync}, executed by the 32 lanes of a warp.
 *
 * <p>With g = lane / 4 and t = lane mod 4, a register of A or B holds p neighbouring columns of A,
 * or rows of B, from t·p on. Registers of A alternate between rows g and g + 8 if there are 16
 * rows; further ones are 4·p columns to the right. C and D have columns 2·t and 2·t + 1 of rows g
 * and g + 8 (PTX ISA, "Matrix multiply-accumulate operation using mma instruction").
 *
 * @param rows rows of A and C: 8 or 16
 * @param depth columns of A and rows of B; B and C have 8 columns
 * @param left number format of A
 * @param right number format of B
 * @param result type of C and D: F16 (two elements in a register), F32, F64 or I32
 * @param product how elements are multiplied
 */
public record MmaShape(
    int rows, int depth, MatrixElement left, MatrixElement right, Type result, Product product)
    implements MatrixShape {
  private static final int LANES = 32;
  private static final int SIDE = 8; // columns of B, and rows between two registers of A
  private static final int SHARE = 4; // lanes that hold a row of A

  /** How two elements are multiplied. */
  public enum Product {
    /** As numbers. */
    MULTIPLY,
    /** Single bits: logical and. */
    AND,
    /** Single bits: exclusive or. */
    XOR
  }

  /** The floats of at most eight bits, a byte each. */
  static final List<MatrixElement> BYTES =
      List.of(
          MatrixElement.E4M3,
          MatrixElement.E5M2,
          MatrixElement.E3M2,
          MatrixElement.E2M3,
          MatrixElement.E2M1_BYTE);

  private static final List<MmaShape> ALL = all();

  /**
   * Checks the sizes.
   *
   * @param rows rows of A and C
   * @param depth columns of A and rows of B
   * @param left number format of A
   * @param right number format of B
   * @param result type of C and D
   * @param product how elements are multiplied
   * @throws IllegalArgumentException if a row of A does not fill whole registers of four lanes
   */
  public MmaShape {
    Objects.requireNonNull(product);
    int share = SHARE * Math.max(1, WORD / left.bits());
    if (rows != SIDE && rows != 2 * SIDE || depth <= 0 || depth % share != 0) {
      throw new IllegalArgumentException("no product of %s rows, depth %s".formatted(rows, depth));
    }
  }

  private static List<MmaShape> all() {
    List<MmaShape> all = new ArrayList<>();
    for (int depth : List.of(8, 16)) {
      all.add(floats(depth, MatrixElement.F16, MatrixElement.F16, Type.F16));
      all.add(floats(depth, MatrixElement.F16, MatrixElement.F16, Type.F32));
      all.add(floats(depth, MatrixElement.BF16, MatrixElement.BF16, Type.F32));
    }
    all.add(floats(4, MatrixElement.XF32, MatrixElement.XF32, Type.F32));
    all.add(floats(8, MatrixElement.XF32, MatrixElement.XF32, Type.F32));
    for (int depth : List.of(16, 32)) {
      floats(all, depth, List.of(MatrixElement.E4M3, MatrixElement.E5M2));
    }
    all.add(new MmaShape(8, 4, MatrixElement.F64, MatrixElement.F64, Type.F64, Product.MULTIPLY));
    for (int depth : List.of(4, 8, 16)) {
      all.add(floats(depth, MatrixElement.F64, MatrixElement.F64, Type.F64));
    }
    integers(all, List.of(MatrixElement.I8, MatrixElement.U8), 16);
    integers(all, List.of(MatrixElement.S4, MatrixElement.U4), 32);
    for (Product product : List.of(Product.AND, Product.XOR)) {
      for (int[] size : sizes(128)) {
        all.add(
            new MmaShape(size[0], size[1], MatrixElement.B1, MatrixElement.B1, Type.I32, product));
      }
    }
    floats(all, 32, BYTES);
    return List.copyOf(all);
  }

  /** Adds the products of bytes that are not there. */
  private static void floats(List<MmaShape> all, int depth, List<MatrixElement> elements) {
    for (MatrixElement left : elements) {
      for (MatrixElement right : elements) {
        for (Type result : List.of(Type.F16, Type.F32)) {
          MmaShape shape = floats(depth, left, right, result);
          if (!all.contains(shape)) {
            all.add(shape);
          }
        }
      }
    }
  }

  private static MmaShape floats(int depth, MatrixElement left, MatrixElement right, Type result) {
    return new MmaShape(2 * SIDE, depth, left, right, result, Product.MULTIPLY);
  }

  private static void integers(List<MmaShape> all, List<MatrixElement> elements, int depth) {
    for (MatrixElement left : elements) {
      for (MatrixElement right : elements) {
        for (int[] size : sizes(depth)) {
          all.add(new MmaShape(size[0], size[1], left, right, Type.I32, Product.MULTIPLY));
        }
      }
    }
  }

  /** Returns rows and depths of products of integers, from the least depth. */
  private static List<int[]> sizes(int depth) {
    return List.of(
        new int[] {SIDE, depth}, new int[] {2 * SIDE, depth}, new int[] {2 * SIDE, 2 * depth});
  }

  /** {@return all shapes that PTX has, in a fixed order} */
  public static List<MmaShape> values() {
    return ALL;
  }

  /**
   * {@return the shape of a name; empty if there is none}
   *
   * @param text name, as returned by {@link #text}
   */
  public static Optional<MmaShape> named(String text) {
    return ALL.stream().filter(s -> s.text().equals(text)).findFirst();
  }

  /** {@return the name: size, the types of D, A and B, and the product of bits} */
  @Override
  public String text() {
    return "%s_%s_%s_%s%s"
        .formatted(
            size(),
            resultText(),
            text(left),
            text(right),
            product == Product.MULTIPLY ? "" : "_" + product.name().toLowerCase(Locale.ROOT));
  }

  /** {@return size, type of the result, and the formats' common name: f16, tf32, fp8, s8, s4, …} */
  @Override
  public String timeName() {
    String kind =
        switch (right.isTiny() ? right : left) {
          case F16, BF16 -> "f16";
          case E3M2, E2M3, E2M1_BYTE -> "f8f6f4";
          case E4M3, E5M2 -> "fp8";
          case I8, U8 -> "s8";
          case S4, U4 -> "s4";
          default -> text(left);
        };
    return size() + "_" + resultText() + "_" + kind; // of every shape for each device
  }

  private String resultText() {
    return result == Type.I32 ? "s32" : result.name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return PTX's name of a number format}
   *
   * @param element number format of A or B
   */
  public static String text(MatrixElement element) {
    return switch (element) {
      case XF32 -> "tf32";
      case I8 -> "s8";
      case E2M1_BYTE -> "e2m1";
      default -> element.name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public int columns() {
    return SIDE;
  }

  @Override
  public int blocks() {
    return 1;
  }

  @Override
  public boolean isSparse() {
    return false;
  }

  /** Returns the elements of A or B in a register. */
  private int packed() {
    return inputBits() / left.bits();
  }

  @Override
  public int leftLane(int block, int row, int k) {
    return row % SIDE * SHARE + k / packed() % SHARE;
  }

  @Override
  public int leftPlace(int row, int k) {
    int register = k / packed() / SHARE * (rows / SIDE) + row / SIDE;
    return register * packed() + k % packed();
  }

  @Override
  public int rightLane(int block, int column, int k) {
    return column * SHARE + k / packed() % SHARE;
  }

  @Override
  public int rightPlace(int column, int k) {
    return k / packed() / SHARE * packed() + k % packed();
  }

  @Override
  public int resultLane(int block, int row, int column) {
    return row % SIDE * SHARE + column / 2;
  }

  @Override
  public int resultPlace(int block, int row, int column) {
    return row / SIDE * 2 + column % 2;
  }
}
