// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Products with scales against the definition, by the formulas of the PTX ISA: every code of every
 * format, every selector, with one rounding of the exact sum.
 */
class ScaledProductTest {
  private static final int LANES = 32;

  private static Stream<ScaledMmaShape> shapes() {
    return ScaledMmaShape.values().stream();
  }

  /** The number that a code of a format is: a sign, so many exponent and fraction bits, a bias. */
  private static BigDecimal number(String format, int code) {
    int exponents = format.charAt(1) - '0';
    int fractions = format.charAt(3) - '0';
    int bias = (1 << exponents - 1) - 1;
    int field = code >> fractions & (1 << exponents) - 1;
    int fraction = code & (1 << fractions) - 1;
    int whole = field == 0 ? fraction : fraction + (1 << fractions);
    BigDecimal magnitude = power(Math.max(field, 1) - bias - fractions, whole);
    return code >> fractions + exponents == 0 ? magnitude : magnitude.negate();
  }

  private static BigDecimal power(int exponent, int times) {
    BigDecimal two = BigDecimal.valueOf(2);
    BigDecimal power = exponent < 0 ? BigDecimal.ONE.divide(two.pow(-exponent)) : two.pow(exponent);
    return power.multiply(BigDecimal.valueOf(times));
  }

  private static BigDecimal scale(String format, int code) {
    return format.equals("ue8m0") ? power(code - 127, 1) : number("e4m3", code & 0x7F);
  }

  /** A code that is a finite number. */
  private static int code(Random random, String format) {
    return switch (format) {
      case "e4m3" -> random.nextInt(127) | random.nextInt(2) << 7;
      case "e5m2" -> random.nextInt(124) | random.nextInt(2) << 7;
      case "e3m2", "e2m3" -> random.nextInt(64);
      case "e2m1" -> random.nextInt(16);
      case "ue8m0" -> 120 + random.nextInt(16);
      default -> random.nextInt(127) | random.nextInt(2) << 7; // the highest bit is ignored
    };
  }

