package io.lockstep.run;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.observe.Observation;
import io.lockstep.trace.file.RecordedProgram;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs a workload, or a recorded trace of one, on devices: executes it once and simulates it on all
 * of them from the same records. Thread-safe: runs share nothing.
 */
public final class Runner {
  /**
   * A device to run on.
   *
   * @param spec the specification, overrides applied
   * @param problem why it cannot be run as asked (an override that it does not have), or empty
   */
  public record Target(DeviceSpec spec, String problem) {
    /**
     * A device without problems.
     *
     * @param spec a device's figures, none of which is in doubt
     */
    public Target(DeviceSpec spec) {
      this(spec, "");
    }
  }

  /** Second tries of rows that end for want of memory again: then it is not for others. */
  private static final int MOST_IN_VAIN = 2;

  private static final String GROUPS = "work-groups";

  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final Consumer<Throwable> failures;
  private final Consumer<String> notes;
  private volatile List<Row> rows = List.of(); // of the run that began last

  /**
   * Creates a runner that reports failures only by their rows.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   */
  public Runner(Catalogue catalogue, List<KernelFrontend> frontends) {
    this(catalogue, frontends, failure -> {});
  }

  /**
   * Creates a runner that also reports the exceptions of failed simulations.
   *
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param failures receives exceptions of models, on any thread
   */
  public Runner(Catalogue catalogue, List<KernelFrontend> frontends, Consumer<Throwable> failures) {
    this(catalogue, frontends, failures, note -> {});
  }

  private Runner(
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      Consumer<Throwable> failures,
      Consumer<String> notes) {
    this.notes = notes;
    this.catalogue = catalogue;
    this.frontends = List.copyOf(frontends);
    this.failures = failures;
  }

  /**
   * {@return a runner of the same catalogue that announces long launches before they are executed}
   *
   * @param somebody receives one line each, on any thread
   */
  public Runner telling(Consumer<String> somebody) {
    return new Runner(catalogue, frontends, failures, somebody);
  }

  /**
   * Opens a workload for execution, without devices.
   *
   * @param workload path of a workload file
   * @param parameters as given by the user
   * @param options those of execution count; what concerns devices does not
   * @return the program at its first step; the caller closes it
   */
  public WorkloadExecution execute(
      Path workload, Map<String, String> parameters, RunOptions options) {
    KernelFiles.expectWorkload(workload, frontends);
    return new WorkloadExecution(
            Workload.read(workload).bind(parameters),
            frontends,
            ExecutionOptions.defaults()
                .withInstructionBudget(options.instructionBudget())
                .withChecks(options.checks())
                .withMemory(options.memoryBytes()))
        .telling(notes);
  }

  static void refuse(Path trace, Map<String, String> parameters) {
    if (!parameters.isEmpty()) {
      throw new InputException(
          trace.toString(),
          "a recorded trace takes no parameters; record the workload anew with --param "
              + parameters.keySet().iterator().next());
    }
  }

  /**
   * Runs a workload or trace on devices.
   *
   * @param input a workload file, or a trace (recognised by its magic or its ending)
   * @param parameters of the workload; a trace has its own and takes none
   * @param targets devices in the order of the results
   * @param options how to run
   * @return one result per target, in order
   * @throws InputException where the input is wrong
   */
  public List<RunResult> run(
      Path input, Map<String, String> parameters, List<Target> targets, RunOptions options) {
    try (Observation none = Observation.none()) {
      return run(input, parameters, targets, options, none);
    }
  }

  /**
   * As above, watched.
   *
   * @param input a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param targets devices in the order of the results
   * @param options how to run
   * @param observation what to write down; finished and closed by the caller
   * @return one result per target, in order
   */
  public List<RunResult> run(
      Path input,
      Map<String, String> parameters,
      List<Target> targets,
      RunOptions options,
      Observation observation) {
    return run(input, parameters, targets, options, observation, BufferDumps.none());
  }

  /**
   * As above, with what buffers hold at the end.
   *
   * @param input a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param targets devices in the order of the results
   * @param options how to run
   * @param observation what to write down; finished and closed by the caller
   * @param dumps which buffers go where; closed by the caller
   * @return one result per target, in order
   */
  public List<RunResult> run(
      Path input,
      Map<String, String> parameters,
      List<Target> targets,
      RunOptions options,
      Observation observation,
      BufferDumps dumps) {
    Watchdog watchdog = new Watchdog(options.limits());
    begin();
    attempt(
        input,
        parameters,
        program -> {
          rows = targets.stream().map(target -> row(target, program)).toList();
          return rows;
        },
        options,
        watchdog,
        observation,
        dumps);
    if (targets.size() > 1 && observation.isNone() && !options.checks().wantsAny()) {
      RunOptions alone = options.withThreads(1, options.waiting());
      int failed = 0;
      for (int i = 0; i < targets.size() && failed < MOST_IN_VAIN && !watchdog.isOver(); i++) {
        int place = i;
        if (isOutOfMemory(i)) {
          attempt(
              input,
              parameters,
              program -> again(place, row(targets.get(place), program)),
              alone,
              watchdog,
              observation,
              BufferDumps.none());
          failed += isOutOfMemory(i) ? 1 : 0;
        }
      }
    }
    return results(rows);
  }

  /** Whether a row has failed for what another one may have held. */
  private boolean isOutOfMemory(int row) {
    return rows.get(row).result(Failure.INTERRUPTED, "").failure() == Failure.MEMORY;
  }

  /** A second try of one row. */
  private List<Row> again(int place, Row row) {
    List<Row> all = new ArrayList<>(rows);
    all.set(place, row);
    rows = List.copyOf(all);
    return List.of(row);
  }

