// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures that change together.
 *
 * @param changes figures that differ between two devices, by path
 * @param swapsFamily whether the family of the model changes too
 */
public record FigureGroup(String name, SortedMap<String, Change> changes, boolean swapsFamily) {
  /**
   * Both values of a figure, in the syntax of overrides; {@code absent} if a device lacks the
   * figure.
   */
  public record Change(String from, String to) {}

  public FigureGroup {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  FigureGroup and(FigureGroup other) {
    SortedMap<String, Change> all = new TreeMap<>(changes);
    all.putAll(other.changes);
    return new FigureGroup(name + " + " + other.name, all, swapsFamily || other.swapsFamily);
  }
}
