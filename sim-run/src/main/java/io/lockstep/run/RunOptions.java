package io.lockstep.run;

import io.lockstep.core.engine.Waiting;
import io.lockstep.trace.check.CheckLog;
import io.lockstep.trace.exec.ExecutionOptions;
import java.util.OptionalLong;

/**
 * How to run, beside what and where.
 *
 * @param shuffleTies seed that permutes events of different sources within a tick; results must not
 *     change
 * @param perUnit whether statistics of single units are wanted
 * @param host whether wall time and memory are wanted
 * @param windowBytes bytes of records that devices of a comparison may lie apart
 * @param instructionBudget instructions of a work-group after which it counts as endless
 * @param threads how many threads simulate: several devices at once, or the partitions of a single
 *     one; no result depends on it
 * @param waiting how threads wait for each other; no result depends on it
 * @param checks which checks execution makes, and where their findings go
 * @param patience ticks in which nothing is executed after which a simulation counts as stuck;
 *     {@link #PATIENCE} where empty
 * @param causes whether to remember which event scheduled which, for the report of a stuck
 *     simulation; slow
 * @param limits of wall time
 * @param memoryBytes bytes of a workload's buffers that are kept in memory; no result depends on it
 */
public record RunOptions(
    OptionalLong shuffleTies,
    boolean perUnit,
    boolean host,
    long windowBytes,
    long instructionBudget,
    int threads,
    Waiting waiting,
    CheckLog checks,
    OptionalLong patience,
    boolean causes,
    WallLimits limits,
    long memoryBytes) {
  /**
   * Ticks, some tenth of a simulated second: beyond whatever a wavefront may take for one basic
   * block, and few enough to be simulated in seconds where next to nothing happens in them.
   */
  public static final long PATIENCE = 100_000_000;

  public RunOptions {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads");
    }
  }

  /** As above with the usual limits of wall time and memory. */
  public RunOptions(
      OptionalLong shuffleTies,
      boolean perUnit,
      boolean host,
      long windowBytes,
      long instructionBudget,
      int threads,
      Waiting waiting,
      CheckLog checks,
      OptionalLong patience,
      boolean causes) {
    this(
        shuffleTies,
        perUnit,
        host,
        windowBytes,
        instructionBudget,
        threads,
        waiting,
        checks,
        patience,
        causes,
        WallLimits.defaults(),
        ExecutionOptions.defaults().memoryBytes());
  }

  /** The same on so many threads. */
  public RunOptions withThreads(int count, Waiting how) {
    return new RunOptions(
        shuffleTies,
        perUnit,
        host,
        windowBytes,
        instructionBudget,
        count,
        how,
        checks,
        patience,
        causes,
        limits,
        memoryBytes);
  }

  /** The same, executed with a budget and checks. */
  public RunOptions withExecution(long instructions, CheckLog log) {
    return new RunOptions(
        shuffleTies,
        perUnit,
        host,
        windowBytes,
        instructions,
        threads,
        waiting,
        log,
        patience,
        causes,
        limits,
        memoryBytes);
  }

  /** The same with limits of wall time. */
  public RunOptions withLimits(WallLimits other) {
    return new RunOptions(
        shuffleTies,
        perUnit,
        host,
        windowBytes,
        instructionBudget,
        threads,
        waiting,
        checks,
        patience,
        causes,
        other,
        memoryBytes);
  }

  /** The same with so much of the workload's buffers in memory. */
  public RunOptions withMemory(long bytes) {
    return new RunOptions(
        shuffleTies,
        perUnit,
        host,
        windowBytes,
        instructionBudget,
        threads,
        waiting,
        checks,
        patience,
        causes,
        limits,
        bytes);
  }

  /** Nothing special. */
  public static RunOptions defaults() {
    return new RunOptions(
        OptionalLong.empty(),
        false,
        false,
        64L << 20,
        ExecutionOptions.defaults().instructionBudget(),
        1,
        Waiting.PHASED,
        CheckLog.none(),
        OptionalLong.empty(),
        false,
        WallLimits.defaults(),
        ExecutionOptions.defaults().memoryBytes());
  }
}
