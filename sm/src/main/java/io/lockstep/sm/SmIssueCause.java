// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Stall reasons of a sub-partition's issue port, by the words of Nsight Compute; lower-case names
 * are suffixes of {@code issue.*}. The first ones are by ordinal of the pipe. Counters of stall
 * reasons are samples of warps while the sub-partition issues nothing, to which a port's cycles are
 * proportional.
 */
public enum SmIssueCause implements IssueCause {
  SELECTED_FMA(CommonCause.ISSUED, "Issues single-precision arithmetic or a multiplication."),
  SELECTED_ALU(CommonCause.ISSUED, "Issues integer arithmetic, logic or a comparison."),
  SELECTED_HALF(CommonCause.ISSUED, "Issues half-precision arithmetic."),
  SELECTED_DOUBLE(CommonCause.ISSUED, "Issues double-precision arithmetic."),
  SELECTED_SPECIAL(CommonCause.ISSUED, "Issues a transcendental function or conversion."),
  SELECTED_UNIFORM(CommonCause.ISSUED, "Issues an instruction of the uniform datapath."),
  SELECTED_BRANCH(CommonCause.ISSUED, "Issues a branch, exit or convergence barrier."),
  SELECTED_BARRIER(CommonCause.ISSUED, "Issues a barrier or fence."),
  SELECTED_SHUFFLE(CommonCause.ISSUED, "Issues an exchange between lanes."),
  SELECTED_CONSTANT(CommonCause.ISSUED, "Issues a load of a constant."),
  SELECTED_SHARED(CommonCause.ISSUED, "Issues an access to shared memory."),
  SELECTED_GLOBAL(CommonCause.ISSUED, "Issues an access to global memory."),
  SELECTED_LOCAL(CommonCause.ISSUED, "Issues an access to a thread's private memory."),
  SELECTED_TEXTURE(CommonCause.ISSUED, "Issues a texture fetch."),
  SELECTED_TENSOR(CommonCause.ISSUED, "Issues a product of matrices."),
  WAIT(CommonCause.DEPENDENCY, "Waits for a fixed latency, as the stall count says."),
  LONG_SCOREBOARD(
      CommonCause.MEMORY_LATENCY, "Waits for a counter of global, private or texture memory."),
  SHORT_SCOREBOARD(
      CommonCause.LOCAL_MEMORY,
      "Waits for a counter of shared memory, constants, shuffles or special functions."),
  BARRIER(CommonCause.BARRIER, "Waits for other warps of the block."),
  MEMBAR(CommonCause.MEMORY_LATENCY, "Waits for a memory fence."),
  BRANCH_RESOLVING(CommonCause.DEPENDENCY, "Waits for the target of a branch."),
  NO_INSTRUCTION(CommonCause.FETCH_AND_CONTROL, "Waits for a line of the instruction cache."),
  IMC_MISS(CommonCause.FETCH_AND_CONTROL, "Waits for a constant operand that missed its cache."),
  MATH_PIPE_THROTTLE(CommonCause.OTHER_PORT, "Waits for a pipe that is busy."),
  MIO_THROTTLE(
      CommonCause.LOCAL_MEMORY,
      "Waits for room in the sub-partition's memory queue for an access to shared memory or"
          + " constants, or an exchange between lanes."),
  LG_THROTTLE(
      CommonCause.MEMORY_BANDWIDTH,
      "Waits for room in that queue, or in the first level, for an access to global or private"
          + " memory."),
  TEX_THROTTLE(CommonCause.MEMORY_BANDWIDTH, "Waits until texture units take another fetch."),
  DISPATCH_STALL(CommonCause.OTHER_PORT, "Waits for reads of registers in one bank."),
  NO_WAVEFRONT(CommonCause.NO_WAVEFRONT, "Has no warp.");

  private static final Map<SmIssueCause, String> PIPES =
      Map.of(
          SELECTED_FMA, "fma",
          SELECTED_ALU, "alu",
          SELECTED_HALF, "fp16",
          SELECTED_DOUBLE, "fp64",
          SELECTED_SPECIAL, "xu",
          SELECTED_UNIFORM, "uniform",
          SELECTED_BRANCH, "cbu",
          SELECTED_TEXTURE, "tex",
          SELECTED_TENSOR, "tensor");

  public static final IssueScheme SCHEME =
      new IssueScheme(
          values(),
          NO_WAVEFRONT,
          List.of(new IssuePort("issue", "1 a SIMD", "All instructions of a sub-partition.")));

  private final CommonCause common;
  private final String meaning;

  SmIssueCause(CommonCause common, String meaning) {
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

  @Override
  public String counter() {
    return switch (common) {
      case NO_WAVEFRONT -> "";
      case ISSUED ->
          PIPES.containsKey(this) ? "smsp__inst_executed_pipe_" + PIPES.get(this) + ".sum" : "";
      default ->
          "smsp__pcsamp_warps_issue_stalled_%s_not_issued"
              .formatted(
                  this == NO_INSTRUCTION ? "no_instructions" : name().toLowerCase(Locale.ROOT));
    };
  }
}
