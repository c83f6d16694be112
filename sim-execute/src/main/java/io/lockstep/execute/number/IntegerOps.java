// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.number;

import io.lockstep.kernel.ir.Variant;

/**
 * Integer operations whose semantics differ from Java's operators, one value at a time.
 *
 * <p>Semantics follow the PTX ISA, chapters "Integer Arithmetic Instructions" and "Logic and Shift
 * Instructions". Where PTX leaves the result undefined (division by zero), the result is that of
 * the machine code sequences.
 */
public final class IntegerOps {
  private IntegerOps() {}

  /** Returns a / b, or all ones for b = 0. */
  public static int divide(int a, int b, boolean signed) {
    if (b == 0) {
      return -1;
    }
    return signed ? a / b : Integer.divideUnsigned(a, b);
  }

  public static long divide(long a, long b, boolean signed) {
    if (b == 0) {
      return -1;
    }
    return signed ? a / b : Long.divideUnsigned(a, b);
  }

  /** Returns a mod b, or a for b = 0. */
  public static int remainder(int a, int b, boolean signed) {
    if (b == 0) {
      return a;
    }
    return signed ? a % b : Integer.remainderUnsigned(a, b);
  }

  public static long remainder(long a, long b, boolean signed) {
    if (b == 0) {
      return a;
    }
    return signed ? a % b : Long.remainderUnsigned(a, b);
  }

  public static int multiplyHigh(int a, int b, boolean signed) {
    return signed
        ? (int) ((long) a * b >> 32)
        : (int) ((a & 0xFFFFFFFFL) * (b & 0xFFFFFFFFL) >>> 32);
  }

  public static long multiplyHigh(long a, long b, boolean signed) {
    long high = Math.multiplyHigh(a, b);
    return signed ? high : high + (a >> 63 & b) + (b >> 63 & a);
  }