  private void attempt(
      Path input,
      Map<String, String> parameters,
      Function<Program, List<Row>> rowsOf,
      RunOptions options,
      Watchdog watchdog,
      Observation observation,
      BufferDumps dumps) {
    if (isTrace(input)) {
      dumps.refuseTrace(input);
      refuse(input, parameters);
      if (options.checks().wantsAny()) {
        throw new InputException(
            input.toString(),
            "a recorded trace was executed already; check while recording it: lockstep record"
                + " WORKLOAD -o FILE --check …");
      }
      try (TraceFile trace = TraceFile.open(input)) {
        List<Row> all = rowsOf.apply(trace.program());
        simulating(observation, OptionalLong.of(trace.groups()));
        DeviceBatch batch =
            new DeviceBatch(catalogue, all, trace.identity(), options, watchdog, observation);
        Known known = new Known(trace.identity(), trace.outcome());
        replayed(batch, trace::replay, known, observation);
        otherPhases(all, trace::replay, known, options, watchdog, observation);
        return;
      }
    }
    WorkloadExecution execution = execute(input, parameters, options);
    observation.meter().noting(execution::longGroup);
    try {
      dumps.open(execution);
      List<Row> all = rowsOf.apply(execution.program());
      OptionalLong planned = execution.plannedGroups();
      // Checks see the whole program, whatever devices refuse of it.
      if (execution.program().warmups() > 0
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
          simulating(observation, OptionalLong.of(recorded.groups()));
          DeviceBatch batch =
              new DeviceBatch(catalogue, all, recorded.identity(), options, watchdog, observation);
          Known known = new Known(recorded.identity(), recorded.outcome());
          replayed(batch, recorded::replay, known, observation);
          otherPhases(all, recorded::replay, known, options, watchdog, observation);
          return;
        }
      }
      simulating(observation, planned);
      TraceDigest digest = new TraceDigest(execution.program());
      try (TappedProgramSource source = new TappedProgramSource(execution, digest)) {
        new DeviceBatch(catalogue, all, null, options, watchdog, observation)
            .run(source, new Executed(source, digest));
        dumps.write();
      }
    } finally {
      execution.memory().close();
    }
  }

  private Row row(Target target, Program program) {
    return new Row(target.spec(), target.problem(), program, this::tell);
  }

  private static List<RunResult> results(List<Row> all) {
    return Row.results(all, Failure.INTERRUPTED, "interrupted");
  }

  /**
   * {@return the current results of the last run, also while it is running; rows without a result
   * are failed as interrupted} Empty before the workload has been read. For any thread.
   */
  public List<RunResult> standing() {
    return results(rows);
  }

  /** Forgets the rows of a run before. */
  public void begin() {
    rows = List.of();
  }

  /** Models behind specifications. */
  Catalogue catalogue() {
    return catalogue;
  }

  /** Listeners need not be thread-safe. */
  synchronized void tell(Throwable failure) {
    failures.accept(failure);
  }

  private static void simulating(Observation observation, OptionalLong groups) {
    observation.meter().phase("simulating", GROUPS, groups);
  }

  /**
   * {@return whether a path is a recorded trace}
   *
   * @param input its name or its first bytes decide; need not exist
   */
  public static boolean isTrace(Path input) {
    return input.toString().endsWith(".lkt") || TraceFile.isTrace(input);
  }

  private static void replayed(
      DeviceBatch batch, Supplier<ProgramSource> replay, TraceSummary known, Observation observed) {
    try (ProgramSource first = replay.get()) {
      if (batch.wantsEnds()) {
        try (ProgramSource ahead = replay.get()) {
          batch.know(LaunchEnds.of(ahead));
        }
      }
      if (first.program().warmups() == 0 && !observed.checkpoint().isWanted()) {
        batch.run(first, known);
      } else {
        batch.runEach(replay, known);
      }
    }
  }

  /** Runs what has been simulated at the other launch phases asked for, unwatched. */
  private void otherPhases(
      List<Row> all,
      Supplier<ProgramSource> replay,
      Known known,
      RunOptions options,
      Watchdog watchdog,
      Observation observation) {
    for (int k = 1; k < options.phases(); k++) {
      List<Row> first = all.stream().filter(Row::isSimulated).toList();
      if (first.isEmpty()) {
        return;
      }
      observation.meter().phase("simulating launch phase " + k, GROUPS, OptionalLong.empty());
      List<Row> rows = first.stream().map(Row::anew).toList();
      RunOptions own = options.with().phase(options.phase() + k).build();
      try (Observation none = Observation.none()) {
        replayed(
            new DeviceBatch(catalogue, rows, known.identity(), own, watchdog, none),
            replay,
            known,
            none);
      }
      for (int i = 0; i < rows.size(); i++) {
        first.get(i).add(rows.get(i).result(Failure.INTERRUPTED, "interrupted"));
      }
    }
  }

  private record Known(String identity, Outcome outcome) implements TraceSummary {}

  record Executed(ProgramSource source, TraceDigest digest) implements TraceSummary {
    @Override
    public String identity() {
      return digest.identity();
    }

    @Override
    public Outcome outcome() {
      return source.outcome();
    }
  }

  /**
   * {@return all targets of a catalogue, for convenience}
   *
   * @param catalogue whose devices are taken in its order
   */
  public static List<Target> all(Catalogue catalogue) {
    List<Target> targets = new ArrayList<>();
    catalogue.specs().forEach(s -> targets.add(new Target(s)));
    return targets;
  }
}
