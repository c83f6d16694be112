// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;

/**
 * A proposal with the variants to simulate.
 *
 * @param ofKernels whether the gain refers to the time of the kernels alone
 */
record Candidate(String rule, Proposal proposal, List<Variant> variants, boolean ofKernels) {
  /** Whether no change can be simulated, so that the advice has no gain. */
  boolean isWithoutGain() {
    return proposal.remedies().isEmpty();
  }

  /**
   * A variant of a device and a workload.
   *
   * @param remedy the change, or null for none
   * @param spec the device with the change
   */
  record Variant(Remedy remedy, DeviceSpec spec) {}
}
