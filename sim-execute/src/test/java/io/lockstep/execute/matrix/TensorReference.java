// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import io.lockstep.kernel.analysis.SumRule;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.ScaleFormat;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of tensor cores on whole numbers: a number is a multiple of 2^-PLACES. Written from the
 * rules alone, for comparison with {@link TensorSum}.
 */
final class TensorReference {
  private static final int PLACES = 700;

  /** A factor or C: its value and the exponent that counts for the largest one. */
  private record Number(BigInteger value, int exponent, int sign, boolean infinite, boolean nan) {
    boolean isZero() {
      return value.signum() == 0 && !infinite && !nan;
    }
  }

  private TensorReference() {}

  private static Number number(int bits, int width, int exponentBits, int fractionBits, int kind) {
    int sign = bits >>> width - 1 == 0 ? 1 : -1;
    int field = bits >>> width - 1 - exponentBits & (1 << exponentBits) - 1;
    int dropped = width - 1 - exponentBits - fractionBits;
    int fraction = (bits & (1 << width - 1 - exponentBits) - 1) >>> dropped;
    int all = bits & (1 << width - 1 - exponentBits) - 1;
    int bias = (1 << exponentBits - 1) - 1;
    if (field == (1 << exponentBits) - 1) {
      if (kind == 0) {
        return new Number(BigInteger.ZERO, 0, sign, all == 0, all != 0);
      } else if (kind == 1 && fraction == (1 << fractionBits) - 1) {
        return new Number(BigInteger.ZERO, 0, sign, false, true);
      }
    }
    int exponent = Math.max(field, 1) - bias;
    int significand = field == 0 ? fraction : fraction + (1 << fractionBits);
    BigInteger value =
        BigInteger.valueOf((long) sign * significand).shiftLeft(PLACES + exponent - fractionBits);
    return new Number(value, exponent, sign, false, false);
  }

  static Number of(MatrixElement e, int bits) {
    return switch (e) {
      case E4M3 -> number(bits, 8, 4, 3, 1);
      case E3M2 -> number(bits & 0x3F, 6, 3, 2, 2);
      case E2M3 -> number(bits & 0x3F, 6, 2, 3, 2);
      case E2M1_BYTE -> number(bits >> 2 & 0xF, 4, 2, 1, 2);
      case E2M1 -> number(bits, 4, 2, 1, 2);
      default -> number(bits, e.bits(), e.exponentBits(), e.fractionBits(), 0);
    };
  }

  /** A scale: a power of two, or a number without a sign. */
  private static Number scale(ScaleFormat format, int bits) {
    if (format == ScaleFormat.UE4M3) {
      return number(bits & 0x7F, 8, 4, 3, 1);
    }
    int exponent = bits - 127;
    BigInteger value = BigInteger.ONE.shiftLeft(PLACES + exponent);
    return new Number(value, exponent, 1, false, bits == 0xFF);
  }

  private static Number times(Number x, Number y) {
    return new Number(
        x.value.multiply(y.value).shiftRight(PLACES),
        x.exponent + y.exponent,
        x.sign * y.sign,
        x.infinite || y.infinite,
        x.nan || y.nan || x.infinite && y.isZero() || y.infinite && x.isZero());
  }

  /**
   * An element of D of a product with scales of rows of A and columns of B. Floats of four bits are
   * added exactly in groups, whose exponent is that of their scales.
   */
  static int scaled(
      SumRule rule,
      ScaledMmaShape shape,
      int[] a,
      int[] b,
      int[] leftScales,
      int[] rightScales,
      int c) {
    boolean nibbles = shape.left() == MatrixElement.E2M1;
    int part = a.length / leftScales.length;
    int step = nibbles || rule.isExact() ? a.length : rule.group();
    int sum = c;
    for (int first = 0; first < a.length; first += step) {
      List<Number> terms = new ArrayList<>();
      terms.add(number(sum, 32, 8, 23, 0));
      int group = !nibbles ? 1 : rule.isExact() ? part : rule.group();
      for (int k = first; k < first + step; k += group) {
        Number scales =
            times(
                scale(shape.format(), leftScales[k / part]),
                scale(shape.format(), rightScales[k / part]));
        Number product = times(of(shape.left(), a[k]), of(shape.right(), b[k]));
        BigInteger value = product.value;
        for (int n = k + 1; n < k + group; n++) {
          value = value.add(times(of(shape.left(), a[n]), of(shape.right(), b[n])).value);
        }
        Number group0 =
            nibbles ? new Number(value, 0, value.signum() < 0 ? -1 : 1, false, false) : product;
        terms.add(times(group0, scales));
      }
      sum = added(rule, false, terms);
    }
    return sum;
  }

