// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench.hold;

import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.RowTicks;
import java.util.List;

/** Accounts a unit's issue-port cycles to code rows, with alternating issue and wait times. */
public final class RowHold {
  private static final int PORTS = 14;
  private static final int ROWS = 256;

  private enum Cause implements IssueCause {
    ISSUED(CommonCause.ISSUED),
    MEMORY(CommonCause.MEMORY_LATENCY),
    NONE(CommonCause.NO_WAVEFRONT);

    private final CommonCause common;

    Cause(CommonCause common) {
      this.common = common;
    }

    @Override
    public CommonCause common() {
      return common;
    }

    @Override
    public String meaning() {
      return "A cause.";
    }
  }

  private final IssueAccount account =
      new IssueAccount(
          PORTS,
          new IssueScheme(
              Cause.values(), Cause.NONE, List.of(new IssuePort("issue", "14", "Everything."))));
  private long tick;

  public RowHold() {
    account.byRow(true);
    account.beginRows(ROWS, 0);
  }

  public long run(long events) {
    for (long i = 0; i < events; i++) {
      int port = (int) (i % PORTS);
      int row = (int) (i * 7 & ROWS - 1);
      account.advance(port, tick, Cause.MEMORY.ordinal(), row);
      account.advance(port, tick + 4, Cause.ISSUED.ordinal(), row);
      tick += port == 0 ? 5 : 0;
    }
    RowTicks rows = new RowTicks(ROWS, Cause.values().length);
    account.report(tick, rows);
    return rows.get(0, Cause.ISSUED.ordinal()) < 0 ? 0 : events;
  }
}
