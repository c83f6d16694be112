// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.WorkloadExecution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A workload of which one device executes the work-groups that it simulates, anew in each pass.
 * Identity and outcome are those of the first pass. Not thread-safe.
 */
final class ExecutedParts implements AutoCloseable {
  private final Supplier<WorkloadExecution> anew;
  private final List<WorkloadExecution> executions = new ArrayList<>();
  private final TraceDigest digest;

  /**
   * @param anew starts an execution that leaves out work-groups
   */
  ExecutedParts(Program program, Supplier<WorkloadExecution> anew) {
    this.anew = anew;
    digest = new TraceDigest(program);
  }

  RowProgram program() {
    return new RowProgram(this::pass, digest::identity, () -> executions.get(0).outcome());
  }

  private ProgramSource pass() {
    WorkloadExecution execution = anew.get();
    executions.add(execution);
    return executions.size() == 1 ? new TappedProgramSource(execution, digest) : execution;
  }

  @Override
  public void close() {
    executions.forEach(e -> e.memory().close());
  }
}
