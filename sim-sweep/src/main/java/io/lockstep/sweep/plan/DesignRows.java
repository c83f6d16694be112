// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.run.design.DesignPoints;
import io.lockstep.sweep.file.Design;

/**
 * The points of a design in the unit cube. Immutable.
 *
 * <p>Saltelli's design with n base points and d coordinates has n rows of the sample A, n rows of
 * B, then for each coordinate n rows of A with that coordinate taken from B (Saltelli et al.,
 * "Variance based sensitivity analysis of model output", 2010).
 */
public final class DesignRows {
  // Half of the maximum, because Saltelli's design has two samples.
  private static final int MOST_COORDINATES = Design.MOST_WIDTH / 2;

  /** Maximum product of the numbers of rows and coordinates. */
  static final long MOST_NUMBERS = 1 << 24;

  private final double[][] shares; // by coordinate, then by row of the base samples
  private final Design design;
  private final int coordinates;

  private DesignRows(double[][] shares, Design design, int coordinates) {
    this.shares = shares;
    this.design = design;
    this.coordinates = coordinates;
  }

  /** Returns the maximum number of coordinates of a design. */
  public static int most() {
    return MOST_COORDINATES;
  }

  /**
   * Generates the points.
   *
   * @param design any design except a grid
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

  public int size() {
    return (int) design.rows(coordinates);
  }

  /** Returns a coordinate of a row, from 0 (inclusive) to 1 (exclusive). */
  public double share(int coordinate, int row) {
    int points = design.points();
    if (design.kind() != Design.Kind.SALTELLI || row < points) {
      return shares[coordinate][row];
    }
    boolean second = row < 2 * points || row / points - 2 == coordinate;
    return shares[second ? coordinates + coordinate : coordinate][row % points];
  }
}
