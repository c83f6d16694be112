package io.lockstep.testsupport;

import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** How the processor time of a computation grows with its input. */
public final class Growth {
  /**
   * What five times the input may take, of the small one's time: linear growth is 5, quadratic 25.
   * A machine whose caches hold the small input alone takes up to 6.4 times as long.
   */
  public static final double LINEAR = 8;

  private static final int ROUNDS = 3;

  /** Where other processes share the caches a round may take longer than its computation wants. */
  private static final int MOST_ROUNDS = 12;

  private Growth() {}

  /**
   * Times of five times the input and of the input, divided: of each the least of some rounds, of
   * which there are more as long as the growth does not seem linear.
   *
   * @param input made for a size; not timed
   */
  public static <T> double ofFive(int size, IntFunction<T> input, Consumer<T> computation) {
    T small = input.apply(size);
    T large = input.apply(5 * size);
    computation.accept(small); // compiled
    double least = Double.MAX_VALUE;
    double most = Double.MAX_VALUE;
    for (int k = 0; k < ROUNDS || k < MOST_ROUNDS && most >= LINEAR * least; k++) {
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
