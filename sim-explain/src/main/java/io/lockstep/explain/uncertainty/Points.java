package io.lockstep.explain.uncertainty;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Points of a cube of any number of dimensions: a Sobol sequence for every {@link #BLOCK} of them,
 * shifted by random digits, and the points of each but the first block in an order of their own
 * (Latin supercube sampling). In each dimension 64 points lie in 64 different 64ths.
 *
 * <p>Not one sequence over all dimensions, as its higher ones repeat each other where points are
 * few: with 64 points, of 100 dimensions 116 pairs correlate by more than 0.4, some by 1, and a
 * figure that matters would be told under the names of others. Stateless.
 */
final class Points {
  /** Dimensions of a sequence: of so many no two correlate by more than 0.2 at 64 points. */
  static final int BLOCK = 12;

  private static final long DIGITS = 1L << 52; // numbers that the generator makes

  private Points() {}

  /**
   * Points in [0, 1).
   *
   * @param dimensions how many numbers a point has
   * @param count how many points
   * @param seed of digits and orders
   * @return by dimension, then by point
   */
  static double[][] of(int dimensions, int count, long seed) {
    double[][] points = new double[dimensions][count];
    Random random = new Random(seed);
    for (int from = 0; from < dimensions; from += BLOCK) {
      int width = Math.min(BLOCK, dimensions - from);
      long[] digits = new long[width];
      for (int d = 0; d < width; d++) {
        digits[d] = random.nextLong() & (DIGITS - 1);
      }
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        order.add(i);
      }
      if (from > 0) {
        Collections.shuffle(order, random);
      }
      SobolSequenceGenerator sequence = new SobolSequenceGenerator(width);
      for (int i = 0; i < count; i++) {
        double[] point = sequence.nextVector();
        for (int d = 0; d < width; d++) {
          long number = (long) (point[d] * DIGITS);
          points[from + d][order.get(i)] = (double) (number ^ digits[d]) / DIGITS;
        }
      }
    }
    return points;
  }
}
