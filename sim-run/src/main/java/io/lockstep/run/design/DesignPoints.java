// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.design;

import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * Points of a unit cube of any number of dimensions. The same arguments give the same points on
 * every Java machine.
 */
public final class DesignPoints {
  /** Dimensions of one Sobol sequence, no two of which correlate by more than 0.25 at 64 points. */
  public static final int WIDTH = 12;

  private static final long DIGITS = 1L << 52; // resolution of the sequence's numbers

  private DesignPoints() {}

  /**
   * Returns Sobol points from one sequence for every {@code width} dimensions, shifted by random
   * digits. The points of each sequence except the first are reordered (Latin supercube sampling).
   * In each dimension, 2ⁿ points lie in 2ⁿ different intervals of equal length.
   *
   * <p>One sequence over many dimensions does not suffice, because its higher dimensions correlate
   * if there are few points: with 64 points and 40 dimensions, 12 pairs correlate by more than 0.4,
   * so that an influence is attributed to the wrong dimension.
   *
   * @param width dimensions of a sequence, from 1 to 1000
   * @return numbers from 0 (inclusive) to 1 (exclusive), by dimension, then by point
   */
  public static double[][] sobol(int dimensions, int count, long seed, int width) {
    SeededNumbers random = new SeededNumbers(seed);
    double[][] points = new double[dimensions][];
    Decorrelation orders = new Decorrelation(count);
    for (int from = 0; from < dimensions; from += width) {
      double[][] sequence = sequence(Math.min(width, dimensions - from), count, random);
      if (from > 0) {
        sequence = orders.order(sequence, random);
      }
      if (from + width < dimensions) {
        orders.add(sequence);
      }
      System.arraycopy(sequence, 0, points, from, sequence.length);
    }
    return points;
  }

  /** Returns one sequence, shifted by random digits so that seeds give different points. */
  private static double[][] sequence(int width, int count, SeededNumbers random) {
    long[] digits = new long[width];
    for (int d = 0; d < width; d++) {
      digits[d] = random.bits() & DIGITS - 1;
    }
    double[][] points = new double[width][count];
    SobolSequenceGenerator sequence = new SobolSequenceGenerator(width);
    for (int i = 0; i < count; i++) {
      double[] point = sequence.nextVector();
      for (int d = 0; d < width; d++) {
        points[d][i] = (double) ((long) (point[d] * DIGITS) ^ digits[d]) / DIGITS;
      }
    }
    return points;
  }

  /**
   * Returns a Latin hypercube: in each dimension, one point in each of {@code count} intervals of
   * equal length.
   *
   * @return numbers from 0 (inclusive) to 1 (exclusive), by dimension, then by point
   */
  public static double[][] latin(int dimensions, int count, long seed) {
    double[][] points = new double[dimensions][count];
    for (int d = 0; d < dimensions; d++) {
      SeededNumbers random = new SeededNumbers(new SeededNumbers(seed + d).bits());
      int[] order = random.order(count);
      for (int i = 0; i < count; i++) {
        points[d][i] = Math.min((order[i] + random.share()) / count, Math.nextDown(1.0));
      }
    }
    return points;
  }
}
