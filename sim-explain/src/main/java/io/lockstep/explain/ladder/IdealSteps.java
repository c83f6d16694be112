// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.spi.spec.Ideal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The steps that make a part ideal: their names and their precedence. */
final class IdealSteps {
  private static final Map<Ideal, String> NAMES = new EnumMap<>(Ideal.class);

  static {
    NAMES.put(Ideal.RESIDENCY, "residency and dispatch");
    NAMES.put(Ideal.DRAM_BANDWIDTH, "DRAM bandwidth");
    NAMES.put(Ideal.MEMORY_LATENCY, "memory latency");
    NAMES.put(Ideal.CACHES, "caches and network");
    NAMES.put(Ideal.CONFLICTS, "bank conflicts");
    NAMES.put(Ideal.LANES, "idle lanes");
    NAMES.put(Ideal.DEPENDENCY, "dependency and control");
  }

  private IdealSteps() {}

  static String name(Ideal ideal) {
    return NAMES.get(ideal);
  }

  /**
   * Returns the players that precede each player. Caches become ideal after DRAM bandwidth and
   * memory latency, because ideal caches need neither: the cost of the caches is then the time that
   * remains.
   */
  static long[] before(List<Ideal> players) {
    long[] before = new long[players.size()];
    int caches = players.indexOf(Ideal.CACHES);
    if (caches >= 0) {
      for (Ideal first : List.of(Ideal.DRAM_BANDWIDTH, Ideal.MEMORY_LATENCY)) {
        before[caches] |= players.contains(first) ? 1L << players.indexOf(first) : 0;
      }
    }
    return before;
  }

  /** Returns precedences that allow the order of the list only. */
  static long[] inOrder(List<Ideal> players) {
    long[] before = new long[players.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = (1L << i) - 1;
    }
    return before;
  }
}
