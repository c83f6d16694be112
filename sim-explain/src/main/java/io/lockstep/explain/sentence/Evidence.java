package io.lockstep.explain.sentence;

import io.lockstep.explain.figures.FigureGroup.Change;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The evidence for a factor.
 *
 * @param name of the group of figures
 * @param factor of the time
 * @param changes the group's figures
 * @param from the first device with nothing changed
 * @param first the first device with this group changed alone
 * @param last the second device without this group's change
 * @param to the second device
 */
public record Evidence(
    String name,
    double factor,
    SortedMap<String, Change> changes,
    State from,
    State first,
    State last,
    State to) {
  /**
   * Copies the collections.
   *
   * @param name of the group of figures
   * @param factor of the time
   * @param changes the group's figures
   * @param from the first device with nothing changed
   * @param first the first device with this group changed alone
   * @param last the second device without this group's change
   * @param to the second device
   */
  public Evidence {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** The same with the change made first in place of last. */
  Evidence whereFirst() {
    return new Evidence(name, factor, changes, from, first, from, first);
  }

  /** The change of the time by a quantity, as a logarithm, from last to full. */
  double cost(double before, double after) {
    return before > 0 && after > 0 ? StrictMath.log(after / before) : 0;
  }
}
