// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssuePort.Work;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;

/** Stall reasons of issue ports; lower-case names are suffixes of {@code issue.*} statistics. */
public enum GcnIssueCause implements IssueCause {
  ISSUED_VALU(CommonCause.ISSUED, "Runs a vector instruction at full rate."),
  ISSUED_VALU_SLOW(
      CommonCause.ISSUED,
      "Runs a slower vector instruction: a multiply, a transcendental, an F64 one."),
  ISSUED_SALU(CommonCause.ISSUED, "Issues a scalar instruction."),
  ISSUED_SMEM(CommonCause.ISSUED, "Issues a scalar load."),
  ISSUED_VMEM(CommonCause.ISSUED, "The address unit works."),
  ISSUED_LDS(CommonCause.ISSUED, "The banks of the LDS work."),
  ISSUED_BRANCH(CommonCause.ISSUED, "Issues a branch."),
  OTHER_PORT(
      CommonCause.OTHER_PORT,
      "Is not asked for, while wavefronts of the SIMD issue elsewhere, or the oldest waits for"
          + " the matrix unit."),
  MEMORY(CommonCause.MEMORY_LATENCY, "All wavefronts wait; the oldest for vector memory."),
  LDS(CommonCause.LOCAL_MEMORY, "All wavefronts wait; the oldest for the LDS or the region unit."),
  SCALAR(CommonCause.SCALAR_MEMORY, "All wavefronts wait; the oldest for scalar memory."),
  BARRIER(CommonCause.BARRIER, "All wavefronts wait; the oldest at a barrier."),
  CREDIT(
      CommonCause.MEMORY_BANDWIDTH,
      "All wavefronts wait; the oldest for an address unit, memory credit or LDS queue."),
  DEPENDENCY(
      CommonCause.DEPENDENCY,
      "All wavefronts wait; the oldest for its own last instruction, or it has just started."),
  FETCH(
      CommonCause.FETCH_AND_CONTROL,
      "All wavefronts wait; the oldest for a line of the instruction cache."),
  NO_WAVEFRONT(CommonCause.NO_WAVEFRONT, "The SIMD (or unit) has no wavefront.");

  public static final IssueScheme SCHEME =
      new IssueScheme(
          values(),
          NO_WAVEFRONT,
          List.of(
              new IssuePort(
                  "valu",
                  "1 a SIMD",
                  "Vector instructions.",
                  Work.COMPUTE,
                  ISSUED_VALU,
                  ISSUED_VALU_SLOW),
              new IssuePort(
                  "scalar",
                  "1 a SIMD",
                  "Scalar instructions and scalar loads.",
                  Work.COMPUTE,
                  ISSUED_SALU,
                  ISSUED_SMEM),
              new IssuePort("branch", "1 a SIMD", "Branches.", Work.COMPUTE, ISSUED_BRANCH),
              new IssuePort(
                  "vmem", "1", "Vector memory: the address unit.", Work.MEMORY, ISSUED_VMEM),
              new IssuePort("lds", "1", "The banks of the LDS.", Work.LOCAL_MEMORY, ISSUED_LDS)));

  private final CommonCause common;
  private final String meaning;

  GcnIssueCause(CommonCause common, String meaning) {
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
