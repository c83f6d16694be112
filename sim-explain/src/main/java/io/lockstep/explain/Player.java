package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Who plays: a group of figures, several that hardly matter, or the host's part.
 *
 * @param name for people
 * @param groups bits of its groups; none of the host's part
 * @param changes figures behind it
 */
record Player(String name, long groups, SortedMap<String, Change> changes) {
  Player {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  /** Whether it is worked out from kernels' times, without simulations of its own. */
  boolean isHost() {
    return groups == 0;
  }
}
