// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import java.util.List;

/**
 * Values in a list, or expanded from a range; at least one.
 *
 * @param range the range as it was written, or empty for a list
 */
public record Listed(String where, String range, List<Item> items) implements ValueSource {
  // Items of a range are computed on access; a copy would expand up to a million of them.
  public Listed {
    items = items instanceof RangeItems ? items : List.copyOf(items);
  }

  public static Listed of(Item item) {
    return new Listed(item.where(), "", List.of(item));
  }
}
