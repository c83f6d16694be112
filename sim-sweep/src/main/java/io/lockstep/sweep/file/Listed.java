package io.lockstep.sweep.file;

import java.util.List;

/**
 * Values one by one, or a range of them.
 *
 * @param where position, for messages
 * @param range the range as it was written, or empty for a list
 * @param items the values, at least one
 */
public record Listed(String where, String range, List<Item> items) implements ValueSource {
  /**
   * Copies the collections.
   *
   * @param where position, for messages
   * @param range the range as it was written, or empty for a list
   * @param items the values, at least one
   */
  public Listed {
    items = items instanceof RangeItems ? items : List.copyOf(items);
  }

  /**
   * {@return a single value}
   *
   * @param item the value
   */
  public static Listed of(Item item) {
    return new Listed(item.where(), "", List.of(item));
  }
}
