// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.ScaleFormat;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sums of products with scales against {@link TensorReference}. {@code
 * -Dlockstep.tensor.products=1000000} compares as many random products for each rule.
 */
class ScaledSumTest {
  private static final int PRODUCTS = Integer.getInteger("lockstep.tensor.products", 4000);
  private static final int ONE = 0x3F800000;

  private static ScaledMmaShape shape(String name) {
    return ScaledMmaShape.named(name).orElseThrow();
  }

  private static Stream<Arguments> rules() {
    return Stream.of(
            "m16n8k32_f32_e4m3_e4m3_ue8m0_1x",
            "m16n8k32_f32_e5m2_e2m3_ue8m0_1x",
            "m16n8k32_f32_e2m1_e3m2_ue8m0_1x",
            "m16n8k64_f32_e2m1_e2m1_ue8m0_2x",
            "m16n8k64_f32_e2m1_e2m1_ue4m3_4x")
        .map(ScaledSumTest::shape)
        .flatMap(
            s ->
                Stream.of(rule(s), SumRule.EXACT)
                    .map(rule -> Arguments.of(s, rule, rule.isExact() ? "exact" : "cut")));
  }

  private static SumRule rule(ScaledMmaShape shape) {
    return shape.left() == MatrixElement.E2M1
        ? TensorRules.BLACKWELL_NIBBLES
        : TensorRules.BLACKWELL_BYTES;
  }

  private static int sum(
      SumRule rule, ScaledMmaShape shape, int[] a, int[] b, int[] left, int[] right, int c) {
    MatrixSum sum =
        shape.left() == MatrixElement.E2M1
            ? new NibbleSum(rule, shape.format(), shape.scales(), 1, 1, a.length)
            : new TensorSum(rule, shape.left(), shape.right(), false, 1, 1, a.length);
    sum.clear();
    for (int k = 0; k < a.length; k++) {
      sum.left(0, k, a[k]);
      sum.right(0, k, b[k]);
    }
    for (int n = 0; n < left.length; n++) {
      sum.leftScale(0, n, left[n]);
      sum.rightScale(0, n, right[n]);
    }
    return sum.sum(0, 0, c);
  }

  @ParameterizedTest(name = "{0}, {2}")
  @MethodSource("rules")
  void everySumIsThatOfTheRuleOnWholeNumbers(ScaledMmaShape shape, SumRule rule, String name) {
    Random random = new Random(shape.text().hashCode());
    for (int n = 0; n < PRODUCTS; n++) {
      int kind = n % 4; // near one, wide, cancelling, with NaN and infinities
      int[] a = random.ints(shape.depth(), 0, 1 << shape.left().bits()).toArray();
      int[] b = random.ints(shape.depth(), 0, 1 << shape.right().bits()).toArray();
      int[] left = scales(random, shape, kind);
      int[] right = scales(random, shape, kind);
      if (kind < 3) {
        finite(a, shape.left());
        finite(b, shape.right());
      }
      for (int k = 0; kind == 2 && k + 1 < a.length; k += 2) {
        a[k + 1] = a[k] ^ sign(shape.left()) ^ (random.nextInt(8) == 0 ? 4 : 0);
        b[k + 1] = b[k];
      }
      int c =
          switch (kind) {
            case 0, 2 -> Float.floatToRawIntBits((float) random.nextGaussian() * 100);
            case 1 -> random.nextInt() & 0xBFFFFFFF;
            default ->
                random.nextInt(4) == 0 ? 0x7F800000 : random.nextInt(4) == 0 ? 0 : random.nextInt();
          };
      assertThat(sum(rule, shape, a, b, left, right, c))
          .as("%s, product %s", shape.text(), n)
          .isEqualTo(TensorReference.scaled(rule, shape, a, b, left, right, c));
    }
  }

  private static int sign(MatrixElement e) {
    return 1 << e.lowest() + e.fractionBits() + e.exponentBits();
  }

  private static void finite(int[] codes, MatrixElement e) {
    int most = e == MatrixElement.E4M3 ? 0x7E : e == MatrixElement.E5M2 ? 0x7B : 0xFF;
    for (int k = 0; k < codes.length; k++) {
      codes[k] = codes[k] & sign(e) | Math.min(codes[k] & sign(e) - 1, most);
    }
  }

  private static int[] scales(Random random, ScaledMmaShape shape, int kind) {
    return random
        .ints(shape.scales(), 0, 256)
        .map(
            s ->
                kind == 3 || kind == 1 && shape.format() == ScaleFormat.UE4M3
                    ? s
                    : shape.format() == ScaleFormat.UE4M3
                        ? s & 0x87 | 0x38
                        : kind == 1 ? Math.min(s, 254) : 120 + s % 16)
        .toArray();
  }

  @Test
  void aSmallGroupBesideALargeOneIsCutBelow35Bits() {
    ScaledMmaShape shape = shape("m16n8k64_f32_e2m1_e2m1_ue8m0_2x");
    int[] a = new int[64];
    int[] b = new int[64];
    a[0] = 2; // 1
    a[32] = 3; // 1.5
    b[0] = 2;
    b[32] = 1; // 0.5
    int[] one = {127, 127};
    // 0.75 at 2^-36 is nothing beside 1, and the first 1 is taken away by C.
    int c = Float.floatToRawIntBits(-1f);
    assertThat(sum(rule(shape), shape, a, b, one, new int[] {127, 127 - 36}, c)).isZero();
    assertThat(sum(rule(shape), shape, a, b, one, new int[] {127, 127 - 35}, c)).isZero();
    assertThat(Float.intBitsToFloat(sum(rule(shape), shape, a, b, one, new int[] {127, 93}, c)))
        .isEqualTo(0x1p-35f); // 1.5 of 2^-35 is cut to 1
  }

  @Test
  void aScaleOfNanMakesAllSumsOfItsRowNan() {
    ScaledMmaShape bytes = shape("m16n8k32_f32_e4m3_e4m3_ue8m0_1x");
    int[] zeros = new int[32];
    int[] nan = {0xFF};
    int[] one = {127};
    assertThat(sum(rule(bytes), bytes, zeros, zeros, nan, one, ONE)).isEqualTo(0x7FFFFFFF);
    assertThat(sum(rule(bytes), bytes, zeros, zeros, one, one, ONE)).isEqualTo(ONE);
    ScaledMmaShape nibbles = shape("m16n8k64_f32_e2m1_e2m1_ue4m3_4x");
    int[] ones = {0x38, 0x38, 0x38, 0x38};
    int[] part = {0x38, 0x38, 0xFF, 0x38};
    int[] more = new int[64];
    assertThat(sum(rule(nibbles), nibbles, more, more, ones, part, ONE)).isEqualTo(0x7FFFFFFF);
  }
}
