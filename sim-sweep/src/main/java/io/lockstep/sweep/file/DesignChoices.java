// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import java.util.List;

/** Values from which a design chooses with equal probability. There is at least one value. */
public record DesignChoices(String where, List<Item> items) implements DesignCoordinate {
  public DesignChoices {
    items = List.copyOf(items);
  }

  @Override
  public String at(double share) {
    return items.get((int) (share * items.size())).text();
  }
}
