// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sums of tensor cores against {@link TensorReference}, and what published experiments found.
 * {@code -Dlockstep.tensor.products=1000000} compares as many random products for each rule.
 */
class TensorSumTest {
  private static final int PRODUCTS = Integer.getInteger("lockstep.tensor.products", 4000);
  private static final int ONE = 0x3F800000;
  private static final int HALF_ONE = 0x3C00;

  /** How factors are drawn. */
  private enum Draw {
    UNIFORM,
    WHOLE,
    WIDE,
    CANCELLING,
    SUBNORMAL,
    SPECIAL
  }

  private static Stream<Arguments> rules() {
    return Stream.of(
        Arguments.of("Volta", TensorRules.VOLTA, MatrixElement.F16, MatrixElement.F16),
        Arguments.of("Turing", TensorRules.TURING, MatrixElement.F16, MatrixElement.F16),
        Arguments.of("Ampere", TensorRules.AMPERE, MatrixElement.F16, MatrixElement.F16),
        Arguments.of("Ampere", TensorRules.AMPERE, MatrixElement.BF16, MatrixElement.BF16),
        Arguments.of("Ampere", TensorRules.AMPERE_TF32, MatrixElement.XF32, MatrixElement.XF32),
        Arguments.of("Ada", TensorRules.ADA_BYTES, MatrixElement.E4M3, MatrixElement.E5M2),
        Arguments.of("Hopper", TensorRules.HOPPER, MatrixElement.F16, MatrixElement.F16),
        Arguments.of("Hopper", TensorRules.HOPPER, MatrixElement.BF16, MatrixElement.BF16),
        Arguments.of("Hopper", TensorRules.HOPPER_TF32, MatrixElement.XF32, MatrixElement.XF32),
        Arguments.of(
            "Blackwell", TensorRules.BLACKWELL_BYTES, MatrixElement.E5M2, MatrixElement.E5M2),
        Arguments.of(
            "Blackwell", TensorRules.BLACKWELL_BYTES, MatrixElement.E4M3, MatrixElement.E4M3),
        Arguments.of(
            "Blackwell", TensorRules.BLACKWELL_BYTES, MatrixElement.E3M2, MatrixElement.E2M3),
        Arguments.of(
            "Blackwell", TensorRules.BLACKWELL_BYTES, MatrixElement.E2M1_BYTE, MatrixElement.E5M2),
        Arguments.of(
            "Blackwell", TensorRules.BLACKWELL_BYTES, MatrixElement.E4M3, MatrixElement.E2M1_BYTE),
        Arguments.of("exact", SumRule.EXACT, MatrixElement.F16, MatrixElement.F16),
        Arguments.of("exact", SumRule.EXACT, MatrixElement.BF16, MatrixElement.BF16),
        Arguments.of("exact", SumRule.EXACT, MatrixElement.XF32, MatrixElement.XF32),
        Arguments.of("exact", SumRule.EXACT, MatrixElement.E4M3, MatrixElement.E5M2));
  }

  @ParameterizedTest(name = "{0}, {2} and {3}")
  @MethodSource("rules")
  void everySumIsThatOfTheRuleOnWholeNumbers(
      String name, SumRule rule, MatrixElement left, MatrixElement right) {
    Random random = new Random(name.hashCode() + left.ordinal());
    for (int n = 0; n < PRODUCTS; n++) {
      Draw draw = Draw.values()[n % Draw.values().length];
      boolean half = left != MatrixElement.BF16 && left != MatrixElement.XF32 && n % 3 == 0;
      int depth = 4 << random.nextInt(4);
      int[] a = new int[depth];
      int[] b = new int[depth];
      for (int k = 0; k < depth; k++) {
        a[k] = drawn(random, left, draw);
        b[k] = drawn(random, right, draw);
      }
      if (draw == Draw.CANCELLING) {
        for (int k = 0; k + 1 < depth; k += 2) {
          a[k + 1] = a[k] ^ 1 << below(left) + left.exponentBits() ^ random.nextInt(2);
          b[k + 1] = b[k];
        }
      }
      int c = half ? drawn(random, MatrixElement.F16, draw) : single(random, draw);
      assertThat(TensorRules.sum(rule, left, right, half, a, b, c))
          .as("%s, product %s, %s", draw, n, half ? "half" : "single")
          .isEqualTo(TensorReference.sum(rule, left, right, half, a, b, c));
    }
  }

