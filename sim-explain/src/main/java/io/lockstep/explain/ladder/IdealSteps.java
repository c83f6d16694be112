package io.lockstep.explain.ladder;

import io.lockstep.spi.spec.Ideal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The steps that are ideal parts: their names, their order and what comes before what. */
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

  /** Its name for people. */
  static String name(Ideal ideal) {
    return NAMES.get(ideal);
  }

  /**
   * Players that come before others. A unit whose every look-up hits needs neither DRAM nor the way
   * there: what caches and network cost is what is left when these are ideal already.
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

  /** Players each of which comes after all before it. */
  static long[] inOrder(List<Ideal> players) {
    long[] before = new long[players.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = (1L << i) - 1;
    }
    return before;
  }
}
