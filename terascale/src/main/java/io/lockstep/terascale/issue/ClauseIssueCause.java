// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.issue;

import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;

/** Stall reasons of issue ports; lower-case names are suffixes of {@code issue.*} statistics. */
enum ClauseIssueCause implements IssueCause {
  ISSUED_ALU(CommonCause.ISSUED, "An ALU slot issues a clause's bundles."),
  ISSUED_FETCH(CommonCause.ISSUED, "The fetch port issues addresses."),
  ISSUED_STORE(CommonCause.ISSUED, "The store port sends writes or atomics."),
  LDS_CONFLICT(
      CommonCause.LOCAL_MEMORY,
      "An ALU slot waits while banks serve a clause, beyond the four cycles of each bundle."),
  MEMORY(
      CommonCause.MEMORY_LATENCY, "No wavefront may start a clause; some wait for fetched data."),
  CLAUSE_SWITCH(
      CommonCause.FETCH_AND_CONTROL, "No wavefront is ready yet; some are between two clauses."),
  BARRIER(CommonCause.BARRIER, "All others wait at a barrier."),
  CREDIT(CommonCause.MEMORY_BANDWIDTH, "The memory unit takes nothing more."),
  OTHER_PORT(CommonCause.OTHER_PORT, "Every wavefront is busy on another port."),
  NO_WAVEFRONT(
      CommonCause.NO_WAVEFRONT,
      "No wavefront is resident; of fetch and store ports: none wants the port.");

  private final CommonCause common;
  private final String meaning;

  ClauseIssueCause(CommonCause common, String meaning) {
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
