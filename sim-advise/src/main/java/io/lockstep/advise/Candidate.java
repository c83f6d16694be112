package io.lockstep.advise;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;

/**
 * A proposal with what is simulated for it.
 *
 * @param rule name of the rule
 * @param variants to simulate, legal ones
 * @param ofKernels whether its gain is of the kernels' own time
 */
record Candidate(String rule, Proposal proposal, List<Variant> variants, boolean ofKernels) {
  /** Whether nothing is simulated for it: its advice has no number. */
  boolean isWithoutGain() {
    return proposal.remedies().isEmpty();
  }

  /**
   * A variant of a device and a workload.
   *
   * @param remedy what is changed, or null if nothing is
   * @param spec the device with the change
   */
  record Variant(Remedy remedy, DeviceSpec spec) {}
}
