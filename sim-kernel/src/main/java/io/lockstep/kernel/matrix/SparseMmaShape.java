// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The shape of a product of PTX's {@code mma.sp}, whose A stores half of its columns: two of every
 * four neighbouring ones, of four pairs if elements have four bits, or one of two if they have 32.
 * The numbers of the columns are in a register of one, two or all lanes of each four, four bits for
 * two elements (PTX ISA, "Sparse matrix storage"; the order in lanes of 8-bit elements as in
 * CUTLASS's reorder_meta).
 *
 * @param whole the product as if all columns were stored
 */
public record SparseMmaShape(MmaShape whole) implements DerivedShape {
  private static final int SHARE = 4; // lanes that hold a row of A
  private static final int SIDE = 8; // rows between two of a lane
  private static final int CHUNK = 4; // bits of the numbers of two elements
  private static final List<SparseMmaShape> ALL = all();

  /** {@return all shapes that PTX has, in a fixed order} */
  public static List<SparseMmaShape> values() {
    return ALL;
  }

  private static List<SparseMmaShape> all() {
    List<SparseMmaShape> all = new ArrayList<>();
    for (MmaShape s : MmaShape.values()) {
      boolean some =
          switch (s.left()) {
            case B1, F64 -> false;
            case E4M3, E5M2 -> s.depth() == 32;
            default -> s.rows() == 2 * SIDE;
          };
      if (some) {
        int depth = 2 * s.depth();
        all.add(
            new SparseMmaShape(
                new MmaShape(s.rows(), depth, s.left(), s.right(), s.result(), s.product())));
      }
    }
    return List.copyOf(all);
  }

  /**
   * {@return the shape of a name; empty if there is none}
   *
   * @param text name, as returned by {@link #text}
   */
  public static Optional<SparseMmaShape> named(String text) {
    return ALL.stream().filter(s -> s.text().equals(text)).findFirst();
  }

  /** {@return the product of the columns that are stored} */
  public MmaShape stored() {
    return new MmaShape(
        whole.rows(),
        whole.depth() / 2,
        whole.left(),
        whole.right(),
        whole.result(),
        whole.product());
  }

  /** {@return the name of the whole product, marked as sparse} */
  @Override
  public String text() {
    return whole.text() + "_sparse";
  }

  /** {@return the name of the product of what is stored, which takes as long} */
  @Override
  public String timeName() {
    return stored().timeName();
  }

  /** {@return the number of sets of lanes of which an instruction chooses one} */
  public int indexSets() {
    return SHARE / holders();
  }

  /** Returns the lanes of each four whose registers hold numbers of columns. */
  private int holders() {
    return whole.rows() * chunk(storedDepth()) * CHUNK / (SIDE * WORD);
  }

  /** Returns the chunk of four bits that tells the column of a stored element. */
  private int chunk(int k) {
    return switch (whole.left()) {
      case XF32 -> k;
      case S4, U4, E2M1 -> k / 4;
      default -> k / 2;
    };
  }

  private boolean isNarrow() {
    return whole.left().bits() <= Byte.SIZE;
  }

  @Override
  public int indexLane(int set, int row, int k) {
    int further = isNarrow() ? row / SIDE + chunk(k) / 8 * 2 : chunk(k) / 4;
    return row % SIDE * SHARE + set * holders() + further;
  }

  @Override
  public int indexPlace(int set, int row, int k) {
    int second =
        switch (whole.left()) {
          case XF32 -> 0;
          case S4, U4, E2M1 -> k / 2 % 2;
          default -> k % 2;
        };
    int first = isNarrow() ? chunk(k) % 8 * CHUNK : chunk(k) % 4 * CHUNK + row / SIDE * 16;
    return first + 2 * second;
  }

  @Override
  public int indexed(int k, int index) {
    return switch (whole.left()) {
      case XF32 -> 2 * k + index / 2;
      case S4, U4, E2M1 -> k / 4 * 8 + index * 2 + k % 2;
      default -> k / 2 * 4 + index;
    };
  }

  @Override
  public boolean isSparse() {
    return true;
  }
}
