package io.lockstep.parts.spec;

/**
 * What a device can be simulated without: a part that is ideal takes no time of its own and makes
 * nobody wait. No figure has such a value, so a part declares by itself what it is then (its
 * configuration asks {@link Figures#ideals}); results do not change by it, only times.
 */
public enum Ideal {
  /** Dispatcher and limits of a unit. */
  RESIDENCY(
      "residency",
      "registers and local memory limit no work-groups, and these are handed out at once"),
  /** DRAM's occupation. */
  DRAM_BANDWIDTH(
      "dram.bandwidth",
      "no request waits in DRAM for another: it opens its row, if that is not open, and is served"),
  /** Fixed delays between a unit and DRAM. */
  MEMORY_LATENCY("memory.latency", "caches, network and DRAM take as long as they are busy"),
  /** Rates and queues between a unit and DRAM. */
  CACHES("caches", "the unit's end of memory answers every access, as its cache does on a hit"),
  /** Serialization in local memory. */
  CONFLICTS("conflicts", "no lanes of an access to local or constant memory wait for each other"),
  /** Lanes without work. */
  LANES("lanes", "an instruction costs the lanes that are active, not the whole wavefront"),
  /** Everything between two instructions of a wavefront. */
  DEPENDENCY(
      "dependency", "results are there at once; branches, clauses and barriers make nobody wait");

  private final String key;
  private final String meaning;

  Ideal(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** {@return its name, for example {@code dram.bandwidth}} */
  public String key() {
    return key;
  }

  /** {@return what is so then, without a full stop} */
  public String meaning() {
    return meaning;
  }
}
