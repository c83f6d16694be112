package io.lockstep.execute;

import io.lockstep.execute.check.CheckLog;
import java.util.function.IntUnaryOperator;

/**
 * Limits and checks of functional execution.
 *
 * @param instructionBudget instructions that a work-group may execute before it counts as endless,
 *     each counted once for all work-items that execute it together
 * @param segmentBytes size from which a segment is closed when all work-items have reconverged
 * @param segmentBlocks block executions from which it is closed there
 * @param hardSegmentBytes size at which a segment is closed wherever the work-items are
 * @param checks the checks, with the receiver of their findings
 * @param memoryBytes bytes of device memory that are kept in memory; see {@link DeviceMemory}
 * @param aliveGroups by the size of a group, maximum number of live groups if groups wait for each
 *     other: suspended ones, and ended ones behind one with a lower id
 */
public record ExecutionOptions(
    long instructionBudget,
    long segmentBytes,
    long segmentBlocks,
    long hardSegmentBytes,
    CheckLog checks,
    long memoryBytes,
    IntUnaryOperator aliveGroups) {
  /** Default maximum of live groups if no device states its capacity. */
  public static final int ALIVE_GROUPS = 16_384;

  /**
   * Creates options without checks.
   *
   * @param instructionBudget instructions that a work-group may execute
   * @param segmentBytes size from which a segment is closed when all work-items have reconverged
   * @param segmentBlocks block executions from which it is closed there
   * @param hardSegmentBytes size at which a segment is closed wherever the work-items are
   */
  public ExecutionOptions(
      long instructionBudget, long segmentBytes, long segmentBlocks, long hardSegmentBytes) {
    this(
        instructionBudget,
        segmentBytes,
        segmentBlocks,
        hardSegmentBytes,
        CheckLog.none(),
        DeviceMemory.usualBudget(),
        size -> ALIVE_GROUPS);
  }

  /**
   * 2^30 instructions a work-group, segments of some 256 KiB, never more than some 2 MiB.
   *
   * @return options with {@code 2^30} instructions a work-group, segments of some 256 KiB, never
   *     more than some 2 MiB
   */
  public static ExecutionOptions defaults() {
    return new ExecutionOptions(1L << 30, 256 << 10, 1 << 16, 2 << 20);
  }

  /**
   * {@return the same with another instruction budget}
   *
   * @param budget instructions that a work-group may execute
   */
  public ExecutionOptions withInstructionBudget(long budget) {
    return new ExecutionOptions(
        budget, segmentBytes, segmentBlocks, hardSegmentBytes, checks, memoryBytes, aliveGroups);
  }

  /**
   * {@return the same with checks}
   *
   * @param log selects checks and receives their findings
   */
  public ExecutionOptions withChecks(CheckLog log) {
    return new ExecutionOptions(
        instructionBudget,
        segmentBytes,
        segmentBlocks,
        hardSegmentBytes,
        log,
        memoryBytes,
        aliveGroups);
  }

  /**
   * {@return a copy with another limit of memory for buffers}
   *
   * @param bytes maximum bytes of buffers kept in memory
   */
  public ExecutionOptions withMemory(long bytes) {
    return new ExecutionOptions(
        instructionBudget,
        segmentBytes,
        segmentBlocks,
        hardSegmentBytes,
        checks,
        bytes,
        aliveGroups);
  }

  /**
   * {@return the same with another limit of groups that are alive at once}
   *
   * @param groups work-groups, at least 1, by the work-items of a group
   */
  public ExecutionOptions withAliveGroups(IntUnaryOperator groups) {
    return new ExecutionOptions(
        instructionBudget,
        segmentBytes,
        segmentBlocks,
        hardSegmentBytes,
        checks,
        memoryBytes,
        groups);
  }
}
