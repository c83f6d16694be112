// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Measures how the processor time of a computation grows with its input. */
public final class Growth {
  /**
   * Limit for five times the input, relative to the small input: linear growth is 5, quadratic 25.
   * If only the small input fits the host's caches, linear growth reaches 6.4.
   */
  public static final double LINEAR = 8;

  private static final int ROUNDS = 3;

  /** Maximum rounds: other processes that share the caches may slow some of them. */
  private static final int MOST_ROUNDS = 12;

  private Growth() {}

  /**
   * Returns the time for five times the input relative to the time for the input: the minimum of
   * several rounds each. The large input takes one round, and both take more while the growth seems
   * not to be linear. If it still does, five times the large input is compared with the large one:
   * superlinear growth continues there, whereas a constant step of the host lies below (a cache or
   * a generation of the heap that only the small input fits).
   *
   * @param input creates the input of a given size; not timed
   */
  public static <T> double ofFive(int size, IntFunction<T> input, Consumer<T> computation) {
    T large = input.apply(5 * size);
    double growth = between(input.apply(size), large, computation);
    return growth < LINEAR ? growth : between(large, input.apply(25 * size), computation);
  }

  private static <T> double between(T small, T large, Consumer<T> computation) {
    computation.accept(small); // warm-up, so that the code is compiled
    double least = Double.MAX_VALUE;
    for (int k = 0; k < ROUNDS; k++) {
      least = Math.min(least, seconds(small, computation));
    }
    double most = seconds(large, computation);
    for (int k = ROUNDS; k < MOST_ROUNDS && most >= LINEAR * least; k++) {
      least = Math.min(least, seconds(small, computation));
      most = Math.min(most, seconds(large, computation));
    }
    return most / least;
  }

  private static <T> double seconds(T input, Consumer<T> computation) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    computation.accept(input);
    return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) / 1e9;
  }
}
