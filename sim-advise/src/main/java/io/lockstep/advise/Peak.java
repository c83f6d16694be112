package io.lockstep.advise;

import java.util.Map;
import java.util.TreeMap;

/** The share of its peak at which a resource was used while kernels ran. */
record Peak(String name, String words, double share) {
  /** From here on a resource bounds the time. */
  static final double BUSY = 0.6;

  private static final Map<String, String> WORDS =
      new TreeMap<>(
          Map.of(
              "dram.busy", "DRAM bandwidth",
              "l2.read_busy", "second-level cache bandwidth",
              "l2.write_busy", "second-level cache bandwidth",
              "atomic.busy", "atomic units",
              "lds.busy", "local memory"));

  /** The largest one of a run. */
  static Peak largest(Evidence evidence) {
    Peak most = new Peak("", "nothing", 0);
    for (String name : evidence.result().statistics().keySet()) {
      boolean port = name.startsWith("ports.") && name.endsWith(".busy");
      double share = evidence.value(name);
      if ((port || WORDS.containsKey(name)) && share > most.share()) {
        String words = port ? name.substring(6, name.length() - 5) + " issue" : WORDS.get(name);
        most = new Peak(name, words, share);
      }
    }
    return most;
  }
}
