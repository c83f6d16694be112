// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A player of the game: a group of figures, several merged groups with little effect, or the host.
 *
 * @param groups bit mask of the player's groups; 0 for the host
 * @param changes figures that differ between the devices
 */
record Player(String name, long groups, SortedMap<String, Change> changes) {
  Player {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** Whether this is the host, whose effect is computed from kernel times without simulations. */
  boolean isHost() {
    return groups == 0;
  }
}
