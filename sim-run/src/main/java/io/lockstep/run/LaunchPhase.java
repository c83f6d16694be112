package io.lockstep.run;

import java.util.SplittableRandom;

/**
 * Launch phases: how long a device has been running when the host begins. Kernel times depend on
 * it, as a launch may come at any moment between two refreshes or two clock edges; a point that is
 * run at several phases has a mean and an interval.
 *
 * <p>Phases are random, so that Student's interval applies, with a fixed seed, so that every run
 * has the same ones. Their range is many refresh intervals (some microseconds each) in picoseconds,
 * so that they are no multiples of a cycle.
 */
public final class LaunchPhase {
  /** Upper bound of phases, picoseconds. */
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
