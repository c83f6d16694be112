// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.io.InputException;
import io.lockstep.observe.Observation;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.trace.file.RecordedProgram;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** One execution or replay of a program for all devices of a run that share it. */
record Attempt(
    Catalogue catalogue,
    Path input,
    RunOptions options,
    Watchdog watchdog,
    Observation observation,
    BufferDumps dumps) {
  private static final String GROUPS = "work-groups";

  void replay(Function<Program, List<Row>> rowsOf) {
    if (options.checks().wantsAny()) {
      throw new InputException(
          input.toString(),
          "a recorded trace was executed already; check while recording it: lockstep record"
              + " WORKLOAD -o FILE --check …");
    }
    try (TraceFile trace = TraceFile.open(input)) {
      replay(
          rowsOf.apply(trace.program()),
          trace.groups(),
          trace::replay,
          new TraceSummary.Known(trace.identity(), trace.outcome()));
    }
  }

  /**
   * Executes a workload and simulates it at the same time. Warm-ups, streams, launch phases,
   * checkpoints and checks need a complete recording first.
   */
  void execute(Function<Program, List<Row>> rowsOf, WorkloadExecution execution) {
    observation.meter().noting(execution::longGroup);
    try {
      dumps.open(execution);
      List<Row> all = rowsOf.apply(execution.program());
      OptionalLong planned = execution.plannedGroups();
      // Checks need the whole program, which a recording covers even if devices refuse a part of
      // it.
      if (!DeviceBatch.isOnePass(execution.program())
          || options.phases() > 1
          || observation.checkpoint().isWanted()
          || options.checks().wantsAny()) {
        observation.meter().phase("executing", GROUPS, planned);
        ProgramSource counted = observation.meter().counted(execution);
        Optional<RecordedProgram> made =
            Deadline.call(watchdog, () -> new RecordedProgram(counted));
        if (made.isEmpty()) {
          all.forEach(row -> row.end(Failure.TIME_LIMIT, watchdog.overMessage()));
          return;
        }
        try (RecordedProgram recorded = made.get()) {
          dumps.write();
          replay(
              all,
              recorded.groups(),
              recorded::replay,
              new TraceSummary.Known(recorded.identity(), recorded.outcome()));
          return;
        }
      }
      observation.meter().phase("simulating", GROUPS, planned);
      TraceDigest digest = new TraceDigest(execution.program());
      try (TappedProgramSource source = new TappedProgramSource(execution, digest)) {
        new DeviceBatch(catalogue, all, null, options, watchdog, observation)
            .run(source, new TraceSummary.Executed(source, digest));
        dumps.write();
      }
    } finally {
      execution.memory().close();
    }
  }

  /** Simulates at the first launch phase with observers, then at the other phases without. */
  private void replay(
      List<Row> all, long groups, Supplier<ProgramSource> replay, TraceSummary known) {
    observation.meter().phase("simulating", GROUPS, OptionalLong.of(groups));
    new DeviceBatch(catalogue, all, known.identity(), options, watchdog, observation)
        .replay(replay, () -> LaunchEnds.of(replay), known);
    for (int k = 1; k < options.phases(); k++) {
      List<Row> first = all.stream().filter(Row::isSimulated).toList();
      if (first.isEmpty()) {
        return;
      }
      observation.meter().phase("simulating launch phase " + k, GROUPS, OptionalLong.empty());
      List<Row> rows = first.stream().map(Row::anew).toList();
      RunOptions own = options.with().phase(options.phase() + k).build();
      try (Observation none = Observation.none()) {
        new DeviceBatch(catalogue, rows, known.identity(), own, watchdog, none)
            .replay(replay, () -> LaunchEnds.of(replay), known);
      }
      for (int i = 0; i < rows.size(); i++) {
        first.get(i).add(rows.get(i).result(Failure.INTERRUPTED, "interrupted"));
      }
    }
  }
}
