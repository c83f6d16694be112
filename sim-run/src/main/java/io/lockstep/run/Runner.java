package io.lockstep.run;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.observe.Observation;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.change.ProgramChange;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

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

  /** Number of retried rows that may run out of memory again before retries end. */
  private static final int MOST_IN_VAIN = 2;

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
    Attempt all = new Attempt(catalogue, input, options, watchdog, observation, dumps);
    Function<Program, List<Row>> everyRow =
        program -> {
          rows = targets.stream().map(target -> row(target, program, input)).toList();
          return rows;
        };
    if (isTrace(input)) {
      dumps.refuseTrace(input);
      refuse(input, parameters);
      all.replay(everyRow);
    } else {
      WorkloadExecution execution = execute(input, parameters, options);
      if (SubGroups.areIn(execution.program())) {
        everyRow.apply(execution.program());
        execution.memory().close();
        bySubGroup(all, parameters, targets, subGroups);
      } else {
        all.execute(everyRow, execution);
      }
    }
    if (targets.size() > 1 && observation.isNone() && !options.checks().wantsAny()) {
      RunOptions alone = options.withThreads(1);
      int failed = 0;
      for (int i = 0; i < targets.size() && failed < MOST_IN_VAIN && !watchdog.isOver(); i++) {
        int place = i;
        if (isOutOfMemory(i)) {
          Attempt again =
              new Attempt(catalogue, input, alone, watchdog, observation, BufferDumps.none());
          Function<Program, List<Row>> one =
              program -> again(List.of(place), List.of(row(targets.get(place), program, input)));
          if (isTrace(input)) {
            again.replay(one);
          } else {
            again.execute(one, execute(input, parameters, alone, subGroups[place]));
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

  /** Runs rows again in the places of earlier ones. */
  private List<Row> again(List<Integer> places, List<Row> further) {
    List<Row> all = new ArrayList<>(rows);
    for (int i = 0; i < further.size(); i++) {
      all.set(places.get(i), further.get(i));
    }
    rows = List.copyOf(all);
    return further;
  }

  /**
   * Executes a program with sub-groups once for each of their sizes, on the devices that have it.
   *
   * @param subGroups set to the sizes by target
   */
  private void bySubGroup(
      Attempt all, Map<String, String> parameters, List<Target> targets, int[] subGroups) {
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
          all.execute(
              program ->
                  again(
                      of, of.stream().map(i -> row(targets.get(i), program, all.input())).toList()),
              execute(all.input(), parameters, all.options(), size));
        });
  }

  /**
   * A row of a device.
   *
   * @param input the workload or trace; null if it was made in memory
   */
  Row row(Target target, Program program, Path input) {
    ProgramChange change = new LineChanges(input, frontends).of(target.spec(), program);
    return new Row(target.spec(), target.problem(), program, this::tell, change);
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

  /**
   * {@return whether a path is a recorded trace}
   *
   * @param input its name or its first bytes decide; need not exist
   */
  public static boolean isTrace(Path input) {
    return input.toString().endsWith(".lkt") || TraceFile.isTrace(input);
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