  /** The bits of an element in its register: those of four bits are in the middle of a byte. */
  private static int placed(String format, int code, boolean nibbles) {
    return format.equals("e2m1") && !nibbles ? code << 2 : code;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("shapes")
  void elementsAndScalesAreWherePtxHasThem(ScaledMmaShape shape) {
    String[] words = shape.text().split("_"); // size, f32, A, B, scales, their number
    Random random = new Random(shape.text().hashCode());
    for (int leftByte = 0; leftByte < 4; leftByte += shape.scales()) {
      for (int lanes = 0; lanes < 8; lanes++) {
        int rightByte = (leftByte + lanes * shape.scales()) % 4;
        check(shape, words, random, new int[] {leftByte, lanes % 2, rightByte, lanes / 2});
      }
    }
  }

  /**
   * The columns of the elements that a sparse A stores: two of each four, or two pairs of each four
   * pairs of elements of four bits.
   */
  private static int[][] columns(ScaledMmaShape shape, boolean nibbles, Random random) {
    int together = nibbles ? 2 : 1;
    int[][] columns = new int[16][shape.depth() / 2];
    for (int[] row : columns) {
      for (int k = 0; k < row.length; k += 2 * together) {
        int first = random.nextInt(3);
        int second = first + 1 + random.nextInt(3 - first);
        for (int n = 0; n < together; n++) {
          row[k + n] = 2 * k + first * together + n;
          row[k + together + n] = 2 * k + second * together + n;
        }
      }
    }
    return columns;
  }

  /**
   * The columns as mma.sp has them (CUTLASS, SM120::BLOCKSCALED::SPARSE): lane a + 2·b + 4·c holds
   * half b of row c + 8·a, two bits for each element or pair.
   */
  private static int[][] metadata(int[][] columns, boolean nibbles) {
    int together = nibbles ? 2 : 1;
    int[][] words = new int[LANES][1];
    for (int lane = 0; lane < LANES; lane++) {
      int row = lane / 4 + lane % 2 * 8;
      for (int n = 0; n < 16; n++) {
        int column = columns[row][(lane / 2 % 2 * 16 + n) * together];
        words[lane][0] |= column / together % 4 << 2 * n;
      }
    }
    return words;
  }

  private static void check(ScaledMmaShape shape, String[] words, Random random, int[] select) {
    boolean nibbles = shape.scales() > 1;
    int each = nibbles ? 8 : 4; // elements of a register
    int bits = 32 / each;
    BigDecimal[][] a = new BigDecimal[16][shape.depth()];
    BigDecimal[][] b = new BigDecimal[8][shape.depth()];
    int[][] left = new int[LANES][4];
    int rights = shape.isSparse() ? 4 : 2; // registers
    int[][] right = new int[LANES][rights];
    int[][] columns = columns(shape, nibbles, random);
    int[][] sums = new int[LANES][4];
    int[][] leftScales = new int[LANES][1];
    int[][] rightScales = new int[LANES][1];
    for (int lane = 0; lane < LANES; lane++) {
      int g = lane >> 2;
      int t = lane & 3;
      for (int i = 0; i < 4 * each; i++) {
        int code = code(random, words[2]);
        int register = i / each;
        left[lane][register] |= placed(words[2], code, nibbles) << i % each * bits;
        int row = register % 2 == 0 ? g : g + 8;
        int k = each * t + i % each + (register >= 2 ? 4 * each : 0);
        a[row][shape.isSparse() ? columns[row][k] : k] = number(words[2], code);
      }
      for (int i = 0; i < rights * each; i++) {
        int code = code(random, words[3]);
        right[lane][i / each] |= placed(words[3], code, nibbles) << i % each * bits;
        b[g][each * t + i % each + i / each * 4 * each] = number(words[3], code);
      }
      for (int i = 0; i < 4; i++) {
        sums[lane][i] = Float.floatToRawIntBits(random.nextInt(2000) - 1000);
        leftScales[lane][0] |= code(random, words[4]) << 8 * i;
        rightScales[lane][0] |= code(random, words[4]) << 8 * i;
      }
    }
    MatrixModifiers selectors =
        MatrixModifiers.ofScales(select[0], select[1], select[2], select[3]);
    int[][] found =
        shape.isSparse()
            ? MatrixRun.ofWords(
                shape,
                selectors.ascending(),
                List.of(left, right, sums, leftScales, rightScales, metadata(columns, nibbles)))
            : MatrixRun.ofWords(
                shape, selectors, List.of(left, right, sums, leftScales, rightScales));
    for (int lane = 0; lane < LANES; lane++) {
      for (int i = 0; i < 4; i++) {
        int row = (lane >> 2) + 8 * (i >> 1);
        int column = 2 * (lane & 3) + (i & 1);
        BigDecimal sum = new BigDecimal(Float.intBitsToFloat(sums[lane][i]));
        for (int k = 0; k < shape.depth(); k++) {
          if (a[row][k] == null) {
            continue; // not stored
          }
          int part = k * shape.scales() / shape.depth();
          // Of two lanes in each four, the first one has the scales of the upper rows.
          int x = leftScales[row % 8 * 4 + 2 * select[1] + row / 8][0];
          int y = rightScales[column * 4 + select[3]][0];
          BigDecimal scales =
              scale(words[4], x >>> 8 * (select[0] + part) & 0xFF)
                  .multiply(scale(words[4], y >>> 8 * (select[2] + part) & 0xFF));
          sum = sum.add(a[row][k].multiply(b[column][k]).multiply(scales));
        }
        assertThat(Float.intBitsToFloat(found[lane][i]))
            .as("%s, lane %s, element %s, selectors %s", shape.text(), lane, i, List.of(select))
            .isEqualTo(sum.signum() == 0 ? 0f : sum.floatValue());
      }
    }
  }
}
