package io.lockstep.sweep.file;

/**
 * The choice of points if figures and parameters have spans.
 *
 * @param kind of design
 * @param points number of points, for {@link Kind#SALTELLI} of base points; 0 for a grid
 * @param seed of random choices
 * @param width coordinates of one Sobol sequence; 0 for a single sequence over all
 * @param indices whether Sobol indices are requested
 * @param where position, for messages
 */
public record Design(Kind kind, int points, long seed, int width, boolean indices, String where) {
  /** Ways to choose points. */
  public enum Kind {
    /** All combinations of lists. */
    GRID("grid"),
    /** A sequence of low discrepancy. */
    SOBOL("sobol"),
    /** One point in each of as many slices of each coordinate as there are points. */
    LATIN_HYPERCUBE("latin-hypercube"),
    /** Two samples, and the second with single coordinates of the first: for Sobol indices. */
    SALTELLI("saltelli");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** {@return as files have it} */
    public String word() {
      return word;
    }
  }

  /** Maximum number of coordinates of one sequence. */
  public static final int MOST_WIDTH = 1000;

  /** All combinations. */
  public static final Design GRID = new Design(Kind.GRID, 0, 0, 0, false, "design");

  /**
   * {@return the same with a width}
   *
   * @param coordinates of one Sobol sequence
   */
  public Design withWidth(int coordinates) {
    return new Design(kind, points, seed, coordinates, indices, where);
  }

  /**
   * {@return dimensions of the sequence or sequences that it draws from; 0 if it has none}
   *
   * @param coordinates how many numbers a point has
   */
  public int sobolDimensions(int coordinates) {
    return switch (kind) {
      case SOBOL -> coordinates;
      case SALTELLI -> 2 * coordinates;
      case GRID, LATIN_HYPERCUBE -> 0;
    };
  }

  /**
   * {@return the number of points}
   *
   * @param coordinates number of coordinates of a point
   */
  public long rows(int coordinates) {
    return kind == Kind.SALTELLI ? (long) points * (coordinates + 2) : points;
  }
}
