package io.lockstep.io;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Which whole numbers are legal, and the nearest of them to one that is not: the one place that
 * messages about figures, options and sizes take it from. Immutable.
 *
 * @param low smallest legal number
 * @param high largest legal number, {@link Long#MAX_VALUE} where there is no such bound
 * @param powerOfTwo whether only powers of two are legal; some power of two then lies in between
 */
public record Bounds(long low, long high, boolean powerOfTwo) {
  public Bounds {
    if (low > high) {
      throw new IllegalArgumentException(low + " to " + high);
    }
  }

  /** Numbers from one to another, both legal. */
  public static Bounds of(long low, long high) {
    return new Bounds(low, high, false);
  }

  /** Numbers without an upper bound. */
  public static Bounds atLeast(long low) {
    return new Bounds(low, Long.MAX_VALUE, false);
  }

  /** Whether a number lies between the bounds, power of two or not. */
  public boolean contain(long value) {
    return value >= low && value <= high;
  }

  /** Whether a number is legal. */
  public boolean allow(long value) {
    return contain(value) && (!powerOfTwo || Long.bitCount(value) == 1 && value > 0);
  }

  /** The legal number with the smallest difference; the smaller one of two. */
  public long nearest(long value) {
    long inside = Math.min(high, Math.max(low, value));
    if (!powerOfTwo) {
      return inside;
    }
    long below = Long.highestOneBit(Math.max(1, inside)); // at most inside
    long above = below > Long.MAX_VALUE / 2 ? below : below << 1;
    if (!allow(below)) {
      return above;
    }
    return allow(above) && above - inside < inside - below ? above : below;
  }

  /** The same for a number that may be no whole one, or does not fit 64 bits. */
  public long nearest(BigDecimal value) {
    BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE); // compared first: 1e999999999 is large
    BigDecimal least = BigDecimal.valueOf(Long.MIN_VALUE);
    return nearest(value.min(most).max(least).setScale(0, RoundingMode.HALF_DOWN).longValueExact());
  }

  /** What is expected: {@code 1 to 256}, or {@code at least 1}. */
  public String expected() {
    return high == Long.MAX_VALUE ? "at least " + low : low + " to " + high;
  }

  /** What a message says behind the number that is not legal. */
  public static String hint(String nearest) {
    return "; nearest legal: " + nearest;
  }

  /** The same with a plain number. */
  public String hint(long illegal) {
    return hint(Long.toString(nearest(illegal)));
  }
}
