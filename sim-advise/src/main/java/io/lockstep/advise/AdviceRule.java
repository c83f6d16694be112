// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import java.util.List;

/**
 * Recognises one kind of problem in the evidence of a run. Implementations are found by {@link
 * java.util.ServiceLoader}; they are stateless and thread-safe.
 *
 * <p>A rule may propose changes on weak evidence: gains are simulated, and proposals with little
 * gain are dropped.
 */
public interface AdviceRule {
  /** Returns the name in lower case with hyphens, for example {@code bank-conflicts}. */
  String name();

  /**
   * Whether the findings concern the time outside of kernels. If kernels take less than half of the
   * time, the gains of all other rules refer to kernel time alone.
   */
  default boolean ofHost() {
    return false;
  }

  /** Returns the problems found in a workload on a device; may be empty. */
  List<Proposal> proposals(Evidence evidence);
}