  @ParameterizedTest(name = "{0}, {2} and {3}")
  @MethodSource("rules")
  void aMatrixHasTheSumsOfItsRowsAndColumns(
      String name, SumRule rule, MatrixElement left, MatrixElement right) {
    Random random = new Random(name.hashCode() + left.ordinal());
    for (int n = 0; n < PRODUCTS / 40; n++) {
      boolean half = left != MatrixElement.BF16 && left != MatrixElement.XF32 && n % 3 == 0;
      int depth = 4 << random.nextInt(4);
      int[][] a = lines(random, left, 16, depth);
      int[][] b = lines(random, right, 8, depth);
      TensorSum sum = new TensorSum(rule, left, right, half, 16, 8, depth);
      sum.clear();
      int[] found = new int[16 * 8];
      int[] expected = new int[found.length];
      Draw draw = Draw.values()[n % Draw.values().length];
      for (int k = 0; k < depth; k++) {
        for (int row = 0; row < 16; row++) {
          sum.left(row, k, a[row][k]);
        }
        for (int column = 0; column < 8; column++) {
          sum.right(column, k, b[column][k]);
        }
      }
      for (int d = 0; d < found.length; d++) {
        found[d] = half ? drawn(random, MatrixElement.F16, draw) : single(random, draw);
        expected[d] = TensorReference.sum(rule, left, right, half, a[d / 8], b[d % 8], found[d]);
      }
      sum.sum(found, 16, 8);
      assertThat(found).as("product %s, C %s", n, draw).isEqualTo(expected);
    }
  }

  /** Lines that are drawn in several ways. */
  private static int[][] lines(Random random, MatrixElement format, int count, int depth) {
    int[][] lines = new int[count][depth];
    for (int[] line : lines) {
      Draw draw = Draw.values()[random.nextInt(16) == 0 ? random.nextInt(6) : random.nextInt(2)];
      for (int k = 0; k < depth; k++) {
        line[k] = drawn(random, format, draw);
      }
    }
    return lines;
  }

  private static int single(Random random, Draw draw) {
    int bits = drawn(random, MatrixElement.BF16, draw) << 16 | random.nextInt(1 << 16);
    return random.nextInt(8) == 0 ? bits & 0x80000000 : bits;
  }

  private static int drawn(Random random, MatrixElement e, Draw draw) {
    int exponents = (1 << e.exponentBits()) - 1;
    int below = below(e);
    int exponent =
        switch (draw) {
          case UNIFORM, WHOLE, CANCELLING -> (exponents >> 1) - random.nextInt(3);
          case WIDE -> random.nextInt(exponents);
          case SUBNORMAL -> random.nextInt(3) == 0 ? exponents / 2 + random.nextInt(4) : 0;
          case SPECIAL -> random.nextInt(16) == 0 ? exponents : random.nextInt(exponents);
        };
    boolean whole = draw == Draw.WHOLE || random.nextInt(4) == 0;
    int fraction = whole ? random.nextInt(2) << below - 1 : random.nextInt(1 << below);
    return (random.nextInt(2) << e.exponentBits() | exponent) << below | fraction;
  }

  private static int below(MatrixElement e) {
    return e.lowest() + e.fractionBits();
  }

