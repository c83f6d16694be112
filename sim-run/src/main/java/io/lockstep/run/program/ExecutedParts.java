// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.trace.file.Recording;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A workload of which one device executes the work-groups that it simulates, anew in each pass.
 * Identity and outcome are those of the first pass. Unlike other recordings, not thread-safe.
 */
final class ExecutedParts implements Recording {
  private final Program program;
  private final Supplier<WorkloadExecution> anew;
  private final List<WorkloadExecution> executions = new ArrayList<>();
  private final TraceDigest digest;

  /**
   * @param anew starts an execution that leaves out work-groups
   */
  ExecutedParts(Program program, Supplier<WorkloadExecution> anew) {
    this.program = program;
    this.anew = anew;
    digest = new TraceDigest(program);
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public String identity() {
    return digest.identity();
  }

  @Override
  public Outcome outcome() {
    return executions.get(0).outcome();
  }

  @Override
  public long groups() {
    return 0;
  }

  @Override
  public ProgramSource replay() {
    WorkloadExecution execution = anew.get();
    executions.add(execution);
    return executions.size() == 1 ? new TappedProgramSource(execution, digest) : execution;
  }

  @Override
  public void copyTo(Path target) {
    throw new UnsupportedOperationException("parts of a program are no trace of it");
  }

  @Override
  public void close() {
    executions.forEach(e -> e.memory().close());
  }
}
