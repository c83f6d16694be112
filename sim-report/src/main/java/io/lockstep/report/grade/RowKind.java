// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.grade;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.List;

/**
 * The kind of published rows that measure what limits a run.
 *
 * @see RunResult#bound()
 */
public enum RowKind {
  /** Bandwidth of DRAM. */
  DRAM("DRAM bandwidth", "streams", "bandwidth", "stencils", "cache.memory"),
  /** Second-level cache. */
  L2("second-level cache", "l2", "cache.l2", "cache.shared"),
  /** Local memory and its banks. */
  LOCAL_MEMORY("local memory", "conflicts"),
  /** Issue and arithmetic. */
  ARITHMETIC("arithmetic", "arithmetic", "rates", "roofline", "single", "peak", "nbody"),
  /** Matrix units. */
  MATRIX("matrix units", "staircase", "instruction"),
  /** Waits for results of memory or of instructions. */
  LATENCY("latency", "latency"),
  /** Launches and transfers. */
  HOST("launches and transfers", "launches", "host"),
  /** Atomic units; no suite has a group of them alone. */
  ATOMICS("atomics");

  private final String words;
  private final List<String> groups;

  RowKind(String words, String... groups) {
    this.words = words;
    this.groups = List.of(groups);
  }

  /** Returns the kind for what a result says that it is bound by. */
  public static RowKind of(RunResult result) {
    return switch (result.bound()) {
      case "memory bandwidth" -> DRAM;
      case "cache bandwidth" -> L2;
      case "local memory" -> LOCAL_MEMORY;
      case "atomics" -> ATOMICS;
      case "launch", "transfers", "fills and copies" -> HOST;
      case "issue" -> usesMatrixUnits(result) ? MATRIX : ARITHMETIC;
      default -> LATENCY;
    };
  }

  private static boolean usesMatrixUnits(RunResult result) {
    return result.statistics().getOrDefault("matrix.instructions", BigDecimal.ZERO).signum() > 0;
  }

  /** Returns the name for readers. */
  public String words() {
    return words;
  }

  /** Returns the groups of the suites' rows, the most specific first. */
  List<String> groups() {
    return groups;
  }
}
