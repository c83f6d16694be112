package io.lockstep.run;

import java.util.SplittableRandom;

/**
 * Launch phases: how long a device has been running when the host begins. Kernel times depend on
 * it, as a launch may come at any moment between two refreshes, and of two clocks; a point that is
 * run at several has a mean and an interval. Stateless.
 *
 * <p>They are drawn at random, so that they are independent, as Student's interval wants them; by a
 * fixed seed, so that they are the same in every run; from a range of many refresh intervals (some
 * microseconds each), in picoseconds, so that they are no multiples of any cycle.
 */
public final class LaunchPhase {
  /** Picoseconds below which phases lie. */
  public static final long RANGE = 40_000_000;

  private static final long SEED = 0x10CC57E9L;

  private LaunchPhase() {}

  /**
   * {@return a phase in picoseconds}
   *
   * @param phase its number; 0 has none
   */
  public static long picos(int phase) {
    return phase == 0 ? 0 : 1 + new SplittableRandom(SEED + phase).nextLong(RANGE - 1);
  }
}
