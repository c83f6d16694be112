// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A scalar type of OpenCL C and its numbers, which are held as bits. */
enum Scalar {
  CHAR(1, true),
  UCHAR(1, false),
  SHORT(2, true),
  USHORT(2, false),
  INT(4, true),
  UINT(4, false),
  LONG(8, true),
  ULONG(8, false),
  FLOAT(4, true),
  DOUBLE(8, true);

  final int bytes;
  final boolean signed;

  Scalar(int bytes, boolean signed) {
    this.bytes = bytes;
    this.signed = signed;
  }

  boolean isInteger() {
    return ordinal() < FLOAT.ordinal();
  }

  /** The type, or a vector of it. */
  String of(int n) {
    String name = name().toLowerCase(java.util.Locale.ROOT);
    return n == 1 ? name : name + n;
  }

  int bits() {
    return 8 * bytes;
  }

  Scalar unsigned() {
    return signed && isInteger() ? values()[ordinal() + 1] : this;
  }

  Scalar as(boolean withSign) {
    return values()[(ordinal() & ~1) + (withSign ? 0 : 1)];
  }

  BigInteger least() {
    return signed ? BigInteger.ONE.shiftLeft(bits() - 1).negate() : BigInteger.ZERO;
  }

  BigInteger most() {
    return BigInteger.ONE.shiftLeft(signed ? bits() - 1 : bits()).subtract(BigInteger.ONE);
  }

  /** The whole number of bits. */
  BigInteger whole(long bits) {
    BigInteger all =
        BigInteger.valueOf(bits).and(BigInteger.ONE.shiftLeft(bits()).subtract(BigInteger.ONE));
    return signed && all.testBit(bits() - 1) ? all.subtract(BigInteger.ONE.shiftLeft(bits())) : all;
  }

  double number(long bits) {
    return this == FLOAT
        ? Float.intBitsToFloat((int) bits)
        : this == DOUBLE ? Double.longBitsToDouble(bits) : whole(bits).doubleValue();
  }

  /** The value, which is neither infinite nor a NaN. */
  BigDecimal exact(long bits) {
    return isInteger() ? new BigDecimal(whole(bits)) : new BigDecimal(number(bits));
  }

  long bits(double number) {
    return this == FLOAT
        ? Float.floatToIntBits((float) number) & 0xffffffffL
        : Double.doubleToLongBits(number);
  }

  /** Bits of a whole number, beyond which those above are lost. */
  long bits(BigInteger whole) {
    return whole.longValue() & (bytes == 8 ? -1L : (1L << bits()) - 1);
  }

  /** The number of bits, for a message. */
  String shown(long bits) {
    return isInteger() ? whole(bits).toString() : Double.toString(number(bits));
  }

  /** Bits as they compare: a NaN is as good as another. */
  long comparable(long bits) {
    return isInteger() ? bits : bits(number(bits));
  }

  long get(ByteBuffer from, int at) {
    return switch (bytes) {
      case 1 -> from.get(at) & 0xffL;
      case 2 -> from.getShort(at) & 0xffffL;
      case 4 -> from.getInt(at) & 0xffffffffL;
      default -> from.getLong(at);
    };
  }

  void put(ByteBuffer to, int at, long bits) {
    switch (bytes) {
      case 1 -> to.put(at, (byte) bits);
      case 2 -> to.putShort(at, (short) bits);
      case 4 -> to.putInt(at, (int) bits);
      default -> to.putLong(at, bits);
    }
  }

  /** Edges, in pairs with each other where there are several columns, and random numbers. */
  long[][] columns(int columns, int n, long seed) {
    List<Long> edges = new ArrayList<>();
    if (isInteger()) {
      for (long k : new long[] {0, 1, 2, 3, 5, 7, 8, 15, 31, 32, 63, 64, 100}) {
        edges.add(bits(BigInteger.valueOf(k)));
        edges.add(bits(BigInteger.valueOf(-k)));
      }
      for (int k = 6; k < bits(); k += k % 8 == 0 || k % 8 == 6 ? 1 : 2) {
        for (int d = -1; d < 2; d++) {
          edges.add(bits(BigInteger.ONE.shiftLeft(k).add(BigInteger.valueOf(d))));
          edges.add(bits(BigInteger.ONE.shiftLeft(k).add(BigInteger.valueOf(d)).negate()));
        }
      }
      edges.add(bits(BigInteger.valueOf(16777217)));
      edges.add(bits(BigInteger.valueOf(0x7fffffbfffffffffL)));
    } else {
      double[] numbers = {
        0,
        0.25,
        0.5,
        0.75,
        1,
        1.5,
        2,
        2.5,
        3.5,
        126.5,
        127.5,
        128.5,
        255,
        255.5,
        256,
        32767.5,
        32768,
        32768.5,
        65535.5,
        65536,
        0x1p31,
        0x1p31 - 0.5,
        0x1p32,
        0x1p32 - 0.5,
        0x1p63,
        0x1p64,
        1e30,
        3.3e38,
        1e300,
        Float.MIN_VALUE,
        Double.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        Double.MAX_VALUE,
        1e-40,
        1e-310,
        0x1p-150,
        0x1.000001p-150,
        0x1.fffffefp127,
        0x1.ffffffp127,
        0x1.000001p0,
        0x1.000003p0,
        Double.POSITIVE_INFINITY
      };
      for (double x : numbers) {
        edges.add(bits(x));
        edges.add(bits(-x));
        edges.add(bits(this == FLOAT ? Math.nextDown((float) x) : Math.nextDown(x)));
        edges.add(bits(this == FLOAT ? Math.nextUp((float) -x) : Math.nextUp(-x)));
      }
      edges.add(bits(Double.NaN));
    }
    SplittableRandom random = new SplittableRandom(seed);
    long[][] all = new long[columns][n];
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i < n; i++) {
        all[c][i] =
            columns == 1 && i < edges.size()
                ? edges.get(i)
                : columns > 1 && i < 2 * n / 3
                    ? edges.get(random.nextInt(edges.size()))
                    : random(random);
      }
    }
    return all;
  }

  private long random(SplittableRandom random) {
    if (isInteger()) {
      return bits(BigInteger.valueOf(random.nextLong() >> random.nextInt(64)));
    }
    return switch (random.nextInt(4)) {
      case 0 -> this == FLOAT ? random.nextInt() & 0xffffffffL : random.nextLong();
      case 1 -> bits(random.nextInt(-1000, 1000) / 2.0);
      case 2 -> bits((double) random.nextLong() * Math.scalb(1.0, -random.nextInt(64)));
      default -> bits(random.nextDouble(-200, 200));
    };
  }
}