  static int sum(
      SumRule rule, MatrixElement l, MatrixElement r, boolean half, int[] a, int[] b, int c) {
    int sum = c;
    int group = rule.isExact() ? a.length : rule.group();
    for (int k = 0; k < a.length; k += group) {
      int end = Math.min(a.length, k + group);
      sum = group(rule, l, r, half, slice(a, k, end), slice(b, k, end), sum);
    }
    return sum;
  }

  private static int[] slice(int[] all, int from, int to) {
    return java.util.Arrays.copyOfRange(all, from, to);
  }

  private static int group(
      SumRule rule, MatrixElement l, MatrixElement r, boolean half, int[] a, int[] b, int cBits) {
    Number c = half ? number(cBits, 16, 5, 10, 0) : number(cBits, 32, 8, 23, 0);
    List<Number> terms = new ArrayList<>();
    terms.add(c);
    for (int k = 0; k < a.length; k++) {
      terms.add(times(of(l, a[k]), of(r, b[k])));
    }
    return added(rule, half, terms);
  }

  private static int added(SumRule rule, boolean half, List<Number> terms) {
    boolean up = terms.stream().anyMatch(t -> t.infinite && !t.nan && t.sign > 0);
    boolean down = terms.stream().anyMatch(t -> t.infinite && !t.nan && t.sign < 0);
    if (terms.stream().anyMatch(t -> t.nan) || up && down) {
      return half ? 0x7FFF : 0x7FFFFFFF;
    }
    if (up || down) {
      return (half ? 0x7C00 : 0x7F800000) | (down ? half ? 0x8000 : 0x80000000 : 0);
    }
    int cut = 0;
    if (!rule.isExact()) {
      int largest = half ? rule.halfFloor() : rule.floor();
      for (Number t : terms) {
        largest = t.isZero() ? largest : Math.max(largest, t.exponent);
      }
      cut = PLACES + largest - rule.fractionBits();
    }
    BigInteger sum = BigInteger.ZERO;
    for (Number t : terms) {
      BigInteger magnitude = t.value.abs().shiftRight(cut).shiftLeft(cut);
      sum = t.value.signum() < 0 ? sum.subtract(magnitude) : sum.add(magnitude);
    }
    return half
        ? rounded(sum, 5, 10, 10, true)
        : rounded(sum, 8, 23, rule.isExact() ? 23 : rule.resultBits(), rule.isExact());
  }

  /** Rounds to a float with so many exponent and fraction bits, to the nearest or towards zero. */
  private static int rounded(
      BigInteger value, int exponentBits, int fractionBits, int kept, boolean nearest) {
    if (value.signum() == 0) {
      return 0;
    }
    int bias = (1 << exponentBits - 1) - 1;
    int sign = value.signum() < 0 ? 1 << exponentBits + fractionBits : 0;
    BigInteger magnitude = value.abs();
    int exponent = magnitude.bitLength() - 1 - PLACES;
    int step = Math.max(exponent - kept, 1 - bias - fractionBits) + PLACES;
    BigInteger quotient = magnitude.shiftRight(step);
    BigInteger rest = magnitude.subtract(quotient.shiftLeft(step));
    int compared = rest.shiftLeft(1).compareTo(BigInteger.ONE.shiftLeft(step));
    if (nearest && (compared > 0 || compared == 0 && quotient.testBit(0))) {
      quotient = quotient.add(BigInteger.ONE);
    }
    BigInteger result = quotient.shiftLeft(step);
    if (result.signum() == 0) {
      return sign;
    }
    exponent = result.bitLength() - 1 - PLACES;
    if (exponent > bias) {
      return sign | (1 << exponentBits) - 1 << fractionBits;
    }
    int unit = Math.max(exponent, 1 - bias) - fractionBits + PLACES;
    int significand = result.shiftRight(unit).intValueExact();
    int hidden = 1 << fractionBits;
    return significand < hidden
        ? sign | significand
        : sign | exponent + bias << fractionBits | significand - hidden;
  }
}
