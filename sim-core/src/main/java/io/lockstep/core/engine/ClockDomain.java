// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * A clock as an exact fraction of the tick: edge k lies at tick ceil(k·p/q).
 *
 * <p>Integer arithmetic, so that no rounding accumulates. Immutable and thread-safe.
 */
public final class ClockDomain {
  private final long hertz;
  private final long p;
  private final long q;

  private ClockDomain(long hertz, long p, long q) {
    this.hertz = hertz;
    this.p = p;
    this.q = q;
  }

  /**
   * Creates a clock.
   *
   * @param hertzOfClock rate of the clock
   * @param hertzOfTick the rate of ticks, at least as fast
   * @return the clock
   */
  public static ClockDomain of(long hertzOfClock, long hertzOfTick) {
    if (hertzOfClock <= 0 || hertzOfTick < hertzOfClock) {
      throw new IllegalArgumentException(
          "a clock of " + hertzOfClock + " Hz does not fit ticks of " + hertzOfTick + " Hz");
    }
    long divisor = gcd(hertzOfTick, hertzOfClock);
    long p = hertzOfTick / divisor;
    long q = hertzOfClock / divisor;
    if (Math.multiplyHigh(p, q) != 0 || p * q < 0) {
      throw new IllegalArgumentException(
          "the ratio " + q + "/" + p + " of a clock to the tick is too fine for exact 64-bit time");
    }
    return new ClockDomain(hertzOfClock, p, q);
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** {@return the clock's rate} */
  public long hertz() {
    return hertz;
  }

  /**
   * {@return the tick of an edge, edge 0 being at tick 0}
   *
   * @param edge number of the edge, not negative
   */
  public long tick(long edge) {
    if (p == q) {
      return edge;
    }
    long whole = edge / q;
    return whole * p + ((edge - whole * q) * p + q - 1) / q;
  }

  /**
   * {@return the first edge at or after a tick}
   *
   * @param tick a tick, not negative
   */
  public long edgeAtOrAfter(long tick) {
    return tick <= 0 ? 0 : edgesUntil(tick - 1) + 1;
  }

  /**
   * {@return the number of cycles that have passed at a tick, that is, the last edge not after it}
   *
   * @param tick a tick, not negative
   */
  public long edgesUntil(long tick) {
    if (p == q) {
      return tick;
    }
    long whole = tick / p;
    return whole * q + (tick - whole * p) * q / p;
  }

  /**
   * {@return the tick a number of cycles after the first edge at or after a tick}
   *
   * @param tick a tick, not negative
   * @param cycles cycles of this clock
   */
  public long after(long tick, long cycles) {
    return p == q ? tick + cycles : tick(edgeAtOrAfter(tick) + cycles);
  }

  @Override
  public String toString() {
    return hertz + " Hz, " + q + "/" + p + " of the tick";
  }
}
