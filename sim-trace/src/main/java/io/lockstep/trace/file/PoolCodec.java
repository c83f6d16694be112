// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

/**
 * Encodes 32-bit offsets of scatters, packed in blocks of 64 that are independent of where scatters
 * begin.
 *
 * <pre>
 * block  = head (1), shift (1), base (signed LEB128, forms of values only), mask, bits
 * head   = form · 33 + width; of DICTIONARY 132 + number of differences
 * VALUES = value = base + (bits << shift);  base as the difference from the block's predecessor
 * DELTAS = value = predecessor + (zig-zag of bits << shift)
 * ..._DISTINCT = as above, with a mask bit for each value that differs from its predecessor
 * PLAIN  = no shift; signed LEB128 of each difference from the predecessor
 * DICTIONARY = signed LEB128 of each distinct difference, in order of appearance; then the index of
 *          each value's difference among them, in the fewest bits that hold all, one or more
 * </pre>
 *
 * The smallest form is used; DICTIONARY only if it takes at most half of the others' bytes, which
 * Deflate compresses better. Table lookups and gathers are anywhere in a range and take the range's
 * bits; increasing offsets take the bits of their differences; inactive work-items repeat their
 * neighbour and take one bit; a remainder of an affine index has few differences. A block of n
 * values has at least n / 8 bytes, so a length in a damaged file cannot request much more memory
 * than the file's size.
 */
final class PoolCodec {
  /** Largest number of values per byte. */
  static final int VALUES_A_BYTE = 8;

  private static final int BLOCK = 64;
  private static final int WIDTHS = 33;
  private static final int VALUES = 0;
  private static final int VALUES_DISTINCT = 1;
  private static final int DELTAS = 2;
  private static final int DELTAS_DISTINCT = 3;
  private static final int PLAIN = 4;

  /** Most differences of a dictionary (format 2), so that an index has at most four bits. */
  private static final int MOST_DIFFERENCES = 16;

  private PoolCodec() {}

  static void encode(int[] pool, ByteColumn out) {
    int[] coded = new int[BLOCK + MOST_DIFFERENCES];
    int last = 0;
    for (int from = 0; from < pool.length; from += BLOCK) {
      int n = Math.min(BLOCK, pool.length - from);
      block(pool, from, n, last, coded, out);
      last = pool[from + n - 1];
    }
  }

