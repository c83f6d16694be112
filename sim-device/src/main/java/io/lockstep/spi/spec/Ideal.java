// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

/**
 * A part of a device that a simulation can make ideal, so that it takes no time and causes no
 * waiting. No value of a figure expresses this; each part's configuration queries {@link
 * Figures#ideals}. Ideal parts change times, not results.
 */
public enum Ideal {
  /** Dispatcher and residency limits of a unit. */
  RESIDENCY(
      "residency",
      "registers and local memory limit no work-groups, and these are handed out at once"),
  /** Occupancy of DRAM's buses and banks. */
  DRAM_BANDWIDTH(
      "dram.bandwidth",
      "no request waits in DRAM for another: it opens its row, if that is not open, and is served"),
  /** Fixed delays between a unit and DRAM. */
  MEMORY_LATENCY("memory.latency", "caches, network and DRAM take as long as they are busy"),
  /** Rates and queues between a unit and DRAM. */
  CACHES("caches", "the unit's end of memory answers every access, as its cache does on a hit"),
  /** Serialisation by conflicts in local and constant memory. */
  CONFLICTS("conflicts", "no lanes of an access to local or constant memory wait for each other"),
  /** The cost of inactive lanes. */
  LANES("lanes", "an instruction costs the lanes that are active, not the whole wavefront"),
  /** Delays between two instructions of a wavefront. */
  DEPENDENCY(
      "dependency", "results are there at once; branches, clauses and barriers cause no waiting");

  private final String key;
  private final String meaning;

  Ideal(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** {@return the name, for example {@code dram.bandwidth}} */
  public String key() {
    return key;
  }

  /** {@return the effect, without a full stop} */
  public String meaning() {
    return meaning;
  }
}
