package io.lockstep.explain.figures;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures that are changed together.
 *
 * @param name for people
 * @param changes the figures in which two devices differ, by path
 * @param swapsFamily whether the family of the model changes with them
 */
public record FigureGroup(String name, SortedMap<String, Change> changes, boolean swapsFamily) {
  /**
   * Both values of a figure, as settings take them.
   *
   * @param from of the first device; {@code absent} if it lacks the figure
   * @param to of the second one
   */
  public record Change(String from, String to) {}

  /**
   * Copies the collections.
   *
   * @param name for people
   * @param changes by path
   * @param swapsFamily whether the family of the model changes with them
   */
  public FigureGroup {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** Merges it with another group. */
  FigureGroup and(FigureGroup other) {
    SortedMap<String, Change> all = new TreeMap<>(changes);
    all.putAll(other.changes);
    return new FigureGroup(name + " + " + other.name, all, swapsFamily || other.swapsFamily);
  }
}
