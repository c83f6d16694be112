// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.SparseMmaShape;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products with a sparse A against the whole matrix, by the figures of the PTX ISA. */
class SparseProductTest {
  private static final int LANES = 32;
  private static final int[][] PAIRS = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

  private static Stream<SparseMmaShape> shapes() {
    return SparseMmaShape.values().stream();
  }

  private static SparseMmaShape shape(String name) {
    return SparseMmaShape.named(name).orElseThrow();
  }

  /** Columns of A of which a row stores half, as one number of four bits tells. */
  private static int chunk(SparseMmaShape s) {
    return switch (s.left().bits()) {
      case 4 -> 8;
      case 32 -> 2;
      default -> 4;
    };
  }

  /** The bits of the metadata of a chunk whose stored elements, or pairs, are so. */
  private static int bits(SparseMmaShape s, int[] pair) {
    return s.left() == MatrixElement.XF32
        ? pair[0] % 2 == 0 ? 0b0100 : 0b1110
        : pair[0] | pair[1] << 2;
  }

  /** The columns that a chunk stores, in their order. */
  private static int[] columns(SparseMmaShape s, int chunk, int[] pair) {
    int first = chunk * chunk(s);
    return switch (s.left().bits()) {
      case 4 ->
          new int[] {
            first + 2 * pair[0],
            first + 2 * pair[0] + 1,
            first + 2 * pair[1],
            first + 2 * pair[1] + 1
          };
      case 32 -> new int[] {first + pair[0] % 2};
      default -> new int[] {first + pair[0], first + pair[1]};
    };
  }

  /**
   * Puts the four bits of a chunk where the figures have them: of 16-bit and wider elements, rows g
   * and g + 8 are halves of one lane's register, four chunks each; of narrower ones, rows g and g +
   * 8 are in two lanes, eight chunks each.
   */
  private static void put(
      SparseMmaShape s, int selector, int row, int chunk, int bits, int[] metadata) {
    int four = row % 8 * 4;
    boolean wide = s.left().bits() >= 16;
    int chunks = s.depth() / chunk(s);
    int lane =
        wide
            ? four + (chunks == 4 ? selector : 2 * selector + chunk / 4)
            : four + 2 * selector + row / 8 + chunk / 8 * 2;
    int shift = wide ? row / 8 * 16 + chunk % 4 * 4 : chunk % 8 * 4;
    metadata[lane] |= bits << shift;
  }

  private static int[][] small(Random random, int count, MatrixElement element) {
    boolean signed = element != MatrixElement.U8 && element != MatrixElement.U4;
    int most =
        switch (element) {
          case E2M1_BYTE -> 3;
          case E5M2 -> 4;
          default -> 7;
        };
    return IntStream.range(0, LANES)
        .mapToObj(lane -> random.ints(count, signed ? -most : 0, most + 1).toArray())
        .toArray(int[][]::new);
  }

  private static void check(SparseMmaShape shape, int selector, int[][] pairs, boolean swapped) {
    Random random = new Random(shape.text().hashCode() + selector);
    int[][] a = small(random, shape.leftElements(), shape.left());
    int[][] b = small(random, shape.rightElements(), shape.right());
    int[][] c = small(random, 4, MatrixElement.F16);
    int[] metadata = new int[LANES];
    Arrays.setAll(metadata, lane -> 0);
    int chunks = shape.depth() / chunk(shape);
    int stored = shape.storedDepth() / chunks;
    int[][] whole = new int[16][shape.depth()];
    for (int row = 0; row < 16; row++) {
      for (int chunk = 0; chunk < chunks; chunk++) {
        int[] pair = pairs[random.nextInt(pairs.length)];
        put(shape, selector, row, chunk, bits(shape, pair), metadata);
        int[] columns = columns(shape, chunk, pair);
        for (int k = 0; k < stored; k++) {
          int at = chunk * stored + k;
          whole[row][columns[k]] =
              a[shape.stored().leftLane(0, row, at)][shape.stored().leftPlace(row, at)];
        }
      }
    }
    int[][] right = new int[shape.depth()][8];
    for (int k = 0; k < shape.depth(); k++) {
      for (int column = 0; column < 8; column++) {
        right[k][column] = b[shape.rightLane(0, column, k)][shape.rightPlace(column, k)];
      }
    }
    long[][] found =
        MatrixRun.of(shape, new MatrixModifiers(0, selector, swapped ? 0 : 1), a, b, c, metadata);
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < 4; i++) {
        int row = (lane >> 2) + 8 * (i >> 1);
        int column = 2 * (lane & 3) + (i & 1);
        long expected = c[lane][i];
        for (int k = 0; k < shape.depth(); k++) {
          expected += (long) whole[row][k] * right[k][column];
        }
        assertThat(found[lane][i]).as("lane %s, element %s", lane, i).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void storedColumnsAreThoseThatTheMetadataOfEachSelectorName(SparseMmaShape shape) {
    for (int selector = 0; selector < shape.indexSets(); selector++) {
      check(shape, selector, PAIRS, false);
    }
  }

  @Test
  void columnsMayHaveAnyOrderUnlessMetadataAreOrdered() {
    int[][] swapped = {{1, 0}, {3, 1}, {2, 0}};
    SparseMmaShape shape = shape("m16n8k32_f32_f16_f16_sparse");
    check(shape, 1, swapped, true);
    assertThatThrownBy(() -> check(shape, 1, swapped, false))
        .hasMessageContaining("expected ascending columns");
  }

  @Test
  void aColumnNamedTwiceIsAFault() {
    assertThatThrownBy(
            () -> check(shape("m16n8k16_f16_f16_f16_sparse"), 0, new int[][] {{2, 2}}, true))
        .hasMessageContaining("the metadata of row 0 name column 2 twice");
  }

  @Test
  void theSelectorHasAsManyValuesAsSetsOfLanesHoldMetadata() {
    assertThat(shape("m16n8k16_f32_f16_f16_sparse").indexSets()).isEqualTo(4);
    assertThat(shape("m16n8k32_f32_f16_f16_sparse").indexSets()).isEqualTo(2);
    assertThat(shape("m16n8k8_f32_tf32_tf32_sparse").indexSets()).isEqualTo(4);
    assertThat(shape("m16n8k16_f32_tf32_tf32_sparse").indexSets()).isEqualTo(2);
    assertThat(shape("m16n8k32_s32_s8_s8_sparse").indexSets()).isEqualTo(2);
    assertThat(shape("m16n8k64_s32_s8_s8_sparse").indexSets()).isEqualTo(1);
    assertThat(shape("m16n8k64_s32_s4_s4_sparse").indexSets()).isEqualTo(2);
    assertThat(shape("m16n8k128_s32_s4_s4_sparse").indexSets()).isEqualTo(1);
  }
}
