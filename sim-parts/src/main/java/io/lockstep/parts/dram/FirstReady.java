package io.lockstep.parts.dram;

import io.lockstep.parts.spec.Figures;

/**
 * The oldest request to an open row; else the one whose row can be open first (Rixner et al.,
 * "Memory Access Scheduling", ISCA 2000: FR-FCFS). A {@link DramChannel} has it built in.
 */
public final class FirstReady implements DramPolicy {
  /** Its name. */
  public static final String NAME = "fr_fcfs";

  /** For ServiceLoader. */
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
