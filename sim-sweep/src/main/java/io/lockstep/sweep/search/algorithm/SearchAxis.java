package io.lockstep.sweep.search.algorithm;

/**
 * One direction of a space: choices that exclude each other. Immutable.
 *
 * @param name what people call it
 * @param size how many choices there are, at least 1
 * @param ordered whether neighbouring choices are alike: numbers; otherwise names, each as far from
 *     each other
 */
public record SearchAxis(String name, int size, boolean ordered) {
  /**
   * Refuses what is no axis.
   *
   * @param name what people call it
   * @param size how many choices there are, at least 1
   * @param ordered whether neighbouring choices are alike
   */
  public SearchAxis {
    if (size < 1) {
      throw new IllegalArgumentException(name + ": " + size + " choices");
    }
  }

  /** How far two choices are apart: 1 from one end to the other. */
  double distance(int one, int other) {
    if (one == other) {
      return 0;
    }
    return ordered ? Math.abs(one - other) / (double) (size - 1) : 1;
  }
}
