// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.check.BarrierArrivals;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.analysis.MatrixNumerics;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Limits and checks of functional execution.
 *
 * @param instructionBudget instructions after which a work-group is considered endless; an
 *     instruction counts once for all work-items that execute it together
 * @param segmentBytes size in bytes from which a segment is closed when all work-items have
 *     reconverged
 * @param segmentBlocks block executions from which a segment is closed when all work-items have
 *     reconverged
 * @param hardSegmentBytes size in bytes at which a segment is closed wherever the work-items are
 * @param checks requested checks, with the receiver of their findings
 * @param memoryBytes bytes of device memory that are kept in host memory; see {@link DeviceMemory}
 * @param aliveGroups maximum number of live groups by group size, if groups wait for each other;
 *     live are suspended groups, and ended groups that follow a live one
 * @param threads threads that may execute the work-groups of a large launch; results do not depend
 *     on it
 * @param numerics how matrix units add products
 * @param values whether all results are computed; else those are left out on which no path and no
 *     address of the launch depends, and memory has undefined contents afterwards
 * @param arrivals how barriers complete that a part of a work-group reaches; empty if they are
 *     errors
 */
public record ExecutionOptions(
    long instructionBudget,
    long segmentBytes,
    long segmentBlocks,
    long hardSegmentBytes,
    CheckLog checks,
    long memoryBytes,
    IntUnaryOperator aliveGroups,
    int threads,
    MatrixNumerics numerics,
    boolean values,
    Optional<BarrierArrivals> arrivals) {
  /** Default maximum of live groups if no device states its capacity. */
  public static final int ALIVE_GROUPS = 16_384;

  /** Creates options without checks, with default limits of memory and live groups. */
  public ExecutionOptions(
      long instructionBudget, long segmentBytes, long segmentBlocks, long hardSegmentBytes) {
    this(
        instructionBudget,
        segmentBytes,
        segmentBlocks,
        hardSegmentBytes,
        CheckLog.none(),
        DeviceMemory.usualBudget(),
        size -> ALIVE_GROUPS,
        1,
        MatrixNumerics.EXACT,
        true,
        Optional.empty());
  }

  /**
   * {@return 2^30 instructions per work-group, segments of about 256 KiB and at most about 2 MiB,
   * one thread}
   */
  public static ExecutionOptions defaults() {
    return new ExecutionOptions(1L << 30, 256 << 10, 1 << 16, 2 << 20);
  }

  public ExecutionOptions withInstructionBudget(long budget) {
    return with(budget, checks, memoryBytes, aliveGroups, threads, numerics, values, arrivals);
  }

  public ExecutionOptions withChecks(CheckLog log) {
    return with(
        instructionBudget, log, memoryBytes, aliveGroups, threads, numerics, values, arrivals);
  }

  public ExecutionOptions withMemory(long bytes) {
    return with(instructionBudget, checks, bytes, aliveGroups, threads, numerics, values, arrivals);
  }

  public ExecutionOptions withAliveGroups(IntUnaryOperator groups) {
    return with(
        instructionBudget, checks, memoryBytes, groups, threads, numerics, values, arrivals);
  }

  public ExecutionOptions withThreads(int count) {
    return with(
        instructionBudget, checks, memoryBytes, aliveGroups, count, numerics, values, arrivals);
  }

  public ExecutionOptions withNumerics(MatrixNumerics rules) {
    return with(
        instructionBudget, checks, memoryBytes, aliveGroups, threads, rules, values, arrivals);
  }

  /** {@return these options with {@link #values} false} */
  public ExecutionOptions withoutValues() {
    return with(
        instructionBudget, checks, memoryBytes, aliveGroups, threads, numerics, false, arrivals);
  }

  /** {@return options with which barriers complete by a rule of hardware} */
  public ExecutionOptions withArrivals(BarrierArrivals rule) {
    return with(
        instructionBudget,
        checks,
        memoryBytes,
        aliveGroups,
        threads,
        numerics,
        values,
        Optional.of(rule));
  }

  private ExecutionOptions with(
      long budget,
      CheckLog log,
      long memory,
      IntUnaryOperator groups,
      int count,
      MatrixNumerics rules,
      boolean all,
      Optional<BarrierArrivals> rule) {
    return new ExecutionOptions(
        budget,
        segmentBytes,
        segmentBlocks,
        hardSegmentBytes,
        log,
        memory,
        groups,
        count,
        rules,
        all,
        rule);
  }
}
