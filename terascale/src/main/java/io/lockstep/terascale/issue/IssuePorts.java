// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssuePort.Work;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;

final class IssuePorts {
  /** Number of ALU slots; these are ports 0 and 1. */
  static final int ALU_SLOTS = 2;

  static final int FETCH = 2;

  static final int STORE = 3;

  static final int COUNT = 4;

  static final IssueScheme SCHEME =
      new IssueScheme(
          ClauseIssueCause.values(),
          ClauseIssueCause.NO_WAVEFRONT,
          List.of(
              new IssuePort(
                  "alu",
                  "2",
                  "ALU clauses, in slots that alternate every four cycles.",
                  Work.COMPUTE,
                  ClauseIssueCause.ISSUED_ALU),
              new IssuePort(
                  "fetch",
                  "1",
                  "Fetches, four addresses a cycle.",
                  Work.MEMORY,
                  ClauseIssueCause.ISSUED_FETCH),
              new IssuePort(
                  "store",
                  "1",
                  "Memory writes and atomics.",
                  Work.MEMORY,
                  ClauseIssueCause.ISSUED_STORE)));

  private IssuePorts() {}
}
