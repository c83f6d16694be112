// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import java.math.BigInteger;

/** Converts ticks to picoseconds, exactly, and without big integers if the result fits. */
final class TickScale {
  private static final long PICOS = 1_000_000_000_000L;
  private final long numerator;
  private final long denominator;

  TickScale(long hertz) {
    long divisor = BigInteger.valueOf(PICOS).gcd(BigInteger.valueOf(hertz)).longValue();
    numerator = PICOS / divisor;
    denominator = hertz / divisor;
  }

  /** Returns the picoseconds from the start to a tick, rounded down. */
  long picos(long tick) {
    if (tick <= Long.MAX_VALUE / numerator) {
      return tick * numerator / denominator;
    }
    return BigInteger.valueOf(tick)
        .multiply(BigInteger.valueOf(numerator))
        .divide(BigInteger.valueOf(denominator))
        .longValueExact();
  }
}
