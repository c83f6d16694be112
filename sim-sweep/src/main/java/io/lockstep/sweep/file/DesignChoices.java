package io.lockstep.sweep.file;

import java.util.List;

/**
 * Values that a design chooses from, each as probable as another.
 *
 * @param where position, for messages
 * @param items the values, at least one
 */
public record DesignChoices(String where, List<Item> items) implements DesignCoordinate {
  /**
   * Copies the collections.
   *
   * @param where position, for messages
   * @param items the values, at least one
   */
  public DesignChoices {
    items = List.copyOf(items);
  }

  @Override
  public String at(double share) {
    return items.get((int) (share * items.size())).text();
  }
}
