// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.observe.Observation;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.WorkloadExecution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * The simulation of a program's rows at all launch phases and in all passes of sampling. Immutable.
 */
final class RowSimulation {
  private final Catalogue catalogue;
  private final Program program;
  private final Optional<RecordedExecution> recorded;
  private final Optional<Supplier<WorkloadExecution>> parts;

  /**
   * @param recorded the execution to replay; empty if each row executes the work-groups that it
   *     simulates
   * @param parts starts an execution that leaves out work-groups; empty for a trace
   */
  RowSimulation(
      Catalogue catalogue,
      Program program,
      Optional<RecordedExecution> recorded,
      Optional<Supplier<WorkloadExecution>> parts) {
    this.catalogue = catalogue;
    this.program = program;
    this.recorded = recorded;
    this.parts = parts;
  }

  /** Simulates rows at the first launch phase with observers, then at the others without. */
  void simulate(
      List<Row> rows, RunOptions options, Supplier<Watchdog> watchdogs, Observation observation) {
    simulateOnce(rows, options, watchdogs, observation);
    for (int k = 1; k < options.phases(); k++) {
      List<Row> first = rows.stream().filter(Row::isSimulated).toList();
      if (first.isEmpty()) {
        return;
      }
      observation
          .meter()
          .phase("simulating launch phase " + k, "work-groups", OptionalLong.empty());
      List<Row> again = first.stream().map(Row::anew).toList();
      RunOptions own = options.with().phase(options.phase() + k).build();
      try (Observation none = Observation.none()) {
        simulateOnce(again, own, watchdogs, none);
      }
      List<RunResult> others = results(again);
      for (int i = 0; i < others.size(); i++) {
        first.get(i).add(others.get(i));
      }
    }
  }

  /**
   * Simulates rows at one launch phase. Rows whose interval is wider than requested are simulated
   * again with twice as many windows, as long as the budget allows it.
   */
  private void simulateOnce(
      List<Row> rows, RunOptions options, Supplier<Watchdog> watchdogs, Observation observation) {
    simulatePass(rows, options, watchdogs, observation);
    RunOptions denser = options;
    List<Row> wide = rows.stream().filter(row -> row.isWide(options.sampling())).toList();
    while (!wide.isEmpty()) {
      denser = denser.with().sampling(denser.sampling().denser()).build();
      List<Row> again = wide.stream().map(Row::anew).toList();
      try (Observation none = Observation.none()) {
        simulatePass(again, denser, watchdogs, none);
      }
      List<Row> still = new ArrayList<>();
      for (int i = 0; i < wide.size(); i++) {
        wide.get(i).refine(again.get(i));
        if (again.get(i).isSimulated() && wide.get(i).isWide(options.sampling())) {
          still.add(wide.get(i));
        }
      }
      wide = still;
    }
  }

  private void simulatePass(
      List<Row> rows, RunOptions options, Supplier<Watchdog> watchdogs, Observation observation) {
    if (recorded.isPresent()) {
      new DeviceBatch(catalogue, rows, options, watchdogs.get(), observation)
          .replay(recorded.get());
      return;
    }
    for (Row row : rows) { // each leaves out other work-groups
      List<WorkloadExecution> executions = new ArrayList<>();
      Supplier<ProgramSource> passes =
          () -> {
            executions.add(parts.orElseThrow().get());
            return executions.get(executions.size() - 1);
          };
      TraceDigest digest = new TraceDigest(program);
      try (TappedProgramSource first = new TappedProgramSource(passes.get(), digest)) {
        new DeviceBatch(catalogue, List.of(row), options, watchdogs.get(), observation)
            .runAlone(first, passes, new TraceSummary.Executed(first, digest));
      } finally {
        executions.forEach(e -> e.memory().close());
      }
    }
  }

  static List<RunResult> results(List<Row> rows) {
    return rows.stream().map(row -> row.result(Failure.INTERRUPTED, "interrupted")).toList();
  }
}
