// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

/**
 * The experimental design: how the points of a sweep are chosen.
 *
 * @param points number of points; for {@link Kind#SALTELLI} the number of base points; 0 for a grid
 * @param width coordinates per Sobol sequence; 0 for a single sequence over all coordinates
 * @param where position in the file, for messages
 */
public record Design(Kind kind, int points, long seed, int width, String where) {
  public enum Kind {
    /** Full factorial: all combinations of lists. */
    GRID("grid"),
    /** Sobol low-discrepancy sequence. */
    SOBOL("sobol"),
    /** Latin hypercube: with n points, one point in each of n equal slices of every coordinate. */
    LATIN_HYPERCUBE("latin-hypercube"),
    /**
     * Saltelli's scheme for Sobol indices: two samples, and copies of the first with single
     * coordinates taken from the second.
     */
    SALTELLI("saltelli");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /** Maximum number of coordinates per sequence. */
  public static final int MOST_WIDTH = 1000;

  public static final Design GRID = new Design(Kind.GRID, 0, 0, 0, "design");

  public Design withWidth(int coordinates) {
    return new Design(kind, points, seed, coordinates, where);
  }

  /** Returns the dimensions of the Sobol sequences in use; 0 for designs without one. */
  public int sobolDimensions(int coordinates) {
    return switch (kind) {
      case SOBOL -> coordinates;
      case SALTELLI -> 2 * coordinates;
      case GRID, LATIN_HYPERCUBE -> 0;
    };
  }

  public long rows(int coordinates) {
    return kind == Kind.SALTELLI ? (long) points * (coordinates + 2) : points;
  }
}
