// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Variant;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IntegerOpsTest {
  private static BigInteger unsigned(long a) {
    return new BigInteger(Long.toUnsignedString(a));
  }

  @Test
  void divisionByZeroGivesAllOnesAndLeavesTheDividend() {
    assertThat(IntegerOps.divide(7, 0, false)).isEqualTo(0xFFFFFFFF);
    assertThat(IntegerOps.divide(7, 0, true)).isEqualTo(-1);
    assertThat(IntegerOps.divide(7L, 0L, false)).isEqualTo(-1L);
    assertThat(IntegerOps.remainder(7, 0, true)).isEqualTo(7);
    assertThat(IntegerOps.remainder(7L, 0L, false)).isEqualTo(7);
    assertThat(IntegerOps.divide(Integer.MIN_VALUE, -1, true)).isEqualTo(Integer.MIN_VALUE);
    assertThat(IntegerOps.divide(-7, 2, true)).isEqualTo(-3);
    assertThat(IntegerOps.remainder(-7, 2, true)).isEqualTo(-1);
    assertThat(IntegerOps.divide(0xFFFFFFFE, 2, false)).isEqualTo(0x7FFFFFFF);
    assertThat(IntegerOps.remainder(-1L, 10L, false)).isEqualTo(5);
  }

  @Property
  void highProductsEqualThoseOfBigIntegers(@ForAll long a, @ForAll long b) {
    assertThat(IntegerOps.multiplyHigh(a, b, true))
        .isEqualTo(
            BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).shiftRight(64).longValue());
    assertThat(IntegerOps.multiplyHigh(a, b, false))
        .isEqualTo(unsigned(a).multiply(unsigned(b)).shiftRight(64).longValue());
    int x = (int) a;
    int y = (int) b;
    assertThat(IntegerOps.multiplyHigh(x, y, true))
        .isEqualTo(BigInteger.valueOf(x).multiply(BigInteger.valueOf(y)).shiftRight(32).intValue());
    assertThat(IntegerOps.multiplyHigh(x, y, false))
        .isEqualTo(
            BigInteger.valueOf(x & 0xFFFFFFFFL)
                .multiply(BigInteger.valueOf(y & 0xFFFFFFFFL))
                .shiftRight(32)
                .intValue());
  }

  @Test
  void shiftAmountsClamp() {
    assertThat(IntegerOps.shiftLeft(1, 31)).isEqualTo(Integer.MIN_VALUE);
    assertThat(IntegerOps.shiftLeft(1, 32)).isZero();
    assertThat(IntegerOps.shiftLeft(1, -1)).isZero();
    assertThat(IntegerOps.shiftRight(-8, 33, true)).isEqualTo(-1);
    assertThat(IntegerOps.shiftRight(-8, 33, false)).isZero();
    assertThat(IntegerOps.shiftRight(-8, 1, false)).isEqualTo(0x7FFFFFFC);
    assertThat(IntegerOps.shiftLeft(1L, 64L)).isZero();
    assertThat(IntegerOps.shiftLeft(1L, 63L)).isEqualTo(Long.MIN_VALUE);
    assertThat(IntegerOps.shiftRight(-8L, 100L, true)).isEqualTo(-1);
    assertThat(IntegerOps.shiftRight(-8L, 64L, false)).isZero();
    assertThat(IntegerOps.shiftRight(-8L, 2L, true)).isEqualTo(-2);
  }

  @Test
  void funnelShiftsWrapOrClamp() {
    assertThat(IntegerOps.funnelLeft(0x80000001, 0x12345678, 4, true)).isEqualTo(0x23456788);
    assertThat(IntegerOps.funnelLeft(0x80000001, 0x12345678, 36, true)).isEqualTo(0x23456788);
    assertThat(IntegerOps.funnelLeft(0x80000001, 0x12345678, 36, false)).isEqualTo(0x80000001);
    assertThat(IntegerOps.funnelLeft(0x80000001, 0x12345678, 0, false)).isEqualTo(0x12345678);
    assertThat(IntegerOps.funnelRight(0x80000001, 0x12345678, 4, true)).isEqualTo(0x88000000);
    assertThat(IntegerOps.funnelRight(0x80000001, 0x12345678, 40, false)).isEqualTo(0x12345678);
  }

  /** The loop of the PTX ISA's description of bfe, bit by bit. */
  private static long bfe(long a, int position, int length, boolean signed, int bits) {
    int pos = position & 0xFF;
    int len = length & 0xFF;
    int msb = bits - 1;
    long sbit = !signed || len == 0 ? 0 : a >>> Math.min(pos + len - 1, msb) & 1;
    long d = 0;
    for (int i = 0; i <= msb; i++) {
      d |= (i < len && pos + i <= msb ? a >>> pos + i & 1 : sbit) << i;
    }
    return d;
  }

  @Property(tries = 3000)
  void bitFieldsFollowTheBitwiseDefinition(
      @ForAll long a,
      @ForAll long b,
      @ForAll @IntRange(max = 260) int position,
      @ForAll @IntRange(max = 260) int length,
      @ForAll boolean signed) {
    assertThat((int) IntegerOps.extract((int) a, position, length, signed, 32))
        .isEqualTo((int) bfe(a & 0xFFFFFFFFL, position, length, signed, 32));
    assertThat(IntegerOps.extract(a, position, length, signed, 64))
        .isEqualTo(bfe(a, position, length, signed, 64));
    for (int bits : new int[] {32, 64}) {
      long expected = b;
      for (int i = 0; i < (length & 0xFF) && (position & 0xFF) + i < bits; i++) {
        int at = (position & 0xFF) + i;
        expected = expected & ~(1L << at) | (a >>> i & 1) << at;
      }
      long actual = IntegerOps.insert(a, b, position, length, bits);
      if (bits == 32) {
        assertThat((int) actual).isEqualTo((int) expected);
      } else {
        assertThat(actual).isEqualTo(expected);
      }
    }
  }

  @Test
  void findsLeadingBits() {
    assertThat(IntegerOps.findLeading(0, false, false)).isEqualTo(-1);
    assertThat(IntegerOps.findLeading(0x00010000, false, false)).isEqualTo(16);
    assertThat(IntegerOps.findLeading(0x00010000, false, true)).isEqualTo(15);
    assertThat(IntegerOps.findLeading(-1, true, false)).isEqualTo(-1);
    assertThat(IntegerOps.findLeading(-2, true, false)).isZero();
    assertThat(IntegerOps.findLeading(0x80000000, false, false)).isEqualTo(31);
    assertThat(IntegerOps.findLeading(1L << 40, false, false)).isEqualTo(40);
    assertThat(IntegerOps.findLeading(1L << 40, false, true)).isEqualTo(23);
    assertThat(IntegerOps.findLeading(-1L, true, false)).isEqualTo(-1);
  }

  /** Bytes a = 3 2 1 0, b = 7 6 5 4; rows of the PTX ISA's table of permute modes. */
  @Test
  void bytesArePermutedByThePtxTableOfModes() {
    int a = 0x03020100;
    int b = 0x07060504;
    assertThat(IntegerOps.permute(a, b, 0x7531, Variant.Bytes.GENERIC)).isEqualTo(0x07050301);
    assertThat(IntegerOps.permute(0x80FF7F00, b, 0xFB8A, Variant.Bytes.GENERIC) & 0xFFFF00FF)
        .isEqualTo(0x00FF00FF);
    assertThat(IntegerOps.permute(a, b, 1, Variant.Bytes.FORWARD_4)).isEqualTo(0x04030201);
    assertThat(IntegerOps.permute(a, b, 3, Variant.Bytes.FORWARD_4)).isEqualTo(0x06050403);
    assertThat(IntegerOps.permute(a, b, 1, Variant.Bytes.BACKWARD_4)).isEqualTo(0x06070001);
    assertThat(IntegerOps.permute(a, b, 2, Variant.Bytes.REPLICATE_8)).isEqualTo(0x02020202);
    assertThat(IntegerOps.permute(a, b, 1, Variant.Bytes.CLAMP_LEFT)).isEqualTo(0x03020101);
    assertThat(IntegerOps.permute(a, b, 2, Variant.Bytes.CLAMP_RIGHT)).isEqualTo(0x02020100);
    assertThat(IntegerOps.permute(a, b, 1, Variant.Bytes.REPLICATE_16)).isEqualTo(0x03020302);
  }

  @Test
  void logicFollowsItsTruthTable() {
    int a = 0xF0F0F0F0;
    int b = 0xCCCCCCCC;
    int c = 0xAAAAAAAA;
    for (int table = 0; table < 256; table++) {
      // With these inputs every byte of the result is the table itself.
      assertThat(IntegerOps.logic3(a, b, c, table)).isEqualTo(table * 0x01010101);
    }
  }

  @Test
  void dotProductsTakeTheSignOfEachSide() {
    assertThat(IntegerOps.dot4(0x01020304, 0x05060708, 10, false, false))
        .isEqualTo(10 + 4 * 8 + 3 * 7 + 2 * 6 + 5);
    assertThat(IntegerOps.dot4(0xFF000000, 0x02000000, 0, true, true)).isEqualTo(-2);
    assertThat(IntegerOps.dot4(0xFF000000, 0x02000000, 0, false, true)).isEqualTo(510);
    assertThat(IntegerOps.dot2(0x00030002, 0x07060504, 1, false, false))
        .isEqualTo(1 + 2 * 4 + 3 * 5);
    assertThat(IntegerOps.dot2(0xFFFF0002, 0x07060504 >>> 16, 1, true, false))
        .isEqualTo(1 + 2 * 6 - 7);
  }

  @Test
  void differencesMinimaAndSaturation() {
    assertThat(IntegerOps.sad(3, 10, 5, true)).isEqualTo(12);
    assertThat(IntegerOps.sad(-1, 1, 0, false)).isEqualTo(-2);
    assertThat(IntegerOps.sad(-1L, 1L, 5L, true)).isEqualTo(7);
    assertThat(IntegerOps.minimum(-1, 1, false)).isEqualTo(1);
    assertThat(IntegerOps.maximum(-1, 1, false)).isEqualTo(-1);
    assertThat(IntegerOps.minimum(-1L, 1L, true)).isEqualTo(-1);
    assertThat(IntegerOps.maximum(-1L, 1L, false)).isEqualTo(-1);
    assertThat(IntegerOps.saturate(1L << 40)).isEqualTo(Integer.MAX_VALUE);
    assertThat(IntegerOps.saturate(-(1L << 40))).isEqualTo(Integer.MIN_VALUE);
  }

  @Test
  void products24UseTheLowBits() {
    assertThat(IntegerOps.multiply24(0xFF000003, 5, false, false)).isEqualTo(15);
    assertThat(IntegerOps.multiply24(0x00FFFFFF, 2, true, false)).isEqualTo(-2);
    assertThat(IntegerOps.multiply24(0x00800000, 0x00800000, false, true)).isEqualTo(1 << 30);
  }
}
