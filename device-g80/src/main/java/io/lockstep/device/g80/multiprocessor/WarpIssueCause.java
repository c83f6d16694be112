// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;

/** Stall reasons of the issue port; lower-case names are suffixes of {@code issue.*}. */
public enum WarpIssueCause implements IssueCause {
  ISSUED_SP(
      CommonCause.ISSUED, "Issues arithmetic; sequences (division, 32-bit multiply) count whole."),
  ISSUED_SFU(CommonCause.ISSUED, "Issues for the special-function unit."),
  ISSUED_DOUBLE(CommonCause.ISSUED, "Issues for the double-precision unit."),
  ISSUED_SHARED(CommonCause.ISSUED, "Issues an access to shared memory, or with such an operand."),
  ISSUED_CONSTANT(CommonCause.ISSUED, "Issues an access to constant memory."),
  ISSUED_TEXTURE(CommonCause.ISSUED, "Issues a texture fetch."),
  ISSUED_GLOBAL(CommonCause.ISSUED, "Issues an access to global or local memory."),
  ISSUED_BARRIER(CommonCause.ISSUED, "Issues a barrier."),
  ISSUED_BRANCH(CommonCause.ISSUED, "Issues a branch, joinat, join or fence."),
  MEMORY(CommonCause.MEMORY_LATENCY, "Waits for a register that memory fills."),
  DEPENDENCY(CommonCause.DEPENDENCY, "Waits for a register that a pipe fills, or for a branch."),
  FETCH(CommonCause.FETCH_AND_CONTROL, "Waits for a line of the instruction cache."),
  BARRIER(CommonCause.BARRIER, "Waits for other warps of the block."),
  LDS_CONFLICT(
      CommonCause.LOCAL_MEMORY, "Waits for the SPs, held by bank conflicts or a locked word."),
  PIPE(
      CommonCause.OTHER_PORT,
      "Waits for the SFU or double-precision unit, busy with an earlier instruction."),
  CREDIT(CommonCause.MEMORY_BANDWIDTH, "Waits until the path to memory takes another access."),
  NO_WAVEFRONT(CommonCause.NO_WAVEFRONT, "Has no warp.");

  public static final IssueScheme SCHEME =
      new IssueScheme(
          values(),
          NO_WAVEFRONT,
          List.of(new IssuePort("issue", "1", "All instructions, one warp at a time.")));

  private final CommonCause common;
  private final String meaning;

  WarpIssueCause(CommonCause common, String meaning) {
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
