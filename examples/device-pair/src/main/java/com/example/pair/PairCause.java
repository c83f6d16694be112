package com.example.pair;

import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;

/** What the schedulers' time goes to. */
enum PairCause implements IssueCause {
  ISSUED(CommonCause.ISSUED, "Issues an operation."),
  WAITING(CommonCause.MEMORY_LATENCY, "Every wavefront waits for a result, memory or a barrier."),
  NO_WAVEFRONT(CommonCause.NO_WAVEFRONT, "No wavefront is there.");

  static final IssueScheme SCHEME =
      new IssueScheme(
          values(), NO_WAVEFRONT, List.of(new IssuePort("issue", "1 a SIMD", "Operations.")));

  private final CommonCause common;
  private final String meaning;

  PairCause(CommonCause common, String meaning) {
    this.common = common;
    this.meaning = meaning;
  }

  @Override
  public CommonCause common() {
    return common;
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
