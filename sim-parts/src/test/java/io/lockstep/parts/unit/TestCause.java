// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;

/** Causes of units in tests. */
public enum TestCause implements IssueCause {
  ALU(CommonCause.ISSUED),
  MEMORY(CommonCause.MEMORY_LATENCY),
  BARRIER(CommonCause.BARRIER),
  NONE(CommonCause.NO_WAVEFRONT);

  public static final IssueScheme SCHEME =
      new IssueScheme(values(), NONE, List.of(new IssuePort("issue", "1", "Everything.")));

  private final CommonCause common;

  TestCause(CommonCause common) {
    this.common = common;
  }

  @Override
  public CommonCause common() {
    return common;
  }

  @Override
  public String meaning() {
    return "A cause of tests.";
  }
}
