// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.Arrays;

/**
 * A point of the search space: the index of a choice on each axis. Places are ordered
 * lexicographically. Immutable.
 */
public final class SearchPlace implements Comparable<SearchPlace> {
  private final int[] choices;

  public SearchPlace(int... choices) {
    this.choices = choices.clone();
  }

  public int at(int axis) {
    return choices[axis];
  }

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
