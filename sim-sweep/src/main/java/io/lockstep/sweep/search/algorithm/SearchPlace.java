package io.lockstep.sweep.search.algorithm;

import java.util.Arrays;

/** A place in a space: one choice of each axis, by index. Ordered by its first axis. Immutable. */
public final class SearchPlace implements Comparable<SearchPlace> {
  private final int[] choices;

  /**
   * @param choices index of the choice on each axis
   */
  public SearchPlace(int... choices) {
    this.choices = choices.clone();
  }

  /**
   * {@return the index of the choice on an axis}
   *
   * @param axis from 0
   */
  public int at(int axis) {
    return choices[axis];
  }

  /** The same with another choice on an axis. */
  SearchPlace with(int axis, int choice) {
    SearchPlace place = new SearchPlace(choices);
    place.choices[axis] = choice;
    return place;
  }

  @Override
  public int compareTo(SearchPlace other) {
    return Arrays.compare(choices, other.choices);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchPlace place && Arrays.equals(choices, place.choices);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(choices);
  }

  @Override
  public String toString() {
    return Arrays.toString(choices);
  }
}