  private static void block(int[] pool, int from, int n, int last, int[] coded, ByteColumn out) {
    int first = pool[from];
    int allLeast = first;
    int allMost = first;
    int steps = 0;
    int zigzags = first - last << 1 ^ first - last >> 31;
    long distinct = first == last ? 0 : 1;
    for (int i = 1; i < n; i++) {
      int value = pool[from + i];
      int step = value - pool[from + i - 1];
      steps |= step;
      zigzags |= step << 1 ^ step >> 31;
      allLeast = Math.min(allLeast, value);
      allMost = Math.max(allMost, value);
      distinct |= (long) ((step | -step) >>> 31) << i;
    }
    int least = allLeast;
    int most = allMost;
    if (first == last) { // it does not count, unless it recurs
      least = Integer.MAX_VALUE;
      most = Integer.MIN_VALUE;
      for (long rest = distinct; rest != 0; rest &= rest - 1) {
        int value = pool[from + Long.numberOfTrailingZeros(rest)];
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    }
    int kept = Long.bitCount(distinct);
    int shift = steps == 0 ? 0 : Integer.numberOfTrailingZeros(steps);
    int stepShift = Math.min(shift, Integer.numberOfTrailingZeros(first - last));
    int width = Math.max(1, width(allMost - allLeast >>> shift));
    int distinctWidth = width(most - least >>> shift);
    int stepWidth = Math.max(1, width(zigzags >>> stepShift));
    int mask = bytes(n);
    int form = VALUES;
    int size = 1 + length((long) allLeast - last) + bytes(n * width);
    // If all values repeat, least is undefined, but VALUES is no larger and is preferred.
    int other = 1 + length((long) least - last) + mask + bytes(kept * distinctWidth);
    if (other < size) {
      form = VALUES_DISTINCT;
      size = other;
    }
    other = 1 + bytes(n * stepWidth);
    if (other < size) {
      form = DELTAS;
      size = other;
    }
    other = 1 + mask + bytes(kept * stepWidth);
    if (other < size) {
      form = DELTAS_DISTINCT;
      size = other;
    }
    int differences = size > n ? differences(pool, from, n, last, coded) : 0;
    if (differences > 0 && 2 * dictionaryBytes(coded, differences, n) <= size) {
      out.addByte(PLAIN * WIDTHS + differences);
      for (int d = 0; d < differences; d++) {
        out.addSigned(coded[BLOCK + d]);
      }
      pack(coded, n, indexBits(differences), out);
      return;
    }
    if (isPlainSmaller(pool, from, n, last, size)) {
      out.addByte(PLAIN * WIDTHS);
      plain(pool, from, n, last, out);
      return;
    }
    boolean values = form <= VALUES_DISTINCT;
    boolean masked = form == VALUES_DISTINCT || form == DELTAS_DISTINCT;
    int base = form == VALUES ? allLeast : least;
    int bits = !values ? stepWidth : masked ? distinctWidth : width;
    out.addByte(form * WIDTHS + bits);
    out.addByte(values ? shift : stepShift);
    if (values) {
      out.addSigned((long) base - last);
    }
    if (masked) {
      out.addBits(distinct, mask);
    }
    int count = n;
    if (form == VALUES) {
      for (int i = 0; i < n; i++) {
        coded[i] = pool[from + i] - base >>> shift;
      }
    } else {
      count = 0;
      int previous = last;
      for (int i = 0; i < n; i++) {
        int value = pool[from + i];
        int step = value - previous >> stepShift;
        coded[count] = values ? value - base >>> shift : step << 1 ^ step >> 31;
        count += masked ? (int) (distinct >>> i) & 1 : 1;
        previous = value;
      }
    }
    pack(coded, count, bits, out);
  }

  /**
   * Finds the distinct differences of a block and the index of each value's difference.
   *
   * @param coded receives the indexes, and from {@link #BLOCK} on the differences
   * @return the number of differences, or 0 if there are too many
   */
  private static int differences(int[] pool, int from, int n, int last, int[] coded) {
    int count = 0;
    int previous = last;
    for (int i = 0; i < n; i++) {
      int difference = pool[from + i] - previous;
      previous = pool[from + i];
      int d = 0;
      while (d < count && coded[BLOCK + d] != difference) {
        d++;
      }
      if (d == MOST_DIFFERENCES) {
        return 0;
      }
      if (d == count) {
        coded[BLOCK + count++] = difference;
      }
      coded[i] = d;
    }
    return count;
  }

  private static int dictionaryBytes(int[] coded, int differences, int n) {
    int bytes = bytes(n * indexBits(differences));
    for (int d = 0; d < differences; d++) {
      bytes += length(coded[BLOCK + d]);
    }
    return bytes;
  }

  private static int indexBits(int differences) {
    return Math.max(1, width(differences - 1));
  }

  /** Returns whether a block takes less than {@code size} bytes in the form PLAIN. */
  private static boolean isPlainSmaller(int[] pool, int from, int n, int last, int size) {
    int bytes = n; // each value takes a byte or more
    int previous = last;
    for (int i = 0; i < n && bytes < size; i++) {
      bytes += length((long) pool[from + i] - previous) - 1;
      previous = pool[from + i];
    }
    return bytes < size;
  }

  private static void plain(int[] pool, int from, int n, int last, ByteColumn out) {
    int previous = last;
    for (int i = 0; i < n; i++) {
      out.addSigned((long) pool[from + i] - previous);
      previous = pool[from + i];
    }
  }

  private static void pack(int[] values, int count, int width, ByteColumn out) {
    long bits = 0;
    int filled = 0;
    for (int i = 0; i < count; i++) {
      bits |= (values[i] & 0xFFFFFFFFL) << filled;
      filled += width;
      if (filled >= 32) {
        out.addBits(bits, 4);
        bits >>>= 32;
        filled -= 32;
      }
    }
    out.addBits(bits, bytes(filled));
  }

  private static int width(int value) {
    return 32 - Integer.numberOfLeadingZeros(value);
  }

  private static int bytes(int bits) {
    return bits + 7 >>> 3;
  }

  /** Returns the number of bytes that {@link ByteColumn#addSigned} appends. */
  private static int length(long value) {
    long zigzag = value << 1 ^ value >> 63;
    return (70 - Long.numberOfLeadingZeros(zigzag | 1)) / 7;
  }

  static int[] decode(int length, ColumnCursor in) {
    int[] pool = new int[length];
    int last = 0;
    for (int from = 0; from < length; from += BLOCK) {
      int n = Math.min(BLOCK, length - from);
      decodeBlock(pool, from, n, last, in);
      last = pool[from + n - 1];
    }
    return pool;
  }

  private static void decodeBlock(int[] pool, int from, int n, int last, ColumnCursor in) {
    int head = in.readByte();
    int form = head / WIDTHS;
    int width = head % WIDTHS;
    if (head > PLAIN * WIDTHS + MOST_DIFFERENCES
        || width == 0 && (form == VALUES || form == DELTAS)) {
      throw in.bad("the form of a block of offsets was expected, found " + head);
    }
    if (head > PLAIN * WIDTHS) {
      dictionary(pool, from, n, last, width, in);
      return;
    }
    if (form == PLAIN) {
      plain(pool, from, n, last, in);
      return;
    }
    int shift = in.upTo(31);
    boolean values = form <= VALUES_DISTINCT;
    int base = values ? (int) (last + in.readSigned()) : 0;
    boolean masked = form == VALUES_DISTINCT || form == DELTAS_DISTINCT;
    long distinct = masked ? in.readBits(bytes(n)) : -1;
    long bits = 0;
    int filled = 0;
    long mask = (1L << width) - 1;
    int previous = last;
    for (int i = 0; i < n; i++) {
      if ((distinct & 1L << i) != 0) {
        while (filled < width) {
          bits |= (long) in.readByte() << filled;
          filled += 8;
        }
        int code = (int) (bits & mask);
        bits >>>= width;
        filled -= width;
        previous =
            values ? base + (code << shift) : previous + ((code >>> 1 ^ -(code & 1)) << shift);
      }
      pool[from + i] = previous;
    }
  }

  private static void dictionary(
      int[] pool, int from, int n, int last, int count, ColumnCursor in) {
    int[] differences = new int[count];
    for (int d = 0; d < count; d++) {
      differences[d] = in.readSignedInt();
    }
    int width = indexBits(count);
    int bits = 0;
    int filled = 0;
    int previous = last;
    for (int i = 0; i < n; i++) {
      if (filled < width) {
        bits |= in.readByte() << filled;
        filled += 8;
      }
      int d = bits & (1 << width) - 1;
      bits >>>= width;
      filled -= width;
      if (d >= count) {
        throw in.bad("one of " + count + " differences was expected, found number " + d);
      }
      previous += differences[d];
      pool[from + i] = previous;
    }
  }

  private static void plain(int[] pool, int from, int n, int last, ColumnCursor in) {
    long previous = last;
    for (int i = 0; i < n; i++) {
      previous += in.readSigned();
      if (previous != (int) previous) {
        throw in.bad("a 32-bit offset was expected, found " + previous);
      }
      pool[from + i] = (int) previous;
    }
  }
}
