// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import java.util.List;

/**
 * The outcome of the functional execution, stored in the trace.
 *
 * @param verified TRUE or FALSE against the workload's expectations, null if there are none (or
 *     only for other parameters)
 * @param message description of a mismatch (number of wrong elements and the first five), or empty
 * @param printed lines that kernels printed
 * @param workItemInstructions portable operations executed, summed over work-items
 * @param verifiedBy what judged a program that checks itself, for example {@code by the program
 *     (exit 0)}; empty for workloads
 */
public record Outcome(
    Boolean verified,
    String message,
    List<String> printed,
    long workItemInstructions,
    String verifiedBy) {
  /**
   * Creates the outcome of a workload.
   *
   * @param verified TRUE or FALSE against the workload's expectations, or null
   * @param message description of a mismatch, or empty
   * @param printed lines that kernels printed
   * @param workItemInstructions portable operations executed, summed over work-items
   */
  public Outcome(
      Boolean verified, String message, List<String> printed, long workItemInstructions) {
    this(verified, message, printed, workItemInstructions, "");
  }
}
