package io.lockstep.parts.dram;

import io.lockstep.spi.spec.Figures;

/**
 * Selects the oldest request to the row and bank of the request before; else the oldest to that
 * row's number in another bank, where addresses go on; else the oldest (NVIDIA, US patent
 * 7,376,803, "Page stream sorter for DRAM systems", 2004, claim 1). Rows that are open in other
 * banks are not looked for.
 */
public final class PageStream implements DramPolicy {
  /** Creates the policy; called by ServiceLoader. */
  public PageStream() {}

  @Override
  public String name() {
    return "page_stream";
  }

  @Override
  public String definition() {
    return "the oldest request to the row of the one before, else to the same row number in another"
        + " bank, else the oldest";
  }

  @Override
  public DramRule rule(Figures figures) {
    return new DramRule() {
      @Override
      public int choose(WaitingRequests waiting) {
        int inOther = -1;
        for (int i = 0; i < waiting.size(); i++) {
          if (waiting.row(i) == waiting.lastRow()) {
            if (waiting.bank(i) == waiting.lastBank()) {
              return i;
            }
            inOther = inOther < 0 ? i : inOther;
          }
        }
        return Math.max(inOther, 0);
      }
    };
  }
}
