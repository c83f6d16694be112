package com.example.pair;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import io.lockstep.parts.access.TransactionSink;

/** Neighbouring lanes that touch the same 64 bytes share a transaction; others have their own. */
final class PairLines implements CoalescingRule {
  static final int LINE = 64;

  @Override
  public int lanesPerRequest() {
    return LINE; // a whole wavefront
  }

  @Override
  public void coalesce(Access access, TransactionSink out) {
    long last = -1;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long line = access.address(lane) & -LINE;
      if (line != last) {
        out.transaction(line, LINE);
        last = line;
      }
    }
  }
}