  public static int saturate(long value) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }

  /** Extracts the 24-bit operand of mul24. */
  static long low24(int a, boolean signed) {
    return signed ? a << 8 >> 8 : a & 0xFFFFFF;
  }

  public static int multiply24(int a, int b, boolean signed, boolean high) {
    long product = low24(a, signed) * low24(b, signed);
    return (int) (high ? product >> 16 : product);
  }

  public static int shiftLeft(int a, int n) {
    return Integer.compareUnsigned(n, 31) > 0 ? 0 : a << n;
  }

  public static int shiftRight(int a, int n, boolean signed) {
    if (Integer.compareUnsigned(n, 31) > 0) {
      return signed ? a >> 31 : 0;
    }
    return signed ? a >> n : a >>> n;
  }

  public static long shiftLeft(long a, long n) {
    return Long.compareUnsigned(n, 63) > 0 ? 0 : a << n;
  }

  public static long shiftRight(long a, long n, boolean signed) {
    if (Long.compareUnsigned(n, 63) > 0) {
      return signed ? a >> 63 : 0;
    }
    return signed ? a >> n : a >>> n;
  }

  /** Returns the upper half of b:a shifted left by c. */
  public static int funnelLeft(int a, int b, int c, boolean wrap) {
    int n = wrap ? c & 31 : Integer.compareUnsigned(c, 32) > 0 ? 32 : c;
    long pair = (long) b << 32 | a & 0xFFFFFFFFL;
    return (int) (pair << n >>> 32);
  }

  /** Returns the lower half of b:a shifted right by c. */
  public static int funnelRight(int a, int b, int c, boolean wrap) {
    int n = wrap ? c & 31 : Integer.compareUnsigned(c, 32) > 0 ? 32 : c;
    long pair = (long) b << 32 | a & 0xFFFFFFFFL;
    return (int) (pair >>> n);
  }

  /**
   * Extracts the field of {@code length} bits at {@code position}. Bits beyond the value are copies
   * of its sign, or 0 if unsigned.
   */
  public static long extract(long a, int position, int length, boolean signed, int bits) {
    int p = position & 0xFF;
    int n = length & 0xFF;
    if (n == 0) {
      return 0;
    }
    long value = bits == 32 ? a & 0xFFFFFFFFL : a;
    int top = Math.min(p + n - 1, bits - 1);
    long sign = signed ? -(value >>> top & 1) : 0;
    if (p >= bits) {
      return sign;
    }
    int width = top - p + 1;
    long field = value >>> p;
    if (width < 64) {
      long mask = (1L << width) - 1;
      field = field & mask | sign & ~mask;
    }
    return n >= 64 ? field : signed ? field : field & (1L << n) - 1;
  }

  /** Replaces the field of {@code length} bits at {@code position} of b by the low bits of a. */
  public static long insert(long a, long b, int position, int length, int bits) {
    int p = position & 0xFF;
    int n = Math.min(length & 0xFF, bits - p);
    if (n <= 0) {
      return b;
    }
    long mask = (n == 64 ? -1L : (1L << n) - 1) << p;
    return b & ~mask | a << p & mask;
  }

  /**
   * Returns the position of the leading one or, if signed, of the leading non-sign bit; -1 if there
   * is none. With {@code shift}, returns the left shift that moves this bit to the top.
   */
  public static int findLeading(int a, boolean signed, boolean shift) {
    int value = signed && a < 0 ? ~a : a;
    if (value == 0) {
      return -1;
    }
    int zeros = Integer.numberOfLeadingZeros(value);
    return shift ? zeros : 31 - zeros;
  }

  public static int findLeading(long a, boolean signed, boolean shift) {
    long value = signed && a < 0 ? ~a : a;
    if (value == 0) {
      return -1;
    }
    int zeros = Long.numberOfLeadingZeros(value);
    return shift ? zeros : 63 - zeros;
  }

  /** Selects four of the eight bytes b:a (PTX prmt). */
  public static int permute(int a, int b, int selector, Variant.Bytes picked) {
    long bytes = (long) b << 32 | a & 0xFFFFFFFFL;
    if (picked == Variant.Bytes.GENERIC) {
      return pick(bytes, selector)
          | pick(bytes, selector >>> 4) << 8
          | pick(bytes, selector >>> 8) << 16
          | pick(bytes, selector >>> 12) << 24;
    }
    int s = selector & 3;
    int result = 0;
    for (int i = 0; i < 4; i++) {
      int pick =
          switch (picked) {
            case FORWARD_4 -> s + i;
            case BACKWARD_4 -> s - i & 7;
            case REPLICATE_8 -> s;
            case CLAMP_LEFT -> Math.max(i, s);
            case CLAMP_RIGHT -> Math.min(i, s);
            default -> 2 * (s & 1) + (i & 1); // REPLICATE_16
          };
      result |= ((int) (bytes >>> 8 * (pick & 7)) & 0xFF) << 8 * i;
    }
    return result;
  }

  /**
   * Returns the byte of eight that the low three bits of a selector name; if the fourth bit is set,
   * eight copies of the byte's sign bit. Without branches, since selectors vary by work-item.
   */
  private static int pick(long bytes, int selector) {
    int value = (byte) (bytes >>> 8 * (selector & 7));
    int sign = -(selector >>> 3 & 1);
    return (value & ~sign | value >> 7 & sign) & 0xFF;
  }

  /** Evaluates a bitwise function of three inputs; bit (a b c) of the table is its value. */
  public static int logic3(int a, int b, int c, int table) {
    int result = 0;
    for (int i = 0; i < 8; i++) {
      if ((table >>> i & 1) != 0) {
        result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
      }
    }
    return result;
  }

  /** Returns c plus the dot product of the four bytes of a and b. */
  public static int dot4(int a, int b, int c, boolean signedA, boolean signedB) {
    for (int i = 0; i < 32; i += 8) {
      int x = signedA ? (byte) (a >>> i) : a >>> i & 0xFF;
      int y = signedB ? (byte) (b >>> i) : b >>> i & 0xFF;
      c += x * y;
    }
    return c;
  }

  /** Returns c plus the products of a's halves with the two lower bytes of b. */
  public static int dot2(int a, int b, int c, boolean signedA, boolean signedB) {
    for (int i = 0; i < 2; i++) {
      int x = signedA ? (short) (a >>> 16 * i) : a >>> 16 * i & 0xFFFF;
      int y = signedB ? (byte) (b >>> 8 * i) : b >>> 8 * i & 0xFF;
      c += x * y;
    }
    return c;
  }

  /** Returns c + |a - b|. */
  public static int sad(int a, int b, int c, boolean signed) {
    boolean less = signed ? a < b : Integer.compareUnsigned(a, b) < 0;
    return c + (less ? b - a : a - b);
  }

  public static long sad(long a, long b, long c, boolean signed) {
    boolean less = signed ? a < b : Long.compareUnsigned(a, b) < 0;
    return c + (less ? b - a : a - b);
  }

  public static int minimum(int a, int b, boolean signed) {
    return signed ? Math.min(a, b) : Integer.compareUnsigned(a, b) <= 0 ? a : b;
  }

  public static int maximum(int a, int b, boolean signed) {
    return signed ? Math.max(a, b) : Integer.compareUnsigned(a, b) >= 0 ? a : b;
  }

  public static long minimum(long a, long b, boolean signed) {
    return signed ? Math.min(a, b) : Long.compareUnsigned(a, b) <= 0 ? a : b;
  }

  public static long maximum(long a, long b, boolean signed) {
    return signed ? Math.max(a, b) : Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
