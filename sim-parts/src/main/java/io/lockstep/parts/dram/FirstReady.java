// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.spec.Figures;

/**
 * Selects the oldest request to an open row, otherwise the request whose row can be opened first
 * (FR-FCFS: Rixner et al., "Memory Access Scheduling", ISCA 2000). {@link DramChannel} has its own
 * implementation.
 */
public final class FirstReady implements DramPolicy {
  /** The policy's name. */
  public static final String NAME = "fr_fcfs";

  /** Creates the policy; called by ServiceLoader. */
  public FirstReady() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String definition() {
    return "the oldest request to an open row, else the one whose row can be open first";
  }

  @Override
  public DramRule rule(Figures figures) {
    return new DramRule() {
      @Override
      public int choose(WaitingRequests waiting) {
        int best = 0;
        for (int i = 0; i < waiting.size(); i++) {
          if (waiting.isOpen(i)) {
            return i;
          }
          if (waiting.activate(i) < waiting.activate(best)) {
            best = i;
          }
        }
        return best;
      }
    };
  }
}
