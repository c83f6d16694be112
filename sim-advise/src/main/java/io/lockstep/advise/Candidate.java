// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;

/**
 * A proposal with the variants to simulate.
 *
 * @param ofKernels whether the gain refers to kernel time alone
 */
record Candidate(String rule, Proposal proposal, List<Variant> variants, boolean ofKernels) {
  /** Whether no change can be simulated, so that the advice has no gain. */
  boolean isWithoutGain() {
    return proposal.remedies().isEmpty();
  }

  /**
   * A combination of a device and a workload to simulate.
   *
   * @param remedy the change, or null for none
   * @param spec the device with the change
   */
  record Variant(Remedy remedy, DeviceSpec spec) {}
}
