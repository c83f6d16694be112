// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Locale;

/**
 * The reasons for an issue port's cycles that all families share: an issue or a stall reason. Each
 * reason of a family belongs to exactly one common reason, so that families can be compared.
 */
public enum CommonCause {
  /** The port issues, or its unit is busy with an issued instruction. */
  ISSUED("issued", "issued", "The port issues or works."),
  /** The result of an earlier instruction of the same wavefront is pending. */
  DEPENDENCY(
      "dependency", "depend", "Wavefronts wait for a result of their own earlier instruction."),
  /** Data has not arrived from memory or a cache. */
  MEMORY_LATENCY("memory latency", "latency", "Wavefronts wait for data from caches or memory."),
  /** The path to memory accepts no further access. */
  MEMORY_BANDWIDTH(
      "memory bandwidth or credit",
      "bandwidth",
      "Wavefronts wait until the way to memory takes another access."),
  /** Local memory has bank conflicts, or its result is pending. */
  LOCAL_MEMORY(
      "local memory", "local", "Local memory: bank conflicts, or wavefronts wait for its answer."),
  /** Data of scalar loads or of constant memory has not arrived. */
  SCALAR_MEMORY(
      "scalar or constant memory",
      "scalar",
      "Wavefronts wait for data from scalar or constant memory."),
  /** Other wavefronts of the group have not arrived. */
  BARRIER("barrier", "barrier", "Wavefronts wait at a barrier."),
  /** Instruction supply: clauses, branches, fetch. */
  FETCH_AND_CONTROL(
      "fetch and control", "control", "Wavefronts are between two stretches of instructions."),
  /** The wavefronts are busy with another port or unit. */
  OTHER_PORT("other port", "other", "Wavefronts are busy with another port or unit."),
  /** No wavefront is present. */
  NO_WAVEFRONT("no wavefront", "none", "No wavefront is there, or none wants the port.");

  /** Prefix of the statistics by common reason. */
  public static final String PREFIX = "causes.";

  private final String label;
  private final String heading;
  private final String meaning;

  CommonCause(String label, String heading, String meaning) {
    this.label = label;
    this.heading = heading;
    this.meaning = meaning;
  }

  /** {@return the label for people} */
  public String label() {
    return label;
  }

  /** {@return one short word for a column of a table} */
  public String heading() {
    return heading;
  }

  /** {@return the definition, one sentence} */
  public String meaning() {
    return meaning;
  }

  /** {@return the last part of the statistic's name, for example {@code memory_latency}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return the statistic's name, for example {@code causes.memory_latency}} */
  public String statistic() {
    return PREFIX + key();
  }
}
