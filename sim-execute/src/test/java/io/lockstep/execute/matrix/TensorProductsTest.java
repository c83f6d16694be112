// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.number.ByteFloats;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.type.Rounding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Products as chips computed them (the file's head has the source). {@code
 * -Dlockstep.tensor.file=FILE} takes those of another file of the same form.
 */
class TensorProductsTest {
  private static final Map<String, MatrixElement> FORMATS =
      Map.of(
          "fp16", MatrixElement.F16,
          "bf16", MatrixElement.BF16,
          "tf32", MatrixElement.XF32,
          "E4M3", MatrixElement.E4M3,
          "E5M2", MatrixElement.E5M2);

  private static SumRule rule(String chip, String format) {
    boolean tf32 = format.equals("tf32");
    return switch (chip) {
      case "V100" -> TensorRules.VOLTA;
      case "A100", "A2" -> tf32 ? TensorRules.AMPERE_TF32 : TensorRules.AMPERE;
      case "Ada", "L40S" ->
          format.startsWith("E")
              ? TensorRules.ADA_BYTES
              : tf32 ? TensorRules.AMPERE_TF32 : TensorRules.AMPERE;
      default -> tf32 ? TensorRules.HOPPER_TF32 : TensorRules.HOPPER;
    };
  }

  private static int[] numbers(String field) {
    return Arrays.stream(field.split(" ")).mapToInt(h -> Integer.parseUnsignedInt(h, 16)).toArray();
  }

  /** Compares all products of some lines; returns how many of each kind differ, of how many. */
  private static Map<String, int[]> differences(List<String> lines) {
    Map<String, int[]> found = new TreeMap<>();
    for (String line : lines) {
      String[] field = line.split(",", -1);
      if (line.startsWith("#") || field[0].equals("chip")) {
        continue;
      }
      int[] a = numbers(field[2]);
      int[] b = numbers(field[3]);
      int c = Integer.parseUnsignedInt(field[4], 16);
      String kind = field[0] + " " + field[1];
      for (int half = 0; half < 2; half++) {
        String wanted = field[5 + half];
        if (!wanted.isEmpty()) {
          int[] count = found.computeIfAbsent(kind + (half == 1 ? " half" : ""), k -> new int[2]);
          count[1]++;
          int d = sum(field[0], field[1], a, b, c, half == 1);
          count[0] += d == Integer.parseUnsignedInt(wanted, 16) ? 0 : 1;
        }
      }
    }
    return found;
  }

  private static int sum(String chip, String format, int[] a, int[] b, int c, boolean half) {
    SumRule rule = rule(chip, format);
    MatrixElement element = FORMATS.get(format);
    int start = half ? half(Float.intBitsToFloat(c)) : c;
    if (format.startsWith("E") && chip.equals("B200")) { // it has no instruction of bytes
      return widened(rule, element, a, b, start, half);
    }
    return TensorRules.sum(rule, element, element, half, a, b, start);
  }

  /** What compilers make of a product of bytes where the chip has none. */
  private static int widened(
      SumRule rule, MatrixElement element, int[] a, int[] b, int c, boolean half) {
    int[][] wide = new int[2][32];
    for (int k = 0; k < 32; k++) {
      int place = k % 4 / 2 * 16 + k / 4 * 2 + k % 2;
      wide[0][place] = wide(element, a[k]);
      wide[1][place] = wide(element, b[k]);
    }
    MatrixElement f16 = MatrixElement.F16;
    int products = TensorRules.sum(rule, f16, f16, half, wide[0], wide[1], 0);
    return half
        ? half(HalfFloats.toFloat(c) + HalfFloats.toFloat(products))
        : Float.floatToRawIntBits(Float.intBitsToFloat(c) + Float.intBitsToFloat(products));
  }

  private static int wide(MatrixElement element, int bits) {
    return element == MatrixElement.E5M2 ? bits << 8 : half(ByteFloats.fromE4m3(bits));
  }

  private static int half(float number) {
    return HalfFloats.toHalf(number, Rounding.NEAREST_EVEN) & 0xFFFF;
  }

  private static List<String> products() throws IOException {
    String file = System.getProperty("lockstep.tensor.file");
    if (file != null) {
      return Files.readAllLines(Path.of(file));
    }
    try (InputStream in = TensorProductsTest.class.getResourceAsStream("tensor-products.csv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void everyProductIsBitForBitThatOfTheChip() throws IOException {
    Map<String, int[]> found = differences(products());
    assertThat(found).hasSizeGreaterThan(30);
    found.forEach((kind, count) -> assertThat(count[0]).as("%s of %s", kind, count[1]).isZero());
  }
}
