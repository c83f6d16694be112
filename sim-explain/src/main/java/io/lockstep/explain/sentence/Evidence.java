// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import io.lockstep.explain.figures.FigureGroup.Change;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The evidence for a factor.
 *
 * @param name name of the group of figures
 * @param factor factor of the time
 * @param changes figures of the group
 * @param from the first device, unchanged
 * @param first the first device with this group changed
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
  public Evidence {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** Returns the evidence for making the change first instead of last. */
  Evidence whereFirst() {
    return new Evidence(name, factor, changes, from, first, from, first);
  }

  /** Returns the logarithm of a quantity's change; 0 if a value is not positive. */
  double cost(double before, double after) {
    return before > 0 && after > 0 ? StrictMath.log(after / before) : 0;
  }
}
