package io.lockstep.sweep.search.algorithm;

import java.util.Arrays;

/** A place in a space: one choice of each axis, by index. Ordered by its first axis. Immutable. */
public final class Place implements Comparable<Place> {
  private final int[] choices;

  /**
   * @param choices index of the choice on each axis
   */
  public Place(int... choices) {
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

  /** A copy with another choice on an axis. */
  Place with(int axis, int choice) {
    Place place = new Place(choices);
    place.choices[axis] = choice;
    return place;
  }

  @Override
  public int compareTo(Place other) {
    return Arrays.compare(choices, other.choices);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Place place && Arrays.equals(choices, place.choices);
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
