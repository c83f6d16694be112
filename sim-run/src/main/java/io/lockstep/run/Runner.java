package io.lockstep.run;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.observe.Observation;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.spi.spec.DeviceSpec;
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
import java.util.Arrays;
import java.util.LinkedHashMap;
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
   * @param problem why it cannot be run (for example an override that it lacks), or empty
   */
  public record Target(DeviceSpec spec, String problem) {
    /**
     * A device without problems.
     *
     * @param spec a valid specification
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
   * @param somebody receives one line for each, on any thread
   */
  public Runner telling(Consumer<String> somebody) {
    return new Runner(catalogue, frontends, failures, somebody);
  }

  /**
   * Opens a workload for execution, without devices.
   *
   * @param workload path of a workload file
   * @param parameters as given by the user
   * @param options only those of the execution apply
   * @return the program at its first step; the caller closes it
   */
  public WorkloadExecution execute(
      Path workload, Map<String, String> parameters, RunOptions options) {
    return execute(workload, parameters, options, FrontendOptions.SUB_GROUP);
  }

  /**
   * Opens a workload for devices whose sub-groups have a given width.
   *
   * @param workload path of a workload file
   * @param parameters as given by the user
   * @param options only those of the execution apply
   * @param subGroup work-items of a sub-group of OpenCL C, a power of two up to 64
   * @return the program at its first step; the caller closes it
   */
  public WorkloadExecution execute(
      Path workload, Map<String, String> parameters, RunOptions options, int subGroup) {
    return execute(read(workload), parameters, options, subGroup);
  }

  Workload read(Path workload) {
    KernelFiles.expectWorkload(workload, frontends);
    return Workload.read(workload);
  }

  WorkloadExecution execute(
      Workload workload, Map<String, String> parameters, RunOptions options, int subGroup) {
    return new WorkloadExecution(
            workload.bind(parameters),
            AdaptedFrontend.all(frontends, o -> o.withSubGroup(subGroup)),
            ExecutionOptions.defaults()
                .withInstructionBudget(options.instructionBudget())
                .withChecks(options.checks())
                .withMemory(options.memoryBytes())
                .withAliveGroups(new AliveGroups(catalogue, ExecutionOptions.ALIVE_GROUPS)))
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
   * @throws InputException if the input is wrong
   */
  public List<RunResult> run(
      Path input, Map<String, String> parameters, List<Target> targets, RunOptions options) {
    try (Observation none = Observation.none()) {
      return run(input, parameters, targets, options, none);
    }
  }

  /**
   * Runs a workload or trace under observation.
   *
   * @param input a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param targets devices in the order of the results
   * @param options how to run
   * @param observation files to write; finished and closed by the caller
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
   * Runs a workload or trace under observation and dumps buffers at its end.
   *
   * @param input a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param targets devices in the order of the results
   * @param options how to run
   * @param observation files to write; finished and closed by the caller
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
    int[] subGroups = new int[targets.size()];
    Arrays.fill(subGroups, FrontendOptions.SUB_GROUP);
    Attempt all = new Attempt(input, parameters, options, watchdog, observation, dumps);
    Function<Program, List<Row>> everyRow =
        program -> {
          rows = targets.stream().map(target -> row(target, program)).toList();
          return rows;
        };
    if (isTrace(input)) {
      replay(all, everyRow);
    } else {
      WorkloadExecution execution = execute(input, parameters, options);
      if (SubGroups.areIn(execution.program())) {
        everyRow.apply(execution.program());
        execution.memory().close();
        bySubGroup(all, targets, subGroups);
      } else {
        execute(all, everyRow, execution);
      }
    }
    if (targets.size() > 1 && observation.isNone() && !options.checks().wantsAny()) {
      RunOptions alone = options.withThreads(1, options.waiting());
      int failed = 0;
      for (int i = 0; i < targets.size() && failed < MOST_IN_VAIN && !watchdog.isOver(); i++) {
        int place = i;
        if (isOutOfMemory(i)) {
          Attempt again =
              new Attempt(input, parameters, alone, watchdog, observation, BufferDumps.none());
          Function<Program, List<Row>> one =
              program -> again(List.of(place), List.of(row(targets.get(place), program)));
          if (isTrace(input)) {
            replay(again, one);
          } else {
            execute(again, one, execute(input, parameters, alone, subGroups[place]));
          }
          failed += isOutOfMemory(i) ? 1 : 0;
        }
      }
    }
    return results(rows);
  }

  /** Whether a row failed for lack of memory that other rows may have used. */
  private boolean isOutOfMemory(int row) {
    return rows.get(row).result(Failure.INTERRUPTED, "").failure() == Failure.MEMORY;
  }

  /** Rows of a further attempt in the places of earlier ones. */
  private List<Row> again(List<Integer> places, List<Row> further) {
    List<Row> all = new ArrayList<>(rows);
    for (int i = 0; i < further.size(); i++) {
      all.set(places.get(i), further.get(i));
    }
    rows = List.copyOf(all);
    return further;
  }

  /** The state that the attempts of one run share. */
  private record Attempt(
      Path input,
      Map<String, String> parameters,
      RunOptions options,
      Watchdog watchdog,
      Observation observation,
      BufferDumps dumps) {}

  /**
   * Executes a program with sub-groups once for each of their sizes, on the devices that have it.
   *
   * @param subGroups set to the sizes by target
   */
  private void bySubGroup(Attempt all, List<Target> targets, int[] subGroups) {
    Map<Integer, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < targets.size(); i++) {
      Target target = targets.get(i);
      int size = SubGroups.size(catalogue, target.spec(), target.problem());
      places.computeIfAbsent(size, s -> new ArrayList<>()).add(i);
    }
    if (places.size() > 1) {
      all.dumps().refuseSeveral(all.input(), places.keySet());
    }
    places.forEach(
        (size, of) -> {
          of.forEach(place -> subGroups[place] = size);
          execute(
              all,
              program -> again(of, of.stream().map(i -> row(targets.get(i), program)).toList()),
              execute(all.input(), all.parameters(), all.options(), size));
        });
  }

  private void replay(Attempt of, Function<Program, List<Row>> rowsOf) {
    Path input = of.input();
    RunOptions options = of.options();
    of.dumps().refuseTrace(input);
    refuse(input, of.parameters());
    if (options.checks().wantsAny()) {
      throw new InputException(
          input.toString(),
          "a recorded trace was executed already; check while recording it: lockstep record"
              + " WORKLOAD -o FILE --check …");
    }
    try (TraceFile trace = TraceFile.open(input)) {
      List<Row> all = rowsOf.apply(trace.program());
      simulating(of.observation(), OptionalLong.of(trace.groups()));
      DeviceBatch batch =
          new DeviceBatch(
              catalogue, all, trace.identity(), options, of.watchdog(), of.observation());
      Known known = new Known(trace.identity(), trace.outcome());
      replayed(batch, trace::replay, known, of.observation());
      otherPhases(all, trace::replay, known, of);
    }
  }

  private void execute(
      Attempt of, Function<Program, List<Row>> rowsOf, WorkloadExecution execution) {
    RunOptions options = of.options();
    Watchdog watchdog = of.watchdog();
    Observation observation = of.observation();
    BufferDumps dumps = of.dumps();
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
          otherPhases(all, recorded::replay, known, of);
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

  /** Runs simulated rows at the other requested launch phases, without observation. */
  private void otherPhases(List<Row> all, Supplier<ProgramSource> replay, Known known, Attempt of) {
    RunOptions options = of.options();
    for (int k = 1; k < options.phases(); k++) {
      List<Row> first = all.stream().filter(Row::isSimulated).toList();
      if (first.isEmpty()) {
        return;
      }
      of.observation().meter().phase("simulating launch phase " + k, GROUPS, OptionalLong.empty());
      List<Row> rows = first.stream().map(Row::anew).toList();
      RunOptions own = options.with().phase(options.phase() + k).build();
      try (Observation none = Observation.none()) {
        replayed(
            new DeviceBatch(catalogue, rows, known.identity(), own, of.watchdog(), none),
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
