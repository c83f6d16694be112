package io.lockstep.sweep.plan;

import io.lockstep.run.design.DesignPoints;
import io.lockstep.sweep.file.Design;

/**
 * The points of a design in the unit cube. Immutable.
 *
 * <p>Of Saltelli's design with n points of its base and d coordinates: n rows of the sample A, n of
 * B, then for each coordinate n rows of A with that coordinate of B (Saltelli and others, Variance
 * based sensitivity analysis of model output, 2010).
 */
public final class DesignRows {
  private static final int MOST_COORDINATES = Design.MOST_WIDTH / 2; // Saltelli's has two samples

  /** Maximum count of numbers in all rows. */
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
          case SOBOL, SALTELLI -> sobol(design.sobolDimensions(coordinates), design);
          case LATIN_HYPERCUBE -> DesignPoints.latin(coordinates, design.points(), design.seed());
          case GRID -> throw new IllegalArgumentException("a grid has no rows");
        };
    return new DesignRows(shares, design, coordinates);
  }

  private static double[][] sobol(int dimensions, Design design) {
    int sequence = design.width() == 0 ? dimensions : design.width();
    return DesignPoints.sobol(dimensions, design.points(), design.seed(), sequence);
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