  private static float ampere(float c, float... products) {
    int[] a = new int[8];
    int[] b = new int[8];
    for (int k = 0; k < products.length; k++) {
      a[k] = HALF_ONE;
      b[k] = HalfFloats.toHalf(products[k], io.lockstep.kernel.type.Rounding.NEAREST_EVEN) & 0xFFFF;
    }
    return Float.intBitsToFloat(
        TensorRules.sum(
            TensorRules.AMPERE,
            MatrixElement.F16,
            MatrixElement.F16,
            false,
            a,
            b,
            Float.floatToRawIntBits(c)));
  }

  @Test
  void aLargerTermCanMakeTheSumSmaller() {
    // Eight terms of 0.75 are cut to nothing beside 2^24, and to 0.5 beside the number below it.
    float[] terms = new float[8];
    java.util.Arrays.fill(terms, 0.75f);
    float large = ampere(0x1p24f, terms);
    float smaller = ampere(Math.nextDown(0x1p24f), terms);
    assertThat(large).isEqualTo(0x1p24f);
    assertThat(smaller).isGreaterThan(large);
  }

  @Test
  void smallTermsBesideALargeCAreLostTowardsZero() {
    assertThat(ampere(0x1p24f, 0.5f, 0.5f, 0.5f, 0.5f)).isEqualTo(0x1p24f);
    assertThat(ampere(-0x1p24f, -0.5f, -0.5f, -0.5f, -0.5f)).isEqualTo(-0x1p24f);
    // 1 less 2^-25 is not rounded to 1: the term is cut, and the sum as well.
    assertThat(ampere(1f, 0x1p-14f)).isEqualTo(1f + 0x1p-14f);
  }

  @Test
  void theOrderOfProductsInAGroupHasNoEffect() {
    Random random = new Random(3);
    for (int n = 0; n < 1000; n++) {
      float[] products = new float[8];
      for (int k = 0; k < 8; k++) {
        products[k] = (float) Math.scalb(random.nextGaussian(), random.nextInt(20) - 10);
      }
      float c = (float) Math.scalb(random.nextGaussian(), 8);
      float first = ampere(c, products);
      float[] turned = new float[8];
      for (int k = 0; k < 8; k++) {
        turned[k] = products[7 - k];
      }
      assertThat(ampere(c, turned)).isEqualTo(first);
    }
  }

  @Test
  void theOrderOfGroupsHasAnEffect() {
    int[] a = new int[16];
    int[] b = new int[16];
    java.util.Arrays.fill(a, HALF_ONE);
    b[0] = HalfFloats.toHalf(16384, io.lockstep.kernel.type.Rounding.NEAREST_EVEN);
    b[8] = 0x1000; // 2^-11
    int c = Float.floatToRawIntBits(-16384f);
    int[] turned = b.clone();
    turned[0] = b[8];
    turned[8] = b[0];
    MatrixElement f16 = MatrixElement.F16;
    int first = TensorRules.sum(TensorRules.AMPERE, f16, f16, false, a, b, c);
    int second = TensorRules.sum(TensorRules.AMPERE, f16, f16, false, a, turned, c);
    assertThat(Float.intBitsToFloat(first)).isEqualTo(0x1p-11f);
    assertThat(Float.intBitsToFloat(second)).isZero();
  }

  @Test
  void subnormalFactorsAreNotFlushed() {
    int[] a = {1};
    int[] b = {HALF_ONE};
    MatrixElement f16 = MatrixElement.F16;
    assertThat(Float.intBitsToFloat(TensorRules.sum(TensorRules.AMPERE, f16, f16, false, a, b, 0)))
        .isEqualTo(0x1p-24f);
  }

  @Test
  void tf32FactorsAreTruncated() {
    int[] a = {ONE | 0x1FFF};
    int[] b = {ONE};
    MatrixElement tf32 = MatrixElement.XF32;
    assertThat(TensorRules.sum(TensorRules.AMPERE_TF32, tf32, tf32, false, a, b, 0)).isEqualTo(ONE);
  }
}
