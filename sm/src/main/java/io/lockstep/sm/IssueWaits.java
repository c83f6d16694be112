// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.stats.Totals;

/** What the chosen warp of a sub-partition has waited for, and whether its code is there. */
final class IssueWaits extends CountingPart {
  private final IssueAccount account;
  private final WarpTable warps;
  private final Pipes pipes;
  private final IssueEvents events;
  private final OperandConstants operands;
  private final InstructionSupply supply;
  private final int operandHold;
  private SassCode code;

  IssueWaits(
      SmConfig config, IssueAccount account, WarpTable warps, Pipes pipes, IssueEvents events) {
    this.account = account;
    this.warps = warps;
    this.pipes = pipes;
    this.events = events;
    operands = new OperandConstants(config);
    supply = own.include(new InstructionSupply(config));
    operandHold = config.spec.integer("constant.operand_hold");
  }

  void begin(SassCode program) {
    code = program;
    operands.begin();
  }

  /** Sets the kernel whose code warps fetch from now on. */
  void begins(SassCode program) {
    supply.begin(program);
  }

  /**
   * Fills the instruction caches with the current kernel's code, as if an earlier launch had
   * fetched it.
   */
  void warmCode() {
    supply.warm();
  }

  void started(int p, int warp) {
    supply.started(p, warp);
  }

  /** Accounts a port's time since its last instruction to what the issuing warp waited for. */
  void account(int p, int warp, long tick) {
    int at = warps.waitsAt(warp);
    account.advance(p, Math.min(tick, warps.ready[warp]), warps.cause(warp), at);
    if (account.until(p) < tick) {
      account.advance(p, tick, pipes.busy(warps.resource[warp]).ordinal(), at);
    }
  }

  /** Delays a warp whose code or constant operand is not there; returns whether it was. */
  boolean lacks(int p, int warp, long tick, SmProbe probe) {
    int r = warps.row(warp);
    long there = supply.there(p, warp, r, tick);
    SmIssueCause why = SmIssueCause.NO_INSTRUCTION;
    if (there <= tick && code.constant[r] >= 0) {
      there = operands.there(p, code.constant[r], tick);
      why = SmIssueCause.IMC_MISS;
    }
    if (there <= tick) {
      return false;
    }
    account(p, warp, tick);
    probe.fetches(warp, r, tick, there);
    if (why == SmIssueCause.IMC_MISS) {
      events.portFree[p] = Math.min(there, tick + operandHold);
      account.advance(p, events.portFree[p], why.ordinal(), r);
    }
    warps.waits(warp, there, why);
    events.next[p] = Math.min(events.next[p], there);
    return true;
  }

  void statistics(Totals out) {
    supply.statistics(out);
  }
}
