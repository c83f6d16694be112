// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import java.util.List;

/**
 * Values in a list, or expanded from a range. There is at least one value.
 *
 * @param range the range as written in the file, or empty for a list
 */
public record Listed(String where, String range, List<Item> items) implements ValueSource {
  // Items of a range are computed on access; copying the list would create up to a million of them.
  public Listed {
    items = items instanceof RangeItems ? items : List.copyOf(items);
  }

  public static Listed of(Item item) {
    return new Listed(item.where(), "", List.of(item));
  }
}
