// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.rate;

/**
 * A rate as an exact fraction: {@code amount} bytes or operations every {@code ticks} ticks.
 *
 * <p>Reservations are kept in fractions of a tick, so that rounding errors do not accumulate: a
 * {@link #reserve}d resource is busy until tick {@code free / amount}, and the sum of transfers in
 * any interval never exceeds the rate by more than one reservation.
 *
 * @param amount quantity, at least 1
 * @param ticks number of ticks, at least 1
 */
public record Rate(long amount, long ticks) {
  private static final long MOST = 1L << 24;
  private static final long LONGEST = 1L << 40;

  /**
   * Reduces the fraction.
   *
   * @param amount quantity, from 1 to {@code 2^24}
   * @param ticks number of ticks, from 1 to {@code 2^40}
   */
  public Rate {
    if (amount < 1 || ticks < 1 || amount > MOST || ticks > LONGEST) {
      throw new IllegalArgumentException("a rate of " + amount + " per " + ticks + " ticks");
    }
    long divisor = gcd(amount, ticks);
    amount /= divisor;
    ticks /= divisor;
  }

  /**
   * {@return a rate of a quantity per tick}
   *
   * @param amount quantity per tick, at least 1
   */
  public static Rate perTick(long amount) {
    return new Rate(amount, 1);
  }

  /**
   * Creates a rate per cycle of a clock.
   *
   * @param amount quantity per cycle
   * @param clockHertz frequency of the clock
   * @param tickHertz ticks per second
   * @return the rate
   */
  public static Rate perCycle(long amount, long clockHertz, long tickHertz) {
    long divisor = gcd(clockHertz, tickHertz);
    return near(Math.multiplyExact(amount, clockHertz / divisor), tickHertz / divisor);
  }

  /**
   * Creates a rate from parts of any size: exact if the reduced fraction fits, otherwise with a
   * relative error below a millionth, clamped to {@code 2^24} per tick and one in {@code 2^40}
   * ticks.
   *
   * @param amount quantity, at least 1
   * @param ticks number of ticks, at least 1
   * @return the rate
   */
  public static Rate near(long amount, long ticks) {
    long divisor = gcd(amount, ticks);
    long a = amount / divisor;
    long t = ticks / divisor;
    int shift =
        Math.max(
            Math.max(0, 64 - Long.numberOfLeadingZeros((a - 1) / MOST)),
            Math.max(0, 64 - Long.numberOfLeadingZeros((t - 1) / LONGEST)));
    if (shift == 0) {
      return new Rate(a, t);
    }
    double ratio = (double) t / a; // one rounding per operation: identical on every machine
    if (ratio >= 1) {
      long small = Math.max(1, a >>> shift);
      return new Rate(small, Math.min(LONGEST, Math.max(1, Math.round(small * ratio))));
    }
    long large = Math.max(1, Math.min(MOST, Math.round(Math.max(1, t >>> shift) / ratio)));
    return new Rate(large, Math.max(1, Math.round(large * ratio)));
  }

  /**
   * {@return a rate per second}
   *
   * @param amount quantity per second, at least 1
   * @param tickHertz ticks per second
   */
  public static Rate perSecond(long amount, long tickHertz) {
    return new Rate(amount / gcd(amount, tickHertz), tickHertz / gcd(amount, tickHertz));
  }

  /**
   * {@return the earliest time at which a resource can be used, in fractions of a tick}
   *
   * @param free time at which the resource is free, in fractions of a tick
   * @param tick current tick
   */
  public long start(long free, long tick) {
    return Math.max(free, tick * amount);
  }

  /**
   * Reserves a resource.
   *
   * @param free time at which the resource is free, in fractions of a tick
   * @param tick current tick
   * @param quantity quantity in the rate's unit
   * @return the new time at which the resource is free, in fractions of a tick
   */
  public long reserve(long free, long tick, long quantity) {
    return Math.max(free, tick * amount) + quantity * ticks;
  }

  /**
   * {@return the first tick at or after a time}
   *
   * @param parts time in fractions of a tick
   */
  public long tick(long parts) {
    return (amount & amount - 1) == 0 // usually a power of two: a shift replaces the division
        ? parts + amount - 1 >> Long.numberOfTrailingZeros(amount)
        : (parts + amount - 1) / amount;
  }

  /**
   * {@return whole ticks that a quantity takes, rounded up}
   *
   * @param quantity quantity in the rate's unit
   */
  public long duration(long quantity) {
    return (quantity * ticks + amount - 1) / amount;
  }

  /**
   * {@return the quantity that the rate allows in a time, rounded up}
   *
   * @param during number of ticks, not negative
   */
  public long most(long during) {
    return during / ticks * amount + (during % ticks * amount + ticks - 1) / ticks;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
