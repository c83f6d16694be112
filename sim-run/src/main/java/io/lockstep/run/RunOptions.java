package io.lockstep.run;

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
 * @param instructionBudget work-item instructions of a launch after which it counts as endless
 */
public record RunOptions(
    OptionalLong shuffleTies,
    boolean perUnit,
    boolean host,
    long windowBytes,
    long instructionBudget) {
  /** Nothing special. */
  public static RunOptions defaults() {
    return new RunOptions(
        OptionalLong.empty(),
        false,
        false,
        64L << 20,
        ExecutionOptions.defaults().instructionBudget());
  }
}
