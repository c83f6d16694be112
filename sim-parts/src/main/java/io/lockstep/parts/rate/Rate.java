package io.lockstep.parts.rate;

/**
 * A rate as an exact fraction: {@code amount} bytes, look-ups or operations every {@code ticks}
 * ticks.
 *
 * <p>Reservations are kept in parts of a tick, so that no rounding accumulates: a {@link #reserve}d
 * resource is busy until {@code free / amount} ticks, and the sum of what passes in any interval
 * never exceeds the rate by more than one reservation. Immutable and thread-safe.
 *
 * @param amount what passes, at least 1
 * @param ticks in how many ticks, at least 1
 */
public record Rate(long amount, long ticks) {
  private static final long MOST = 1L << 24;
  private static final long LONGEST = 1L << 40;

  /**
   * Takes the lowest terms of parts within {@code 2^24} and {@code 2^40}.
   *
   * @param amount what passes, at least 1
   * @param ticks in how many ticks, at least 1
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
   * A rate per tick.
   *
   * @param amount what passes in a tick, at least 1
   * @return the rate
   */
  public static Rate perTick(long amount) {
    return new Rate(amount, 1);
  }

  /**
   * A rate per cycle of a clock.
   *
   * @param amount what passes in a cycle
   * @param clockHertz the clock
   * @param tickHertz the tick
   * @return the rate
   */
  public static Rate perCycle(long amount, long clockHertz, long tickHertz) {
    long divisor = gcd(clockHertz, tickHertz);
    return near(Math.multiplyExact(amount, clockHertz / divisor), tickHertz / divisor);
  }

  /**
   * A rate whose parts may be larger than a rate's can be: exact where its lowest terms fit, else
   * one that differs by less than a millionth, within {@code 2^24} a tick and one in {@code 2^40}.
   *
   * @param amount what passes, at least 1
   * @param ticks in how many ticks, at least 1
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
    double ratio = (double) t / a; // one rounding each: the same on every machine
    if (ratio >= 1) {
      long small = Math.max(1, a >>> shift);
      return new Rate(small, Math.min(LONGEST, Math.max(1, Math.round(small * ratio))));
    }
    long large = Math.max(1, Math.min(MOST, Math.round(Math.max(1, t >>> shift) / ratio)));
    return new Rate(large, Math.max(1, Math.round(large * ratio)));
  }

  /**
   * A rate per second.
   *
   * @param amount what passes in a second, at least 1
   * @param tickHertz ticks a second
   * @return the rate
   */
  public static Rate perSecond(long amount, long tickHertz) {
    return new Rate(amount / gcd(amount, tickHertz), tickHertz / gcd(amount, tickHertz));
  }

  /**
   * {@return the time at which a resource that is {@code free} then can start, in parts of a tick}
   *
   * @param free when it is free, in parts of a tick
   * @param tick now
   */
  public long start(long free, long tick) {
    return Math.max(free, tick * amount);
  }

  /**
   * Reserves: the new free time, in parts of a tick, of a resource that is {@code free} now.
   *
   * @param free when it is free, in parts of a tick
   * @param tick now
   * @param quantity what passes, in the rate's unit
   * @return the time at which it is free again, in parts of a tick
   */
  public long reserve(long free, long tick, long quantity) {
    return Math.max(free, tick * amount) + quantity * ticks;
  }

  /**
   * {@return the first tick at or after a time in parts of a tick}
   *
   * @param parts a time in parts of a tick
   */
  public long tick(long parts) {
    return (amount & amount - 1) == 0 // most are: a shift for a division
        ? parts + amount - 1 >> Long.numberOfTrailingZeros(amount)
        : (parts + amount - 1) / amount;
  }

  /**
   * {@return whole ticks that a quantity takes, rounded up}
   *
   * @param quantity what passes, in the rate's unit
   */
  public long duration(long quantity) {
    return (quantity * ticks + amount - 1) / amount;
  }

  /**
   * {@return how much passes in a time at most, rounded up}
   *
   * @param during whole ticks, not negative
   */
  public long most(long during) {
    return during / ticks * amount + (during % ticks * amount + ticks - 1) / ticks;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
