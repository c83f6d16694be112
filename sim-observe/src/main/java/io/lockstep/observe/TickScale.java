package io.lockstep.observe;

import java.math.BigInteger;

/** Ticks as picoseconds, exactly and without big numbers where they fit. Immutable. */
final class TickScale {
  private static final long PICOS = 1_000_000_000_000L;
  private final long numerator;
  private final long denominator;

  /**
   * @param hertz ticks a second
   */
  TickScale(long hertz) {
    long divisor = BigInteger.valueOf(PICOS).gcd(BigInteger.valueOf(hertz)).longValue();
    numerator = PICOS / divisor;
    denominator = hertz / divisor;
  }

  /** Whether a tick lies within the picoseconds of a long: 106 days. */
  boolean fits(long tick) {
    return tick <= Long.MAX_VALUE / numerator || exact(tick).bitLength() < Long.SIZE;
  }

  private BigInteger exact(long tick) {
    return BigInteger.valueOf(tick)
        .multiply(BigInteger.valueOf(numerator))
        .divide(BigInteger.valueOf(denominator));
  }

  /** Picoseconds from the start to a tick, rounded down. */
  long picos(long tick) {
    if (tick <= Long.MAX_VALUE / numerator) {
      return tick * numerator / denominator;
    }
    return exact(tick).longValueExact();
  }
}
