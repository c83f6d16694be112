package io.lockstep.sweep.search.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All places of a search. Immutable if its condition is. */
public final class PlaceSpace {
  private final List<SearchAxis> axes;
  private final Predicate<SearchPlace> legal;
  private final int rungs;

  /**
   * A space of one fidelity.
   *
   * @param axes in the order of a place's choices
   * @param legal selects legal places, without an evaluation
   */
  public PlaceSpace(List<SearchAxis> axes, Predicate<SearchPlace> legal) {
    this(axes, legal, 1);
  }

  /**
   * @param axes in the order of a place's choices
   * @param legal selects legal places, without an evaluation
   * @param rungs number of fidelities, the last of which counts
   */
  public PlaceSpace(List<SearchAxis> axes, Predicate<SearchPlace> legal, int rungs) {
    if (rungs < 1) {
      throw new IllegalArgumentException(rungs + " fidelities");
    }
    this.axes = List.copyOf(axes);
    this.legal = legal;
    this.rungs = rungs;
  }

  /** {@return the axes, in the order of a place's choices} */
  public List<SearchAxis> axes() {
    return axes;
  }

  /** {@return number of fidelities} */
  public int rungs() {
    return rungs;
  }

  /** The fidelity that counts. */
  int lastRung() {
    return rungs - 1;
  }

  /** {@return number of places, legal or not, at most {@link Long#MAX_VALUE}} */
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

  /**
   * {@return whether a place is legal}
   *
   * @param place any place of these axes
   */
  public boolean isLegal(SearchPlace place) {
    return legal.test(place);
  }

  /**
   * {@return all legal places in their order}
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

  /** How far places are apart: the sum over axes. */
  double distance(SearchPlace one, SearchPlace other) {
    double sum = 0;
    for (int i = 0; i < axes.size(); i++) {
      sum += axes.get(i).distance(one.at(i), other.at(i));
    }
    return sum;
  }

  /** Places one step away: the next choices of an ordered axis, all others of another. */
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
