package io.lockstep.sweep.plan;

import io.lockstep.sweep.file.Design;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/**
 * The points of a design in the unit cube. Immutable.
 *
 * <p>Of Saltelli's design with n points of its base and d coordinates: n rows of the sample A, n of
 * B, then for each coordinate n rows of A with that coordinate of B (Saltelli and others, Variance
 * based sensitivity analysis of model output, 2010).
 */
public final class DesignRows {
  private static final long DIGITS = 1L << 52; // of the sequence's numbers
  private static final int MOST_COORDINATES = 500;

  /** Most numbers of all rows together. */
  static final long MOST_NUMBERS = 1 << 24;

  private final double[][] shares; // by coordinate, then by row of the base
  private final Design design;
  private final int coordinates;

  private DesignRows(double[][] shares, Design design, int coordinates) {
    this.shares = shares;
    this.design = design;
    this.coordinates = coordinates;
  }

  /** {@return most coordinates that a design may have} */
  public static int most() {
    return MOST_COORDINATES;
  }

  /**
   * Makes them.
   *
   * @param design kind, points and seed; no grid
   * @param coordinates how many numbers a point has
   * @return the points
   */
  public static DesignRows of(Design design, int coordinates) {
    double[][] shares =
        switch (design.kind()) {
          case SOBOL -> sobol(coordinates, design);
          case SALTELLI -> sobol(2 * coordinates, design);
          case LATIN_HYPERCUBE -> latin(coordinates, design);
          case GRID -> throw new IllegalArgumentException("a grid has no rows");
        };
    return new DesignRows(shares, design, coordinates);
  }

  /** A sequence whose digits are shifted by random ones, so that seeds differ. */
  private static double[][] sobol(int width, Design design) {
    SeededNumbers random = new SeededNumbers(design.seed());
    long[] digits = new long[width];
    for (int d = 0; d < width; d++) {
      digits[d] = random.bits() & DIGITS - 1;
    }
    double[][] shares = new double[width][design.points()];
    SobolSequenceGenerator sequence = new SobolSequenceGenerator(width);
    for (int i = 0; i < design.points(); i++) {
      double[] point = sequence.nextVector();
      for (int d = 0; d < width; d++) {
        shares[d][i] = (double) ((long) (point[d] * DIGITS) ^ digits[d]) / DIGITS;
      }
    }
    return shares;
  }

  private static double[][] latin(int width, Design design) {
    double[][] shares = new double[width][design.points()];
    for (int d = 0; d < width; d++) {
      SeededNumbers random = new SeededNumbers(new SeededNumbers(design.seed() + d).bits());
      int[] order = random.order(design.points());
      for (int i = 0; i < design.points(); i++) {
        shares[d][i] = Math.min((order[i] + random.share()) / design.points(), Math.nextDown(1.0));
      }
    }
    return shares;
  }

  /** {@return how many rows there are} */
  public int size() {
    return (int) design.rows(coordinates);
  }

  /**
   * {@return a number of a row, from 0 to below 1}
   *
   * @param coordinate from 0
   * @param row from 0
   */
  public double share(int coordinate, int row) {
    int points = design.points();
    if (design.kind() != Design.Kind.SALTELLI || row < points) {
      return shares[coordinate][row];
    }
    boolean second = row < 2 * points || row / points - 2 == coordinate;
    return shares[second ? coordinates + coordinate : coordinate][row % points];
  }
}
