// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.MatrixNumerics;
import io.lockstep.observe.Observation;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.workload.RuleResults;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A workload or trace that is executed once, for several devices together ({@link #runTogether}) or
 * before any number of threads simulate it, each for one device.
 *
 * <p>The execution is stored in a temporary file, which {@link #close} deletes, and also in memory
 * if it fits into the options' window. After {@link #execute}, any number of threads may call
 * {@link #run}; the other methods are for one thread.
 */
public final class SharedProgram implements AutoCloseable {
  private static final String GROUPS = "work-groups";
  private static final String SIMULATING = "simulating";

  private final Runner runner;
  private final Path input; // null for a workload in memory
  private final WorkloadExecution execution; // null for a trace
  private final Optional<TraceFile> trace; // empty for a workload
  // the program in the text of some devices; empty unless texts differ
  private final Optional<Function<TextTarget, WorkloadExecution>> byTarget;
  private final boolean exactSums;
  private final Map<TextTarget, SharedProgram> byText = new LinkedHashMap<>();
  private final Omissions omissions;
  private final SharedRecording recording = new SharedRecording();
  private volatile List<Row> rows = List.of(); // of runTogether

  private SharedProgram(
      Runner runner,
      Path input,
      WorkloadExecution execution,
      Optional<TraceFile> trace,
      Optional<Function<TextTarget, WorkloadExecution>> byTarget,
      Optional<Supplier<WorkloadExecution>> anew,
      boolean exactSums) {
    this.runner = runner;
    this.input = input;
    this.execution = execution;
    this.trace = trace;
    this.byTarget = byTarget;
    omissions = new Omissions(execution, anew);
    this.exactSums = exactSums;
  }

  /**
   * {@return a workload or trace to execute once and simulate any number of times}
   *
   * @param parameters parameters of the workload; empty for a trace
   * @param options limits of the execution
   * @throws io.lockstep.io.InputException if the input is wrong
   */
  public static SharedProgram open(
      Runner runner, Path input, Map<String, String> parameters, RunOptions options) {
    if (Runner.isTrace(input)) {
      Runner.refuse(input, parameters);
      return new SharedProgram(
          runner,
          input,
          null,
          Optional.of(TraceFile.open(input)),
          Optional.empty(),
          Optional.empty(),
          options.exactSums());
    }
    return open(runner, input, runner.read(input), parameters, options);
  }

  /**
   * Runs a workload or trace once on each of several devices. Devices that run out of memory are
   * tried again by the studies of sim-study, not here.
   *
   * @param input a workload file, or a trace (recognised by its first bytes or its file name
   *     extension)
   * @param parameters parameters of the workload; empty for a trace
   * @return one result per target, in the order of the targets
   * @throws InputException if the input is wrong
   */
  public static List<RunResult> run(
      Runner runner,
      Path input,
      Map<String, String> parameters,
      List<Runner.Target> targets,
      RunOptions options) {
    try (Observation none = Observation.none()) {
      return run(runner, input, parameters, targets, options, none);
    }
  }

  /** As above, with observation of the run; the caller finishes and closes the observation. */
  public static List<RunResult> run(
      Runner runner,
      Path input,
      Map<String, String> parameters,
      List<Runner.Target> targets,
      RunOptions options,
      Observation observation) {
    try (SharedProgram program = open(runner, input, parameters, options)) {
      return program.runTogether(
          targets, options, observation, BufferDumps.none(), (result, i) -> {});
    }
  }

  private TextTarget text(Runner.Target target) {
    TextTarget own =
        TextTargets.of(program().kernels(), runner.catalogue(), target.spec(), target.problem());
    return exactSums ? own.withNumerics(MatrixNumerics.EXACT) : own;
  }

  private SharedProgram ofText(TextTarget text) {
    WorkloadExecution own = byTarget.orElseThrow().apply(text);
    return new SharedProgram(
        runner, input, own, Optional.empty(), Optional.empty(), Optional.of(own::again), exactSums);
  }

  /**
   * {@return a workload in memory to execute once and simulate any number of times}
   *
   * @param options limits of the execution
   * @throws io.lockstep.io.InputException if the workload is wrong
   */
  public static SharedProgram open(
      Runner runner, Workload workload, Map<String, String> parameters, RunOptions options) {
    return open(runner, null, workload, parameters, options);
  }

  private static SharedProgram open(
      Runner runner,
      Path input,
      Workload workload,
      Map<String, String> parameters,
      RunOptions options) {
    RunOptions own = options.withThreads(1); // the simulations beside it use the others
    WorkloadExecution execution = runner.execute(workload, parameters, own, TextTarget.USUAL);
    return new SharedProgram(
        runner,
        input,
        execution,
        Optional.empty(),
        TextTargets.differ(execution.program().kernels())
            ? Optional.of(text -> runner.execute(workload, parameters, own, text))
            : Optional.empty(),
        Optional.of(execution::again),
        options.exactSums());
  }

  public Program program() {
    return trace.isPresent() ? trace.get().program() : execution.program();
  }

  /** {@return the workload's execution, before its first step; empty for a trace} */
  public Optional<WorkloadExecution> execution() {
    return Optional.ofNullable(execution);
  }

  /** {@return the identity of the opened trace; empty for a workload} */
  public Optional<String> trace() {
    return trace.map(TraceFile::identity);
  }

  /**
   * Executes the program to its end, once. A program with several texts is executed by {@link #run}
   * instead, once for each text.
   *
   * @param options limits of the execution and of records in memory
   * @return a message if the time limit expired, or empty
   */
  public synchronized Optional<String> execute(RunOptions options) {
    if (recording.isThere() || byTarget.isPresent() || omissions.ofGroups(options)) {
      return Optional.empty();
    }
    if (trace.isPresent()) {
      recording.hold(trace.get(), options);
      return Optional.empty();
    }
    omissions.ofValues(options);
    Optional<String> late = recording.record(execution, options, new Watchdog(options.limits()));
    if (late.isEmpty()) {
      execution.memory().close();
    }
    return late;
  }

  /**
   * Loads the execution from a trace of this program, instead of {@link #execute}. Reads the whole
   * file once to detect damage.
   *
   * @param file written by {@link #writeTrace}
   * @param options limit of records in memory
   * @return whether the file is an undamaged trace of this program; otherwise there is no effect
   */
  public boolean executeFrom(Path file, RunOptions options) {
    if (trace.isPresent()
        || byTarget.isPresent()
        || !recording.load(file, execution.program(), options)) {
      return false;
    }
    execution.memory().close();
    return true;
  }

  /**
   * Writes the execution as a trace.
   *
   * @param file file that appears when it is complete and replaces an existing file
   * @return whether a file was written; false if the program was not executed by {@link #execute}
   * @throws io.lockstep.io.OutputException if it cannot be written
   */
  public boolean writeTrace(Path file) {
    return recording.copyTo(file);
  }

  /**
   * Simulates the program on one device, at all requested launch phases. Exceptions of the model
   * become part of the result.
   *
   * @throws io.lockstep.io.InputException if the specification or the trace is wrong
   */
  public RunResult run(Runner.Target target, RunOptions options) {
    if (byTarget.isPresent()) {
      SharedProgram own;
      synchronized (byText) {
        own = byText.computeIfAbsent(text(target), this::ofText);
      }
      Optional<String> late = own.execute(options);
      return late.isPresent()
          ? own.without(target, Failure.TIME_LIMIT, late.get())
          : own.run(target, options);
    }
    List<Row> row = List.of(runner.row(target, program(), input, result -> {}));
    try (Observation none = Observation.none()) {
      simulation().simulate(row, options, () -> new Watchdog(options.limits()), none);
    }
    return RowSimulation.results(row).get(0);
  }

  private RowSimulation simulation() {
    return new RowSimulation(runner.catalogue(), program(), recording.get(), omissions.parts());
  }

  /** {@return whether {@link #runTogether} needs no recording of the execution} */
  public boolean canRunOnce(RunOptions options) {
    boolean single =
        DeviceBatch.isOnePass(program()) && options.phases() == 1 && !options.sampling().isWanted();
    return execution != null && single && !recording.isThere();
  }

  /**
   * Simulates the program on several devices from the same records. A workload is executed and
   * simulated at the same time, unless warm-ups, streams, launch phases or checks need a complete
   * recording first. Called once, instead of the other methods.
   *
   * @param observation of the run; the caller finishes and closes it
   * @param dumps buffers to write at the end; the caller closes them
   * @param done receives each final result and its index, on any thread
   * @return one result for each target, in order
   * @throws InputException if the input is wrong
   */
  public List<RunResult> runTogether(
      List<Runner.Target> targets,
      RunOptions options,
      Observation observation,
      BufferDumps dumps,
      ObjIntConsumer<RunResult> done) {
    if (trace.isPresent()) {
      dumps.refuseTrace(input);
      Runner.refuseChecks(input, options);
    }
    Watchdog watchdog = new Watchdog(options.limits());
    boolean isFinal = options.phases() == 1 && !options.sampling().isWanted();
    ObjIntConsumer<RunResult> settled = isFinal ? done : (result, i) -> {};
    if (byTarget.isEmpty()) {
      rows = rows(targets, settled);
      together(options, watchdog, observation, dumps);
    } else {
      byText(targets, options, watchdog, observation, dumps, settled);
    }
    List<RunResult> all = standing();
    for (int i = 0; i < all.size() && !isFinal; i++) {
      done.accept(all.get(i), i);
    }
    return all;
  }

  /** Executes the program once for each text, for the devices that run it. */
  private void byText(
      List<Runner.Target> targets,
      RunOptions options,
      Watchdog watchdog,
      Observation observation,
      BufferDumps dumps,
      ObjIntConsumer<RunResult> settled) {
    rows = rows(targets, (result, i) -> {});
    execution.memory().close();
    Map<TextTarget, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < targets.size(); i++) {
      places.computeIfAbsent(text(targets.get(i)), s -> new ArrayList<>()).add(i);
    }
    if (places.size() > 1) {
      dumps.refuseSeveral(input, places.keySet());
    }
    boolean ruled = places.keySet().stream().map(TextTarget::numerics).distinct().count() > 1;
    RuleResults results = new RuleResults();
    places.forEach(
        (text, of) -> {
          try (SharedProgram own = ofText(text)) {
            if (ruled) {
              own.execution.comparing(results, targets.get(of.get(0)).spec().id());
            }
            List<Runner.Target> some = of.stream().map(targets::get).toList();
            own.rows = own.rows(some, (result, i) -> settled.accept(result, of.get(i)));
            List<Row> all = new ArrayList<>(rows);
            of.forEach(i -> all.set(i, own.rows.get(of.indexOf(i))));
            rows = List.copyOf(all);
            own.together(options, watchdog, observation, dumps);
            List<RunResult> ended = own.standing();
            results.settle(
                ended.stream()
                    .filter(r -> r.status() != RunStatus.REFUSED)
                    .findFirst()
                    .map(RunResult::device));
          }
        });
  }

  private void together(
      RunOptions options, Watchdog watchdog, Observation observation, BufferDumps dumps) {
    if (trace.isPresent()) {
      recording.replay(trace.get());
      observation.meter().phase(SIMULATING, GROUPS, recording.groups());
      simulation().simulate(rows, options, () -> watchdog, observation);
      return;
    }
    observation.meter().noting(execution::longGroup);
    dumps.open(execution);
    if (!dumps.areWanted()) {
      omissions.ofValues(options);
    }
    OptionalLong planned = execution.plannedGroups();
    // Checks need the whole program, which a recording covers even if devices refuse a part of it.
    if (canRunOnce(options) && !options.checks().wantsAny()) {
      observation.meter().phase(SIMULATING, GROUPS, planned);
      TraceDigest digest = new TraceDigest(program());
      try (TappedProgramSource source = new TappedProgramSource(execution, digest)) {
        new DeviceBatch(runner.catalogue(), rows, options, watchdog, observation)
            .run(source, new TraceSummary.Executed(source, digest));
        dumps.write();
      }
    } else if (omissions.ofGroups(options) && !dumps.areWanted()) {
      observation.meter().phase(SIMULATING, GROUPS, planned);
      simulation().simulate(rows, options, () -> watchdog, observation);
    } else {
      observation.meter().phase("executing", GROUPS, planned);
      Optional<String> late =
          recording.record(observation.meter().counted(execution), options, watchdog);
      if (late.isPresent()) {
        rows.forEach(row -> row.end(Failure.TIME_LIMIT, late.get()));
        return;
      }
      dumps.write();
      observation.meter().phase(SIMULATING, GROUPS, recording.groups());
      simulation().simulate(rows, options, () -> watchdog, observation);
    }
    execution.memory().close();
  }

  private List<Row> rows(List<Runner.Target> targets, ObjIntConsumer<RunResult> settled) {
    return IntStream.range(0, targets.size())
        .mapToObj(i -> runner.row(targets.get(i), program(), input, r -> settled.accept(r, i)))
        .toList();
  }

  /**
   * {@return the current results of {@link #runTogether}; a row without a result counts as
   * interrupted} Thread-safe.
   */
  public List<RunResult> standing() {
    return RowSimulation.results(rows);
  }

  /** {@return a failed result of a run that did not start or did not finish} */
  public RunResult without(Runner.Target target, Failure why, String message) {
    return RunResult.without(program(), target.spec(), RunStatus.FAILED, message, why);
  }

  @Override
  public void close() {
    byText.values().forEach(SharedProgram::close);
    if (trace.isPresent()) {
      trace.get().close();
    } else {
      execution.memory().close();
    }
    recording.close();
  }
}
