// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.run.program.Runner;
import io.lockstep.trace.file.TraceWriter;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Traces of workloads, for tests that replay them. */
final class Traces {
  private Traces() {}

  /** Executes a workload with its own parameters and writes its trace. */
  static void of(Path workload, Path trace) {
    of(workload, Map.of(), trace);
  }

  /** Executes a workload with other parameters and writes its trace. */
  static void of(Path workload, Map<String, String> parameters, Path trace) {
    Runner runner = new Runner(new Catalogue(List.of()), Plugins.frontends());
    try (WorkloadExecution execution = runner.execute(workload, parameters, RunOptions.defaults());
        TraceWriter writer = new TraceWriter(trace, execution.program())) {
      ProgramSink.drain(execution, writer);
    }
  }
}
