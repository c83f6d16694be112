// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.util.SplittableRandom;

/**
 * Launch phases: how long a device has been running when the host begins. Kernel times depend on
 * the phase, because a launch may fall anywhere between two refreshes or clock edges; a point that
 * runs at several phases has a mean and a confidence interval.
 *
 * <p>Phases are random, so that Student's t applies, with a fixed seed, so that every run has the
 * same phases. Their range covers many refresh intervals (some microseconds each), and its
 * resolution of a picosecond avoids multiples of a cycle.
 */
public final class LaunchPhase {
  /** Upper bound of phases, in picoseconds. */
  public static final long RANGE = 40_000_000;

  private static final long SEED = 0x10CC57E9L;

  private LaunchPhase() {}

  /** {@return the delay of the phase with the given number, in picoseconds; 0 for number 0} */
  public static long picos(int phase) {
    return phase == 0 ? 0 : 1 + new SplittableRandom(SEED + phase).nextLong(RANGE - 1);
  }
}
