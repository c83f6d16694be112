package io.lockstep.parts.stats;

import java.util.Locale;

/**
 * What the time of issue ports goes to, in the words that all families share: each cause of a
 * family belongs to exactly one of these, so that accounts can be laid side by side.
 */
public enum CommonCause {
  /** The port issues, or the unit behind it works on what was issued. */
  ISSUED("issued", "The port issues or works."),
  /** A result of the wavefront's own earlier instruction is not there yet. */
  DEPENDENCY("dependency", "Wavefronts wait for a result of their own earlier instruction."),
  /** Data is under way from memory or a cache. */
  MEMORY_LATENCY("memory latency", "Wavefronts wait for data from caches or memory."),
  /** The path to memory takes no more. */
  MEMORY_BANDWIDTH(
      "memory bandwidth or credit",
      "Wavefronts wait until the way to memory takes another access."),
  /** Local memory, its banks or its answers. */
  LOCAL_MEMORY("local memory", "Local memory: bank conflicts, or wavefronts wait for its answer."),
  /** Scalar loads, or constant memory. */
  SCALAR_MEMORY(
      "scalar or constant memory", "Wavefronts wait for data from scalar or constant memory."),
  /** Other wavefronts of the group. */
  BARRIER("barrier", "Wavefronts wait at a barrier."),
  /** Instructions themselves: clauses, branches, fetch. */
  FETCH_AND_CONTROL("fetch and control", "Wavefronts are between two stretches of instructions."),
  /** Somebody else's turn. */
  OTHER_PORT("other port", "Wavefronts are busy with another port or unit."),
  /** Nobody there. */
  NO_WAVEFRONT("no wavefront", "No wavefront is there, or none wants the port.");

  /** What the names of statistics by common cause begin with. */
  public static final String PREFIX = "causes.";

  private final String label;
  private final String meaning;

  CommonCause(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  /** {@return the cause as people read it} */
  public String label() {
    return label;
  }

  /** {@return what it means, in one sentence} */
  public String meaning() {
    return meaning;
  }

  /** {@return the last part of its statistic's name, for example {@code memory_latency}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return its statistic's name, for example {@code causes.memory_latency}} */
  public String statistic() {
    return PREFIX + key();
  }
}
