// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.matrix;

import java.util.Arrays;

/**
 * An exact sum of numbers of up to 48 bits with exponents from -288 to 320, rounded once, to
 * nearest even. Not thread-safe.
 */
final class ExactSum {
  private static final int LOWEST = -288;
  private static final int WORD = 32;
  private static final long MASK = 0xFFFFFFFFL;

  // Words of 32 bits from the lowest on; their upper halves hold carries until the sum is read.
  private final long[] words = new long[21];

  void clear() {
    Arrays.fill(words, 0);
  }

  /** Adds number · 2^exponent. */
  void add(long number, int exponent) {
    int at = (exponent - LOWEST) / WORD;
    int shift = (exponent - LOWEST) % WORD;
    long magnitude = Math.abs(number);
    long low = (magnitude & MASK) << shift;
    long high = (magnitude >>> WORD) << shift;
    long sign = number < 0 ? -1 : 1;
    words[at] += sign * (low & MASK);
    words[at + 1] += sign * ((low >>> WORD) + (high & MASK));
    words[at + 2] += sign * (high >>> WORD);
  }

  int toSingle() {
    return rounded(23, -126, 127);
  }

  int toHalf() {
    return rounded(10, -14, 15);
  }

  private int rounded(int fraction, int least, int most) {
    boolean negative = carry();
    int top = words.length - 1;
    while (top >= 0 && words[top] == 0) {
      top--;
    }
    if (top < 0) {
      return 0;
    }
    int leading = top * WORD + Long.SIZE - 1 - Long.numberOfLeadingZeros(words[top]);
    int exponent = leading + LOWEST;
    int step = Math.max(exponent, least) - fraction - LOWEST; // place of the last bit that is kept
    long kept = bits(step);
    boolean half = step > 0 && bit(step - 1);
    boolean more = any(step - 1);
    if (half && (more || (kept & 1) != 0)) {
      kept++;
    }
    int sign = negative ? 1 << fraction + Integer.numberOfTrailingZeros(most + 1) + 1 : 0;
    long infinity = (2L * most + 1) << fraction;
    long value = exponent < least ? kept : ((long) (exponent - least) << fraction) + kept;
    return sign | (int) Math.min(value, infinity);
  }

  /** Makes the words those of the magnitude; returns whether the sum is negative. */
  private boolean carry() {
    propagate();
    boolean negative = words[words.length - 1] < 0;
    if (negative) {
      for (int k = 0; k < words.length; k++) {
        words[k] = -words[k];
      }
      propagate();
    }
    return negative;
  }

  private void propagate() {
    for (int k = 0; k < words.length - 1; k++) {
      words[k + 1] += words[k] >> WORD;
      words[k] &= MASK;
    }
  }

  private boolean bit(int place) {
    return (words[place / WORD] >>> place % WORD & 1) != 0;
  }

  /** Whether a bit below a place is set. */
  private boolean any(int place) {
    for (int k = 0; k < place; k++) {
      if (bit(k)) {
        return true;
      }
    }
    return false;
  }

  /** The bits from a place on, of which at most 25 are set. */
  private long bits(int place) {
    int word = place / WORD;
    long low = words[word] >>> place % WORD;
    return low | (word + 1 < words.length ? words[word + 1] << WORD - place % WORD : 0);
  }
}
