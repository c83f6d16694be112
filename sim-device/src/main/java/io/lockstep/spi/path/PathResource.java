// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

/** The resources by which the time of a critical path is divided; the keys are used in results. */
public enum PathResource {
  /** From the launch to its first work-group. */
  LAUNCH("launch", "From the launch to its first work-group."),
  /** Waiting for the dispatcher's rate. */
  DISPATCH_RATE("dispatch_rate", "The dispatcher hands out the groups before."),
  /**
   * Transit of work-groups to compute units and of their completion notices; start of wavefronts.
   */
  DISPATCH(
      "dispatch",
      "Work-groups in transit to compute units, completion notices back, wavefronts starting."),
  /** Issue of the path's instructions at their port. */
  ISSUE("issue", "Instructions of the path's wavefronts at their issue port."),
  /** Waiting for the result of the previous instruction. */
  DEPENDENCY(
      "dependency", "A result of arithmetic, a branch or a clause switch that the next one needs."),
  /** The instruction is ready but not selected. */
  PORT("port", "Ready, but the port or unit serves others, or it is not the wavefront's turn."),
  /** Time in local memory. */
  LOCAL_MEMORY("local_memory", "Local memory: its queue, its banks, its latency."),
  /** Leaving a barrier after the last arrival. */
  BARRIER("barrier", "From the last arrival at a barrier to going on."),
  /** Time in first-level caches. */
  FIRST_LEVEL(
      "first_level", "First-level caches: addresses, look-up, room for misses, way to registers."),
  /** Time between compute units and the memory side. */
  NETWORK("network", "Between compute units and the memory side: links, credit, latency."),
  /** Time in slices of the memory side. */
  L2("l2", "Slices of the memory side: queue, look-up, latency."),
  /** Waiting for a line that an earlier request is fetching. */
  SHARED_LINE(
      "shared_line", "A line that an earlier request has brought in and that is not there."),
  /** Time in the memory-side cache. */
  MEMORY_CACHE("memory_cache", "The memory-side cache: queue, look-up, latency."),
  /** Time in atomic units. */
  ATOMIC("atomic", "Units of atomic operations: queue, turns on one place."),
  /** Waiting for a channel's scheduling decision. */
  DRAM_QUEUE("dram_queue", "Waiting for room in a channel of DRAM, and there to be chosen."),
  /** Time in a channel's bank. */
  DRAM_BANK("dram_bank", "The bank: precharge, activation, column access."),
  /** Time on a channel's bus. */
  DRAM_BUS("dram_bus", "The bus of the channel: transfers of others before, its own."),
  /** Return of data from DRAM. */
  DRAM_RETURN("dram_return", "From the end of the transfer back to the requester."),
  /** Time that the model does not attribute. */
  UNTOLD("not_attributed", "The model does not report it.");

  private final String key;
  private final String meaning;

  PathResource(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** {@return the name in results} */
  public String key() {
    return key;
  }

  /** {@return the definition, one sentence} */
  public String meaning() {
    return meaning;
  }
}
