// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The search space as a set of places. Immutable if its predicate is stateless. */
public final class PlaceSpace {
  private final List<SearchAxis> axes;
  private final Predicate<SearchPlace> legal;
  private final int rungs;

  /**
   * Creates a space with a single fidelity.
   *
   * @param axes axes, in the order of a place's choices
   * @param legal selects legal places without evaluating them
   */
  public PlaceSpace(List<SearchAxis> axes, Predicate<SearchPlace> legal) {
    this(axes, legal, 1);
  }

  /**
   * @param axes axes, in the order of a place's choices
   * @param legal selects legal places without evaluating them
   * @param rungs number of fidelities; the results of the last fidelity decide
   */
  public PlaceSpace(List<SearchAxis> axes, Predicate<SearchPlace> legal, int rungs) {
    if (rungs < 1) {
      throw new IllegalArgumentException(rungs + " fidelities");
    }
    this.axes = List.copyOf(axes);
    this.legal = legal;
    this.rungs = rungs;
  }

  public List<SearchAxis> axes() {
    return axes;
  }

  public int rungs() {
    return rungs;
  }

  /** Returns the index of the highest fidelity, whose results decide. */
  int lastRung() {
    return rungs - 1;
  }

  /** Returns the number of places, legal or not, at most {@link Long#MAX_VALUE}. */
  public long size() {
    long size = 1;
    for (SearchAxis axis : axes) {
      if (size > Long.MAX_VALUE / axis.size()) {
        return Long.MAX_VALUE;
      }
      size *= axis.size();
    }
    return size;
  }

  public boolean isLegal(SearchPlace place) {
    return legal.test(place);
  }

  /**
   * Returns all legal places in order.
   *
   * @throws IllegalStateException if there are too many for a list
   */
  public List<SearchPlace> all() {
    if (size() > Integer.MAX_VALUE) {
      throw new IllegalStateException(size() + " places");
    }
    List<SearchPlace> all = new ArrayList<>();
    int[] at = new int[axes.size()];
    int moved = 0;
    while (moved >= 0) {
      SearchPlace place = new SearchPlace(at);
      if (isLegal(place)) {
        all.add(place);
      }
      moved = axes.size() - 1;
      while (moved >= 0 && ++at[moved] == axes.get(moved).size()) {
        at[moved--] = 0;
      }
    }
    return all;
  }

  /** Returns the distance of two places: the sum of the distances on all axes. */
  double distance(SearchPlace one, SearchPlace other) {
    double sum = 0;
    for (int i = 0; i < axes.size(); i++) {
      sum += axes.get(i).distance(one.at(i), other.at(i));
    }
    return sum;
  }

  /**
   * Returns the places that differ by one step on an ordered axis or any choice on another axis.
   */
  List<SearchPlace> neighbours(SearchPlace place) {
    List<SearchPlace> near = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      SearchAxis axis = axes.get(i);
      int here = place.at(i);
      int from = axis.ordered() ? Math.max(0, here - 1) : 0;
      int to = axis.ordered() ? Math.min(axis.size() - 1, here + 1) : axis.size() - 1;
      for (int choice = from; choice <= to; choice++) {
        if (choice != here) {
          near.add(place.with(i, choice));
        }
      }
    }
    return near;
  }
}
