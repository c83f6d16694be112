// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search.algorithm;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.commons.math3.random.RandomGenerator;

/** The places of a space that no algorithm has proposed yet. */
final class Unseen {
  /** Maximum number of places examined to find the nearest unseen place. */
  private static final int MOST_LOOKED_AT = 200_000;

  private static final int MOST_DRAWS = 100;

  private record Distance(double from, SearchPlace place) {}

  private final PlaceSpace space;
  private final Set<SearchPlace> seen = new HashSet<>();

  Unseen(PlaceSpace space) {
    this.space = space;
  }

  boolean contains(SearchPlace place) {
    return space.isLegal(place) && !seen.contains(place);
  }

  /**
   * Takes a place, or the nearest legal place not yet taken; the first in order among equally near
   * places. Returns empty if no place is found.
   */
  Optional<SearchPlace> take(SearchPlace wanted) {
    Comparator<Distance> nearest =
        Comparator.comparingDouble(Distance::from).thenComparing(Distance::place);
    PriorityQueue<Distance> open = new PriorityQueue<>(nearest);
    Set<SearchPlace> known = new HashSet<>();
    open.add(new Distance(0, wanted));
    known.add(wanted);
    while (!open.isEmpty() && known.size() < MOST_LOOKED_AT) {
      SearchPlace place = open.remove().place();
      if (contains(place)) {
        seen.add(place);
        return Optional.of(place);
      }
      for (SearchPlace near : space.neighbours(place)) {
        if (known.add(near)) {
          open.add(new Distance(space.distance(wanted, near), near));
        }
      }
    }
    return Optional.empty();
  }

  /** Takes a random place, approximately uniformly while most places are unseen. */
  Optional<SearchPlace> draw(RandomGenerator random) {
    SearchPlace place = null;
    for (int i = 0; i < MOST_DRAWS; i++) {
      place = anywhere(random);
      if (contains(place)) {
        break;
      }
    }
    return take(place);
  }

  SearchPlace anywhere(RandomGenerator random) {
    int[] choices = new int[space.axes().size()];
    for (int i = 0; i < choices.length; i++) {
      choices[i] = random.nextInt(space.axes().get(i).size());
    }
    return new SearchPlace(choices);
  }
}
