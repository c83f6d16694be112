package io.lockstep.sweep.search.algorithm;

/**
 * One dimension of a space: exclusive choices.
 *
 * @param name for people
 * @param size number of choices, at least 1
 * @param ordered whether choices are numbers in order; otherwise all are equally far from each
 *     other
 */
public record SearchAxis(String name, int size, boolean ordered) {
  /**
   * Checks the size.
   *
   * @param name for people
   * @param size number of choices, at least 1
   * @param ordered whether choices are numbers in order
   */
  public SearchAxis {
    if (size < 1) {
      throw new IllegalArgumentException(name + ": " + size + " choices");
    }
  }

  /** The distance of two choices: 1 from one end to the other. */
  double distance(int one, int other) {
    if (one == other) {
      return 0;
    }
    return ordered ? Math.abs(one - other) / (double) (size - 1) : 1;
  }
}
