// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A range of legal whole numbers. For messages about figures, options and sizes, it finds the legal
 * number nearest to an illegal number.
 *
 * @param high {@link Long#MAX_VALUE} if unbounded
 * @param powerOfTwo whether only powers of two are legal; the range must contain one
 */
public record Bounds(long low, long high, boolean powerOfTwo) {
  /**
   * @throws IllegalArgumentException if {@code low} exceeds {@code high}
   */
  public Bounds {
    if (low > high) {
      throw new IllegalArgumentException(low + " to " + high);
    }
  }

  public static Bounds of(long low, long high) {
    return new Bounds(low, high, false);
  }

  public static Bounds atLeast(long low) {
    return new Bounds(low, Long.MAX_VALUE, false);
  }

  /** {@return whether a number lies within the bounds, even if it is not a power of two} */
  public boolean contain(long value) {
    return value >= low && value <= high;
  }

  /** {@return whether a number is legal} */
  public boolean allow(long value) {
    return contain(value) && (!powerOfTwo || Long.bitCount(value) == 1 && value > 0);
  }

  /** {@return the nearest legal number; the smaller number if two are equally near} */
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

  /** As {@link #nearest(long)}, for a finite number that may be fractional or exceed 64 bits. */
  public long nearest(BigDecimal value) {
    // Clamped before setScale, which would expand 1e999999999 to a billion digits.
    BigDecimal most = BigDecimal.valueOf(Long.MAX_VALUE);
    BigDecimal least = BigDecimal.valueOf(Long.MIN_VALUE);
    return nearest(value.min(most).max(least).setScale(0, RoundingMode.HALF_DOWN).longValueExact());
  }

  /** {@return a description: {@code 1 to 256}, or {@code at least 1}} */
  public String expected() {
    return high == Long.MAX_VALUE ? "at least " + low : low + " to " + high;
  }

  /**
   * {@return the text that follows an illegal number in a message}
   *
   * @param nearest the nearest legal number as text, with its unit
   */
  public static String hint(String nearest) {
    return "; nearest legal: " + nearest;
  }

  /** As {@link #hint(String)}, for a plain number. */
  public String hint(long illegal) {
    return hint(Long.toString(nearest(illegal)));
  }
}
