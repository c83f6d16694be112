// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import io.lockstep.spi.spec.Figures;

/** Selects the oldest request: first come, first served. */
public final class FirstCome implements DramPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public FirstCome() {}

  @Override
  public String name() {
    return "fcfs";
  }

  @Override
  public String definition() {
    return "the oldest request, whatever row is open";
  }

  @Override
  public DramRule rule(Figures figures) {
    return new DramRule() {
      @Override
      public int choose(WaitingRequests waiting) {
        return 0;
      }
    };
  }
}
