// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.observe.Observation;
import io.lockstep.trace.file.RecordedProgram;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
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
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * A workload or trace that is executed once and then simulated by any number of threads, each for
 * one device.
 *
 * <p>The execution is stored in a temporary file, which {@link #close} deletes, and also in memory
 * if it fits into the options' window. After {@link #execute}, any number of threads may call
 * {@link #run}; the other methods are for one thread.
 */
public final class SharedProgram implements AutoCloseable {
  private final Runner runner;
  private final Path input; // null for a workload in memory
  private final WorkloadExecution execution; // null for a trace
  private final TraceFile trace; // null for a workload
  // null unless the program depends on the size of sub-groups
  private final IntFunction<WorkloadExecution> sized;
  private final Map<Integer, SharedProgram> bySubGroup = new TreeMap<>();
  private RecordedProgram recorded; // null until a workload has been executed
  private TraceFile cached; // null unless executeFrom has loaded the execution
  private Supplier<ProgramSource> replay;
  private TraceSummary known;
  private LaunchEnds ends;

  private SharedProgram(
      Runner runner,
      Path input,
      WorkloadExecution execution,
      TraceFile trace,
      IntFunction<WorkloadExecution> sized) {
    this.runner = runner;
    this.input = input;
    this.execution = execution;
    this.trace = trace;
    this.sized = sized;
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
      return new SharedProgram(runner, input, null, TraceFile.open(input), null);
    }
    return open(runner, input, runner.read(input), parameters, options);
  }

  /** Returns the program for the sub-group size of a device, and creates it on the first call. */
  private SharedProgram sized(Runner.Target target) {
    int size = SubGroups.size(runner.catalogue(), target.spec(), target.problem());
    synchronized (bySubGroup) {
      return bySubGroup.computeIfAbsent(
          size, s -> new SharedProgram(runner, input, sized.apply(s), null, null));
    }
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
    WorkloadExecution execution =
        runner.execute(workload, parameters, options, FrontendOptions.SUB_GROUP);
    return new SharedProgram(
        runner,
        input,
        execution,
        null,
        SubGroups.areIn(execution.program())
            ? size -> runner.execute(workload, parameters, options, size)
            : null);
  }

  public Program program() {
    return trace == null ? execution.program() : trace.program();
  }

  /** {@return the workload's execution, before its first step; empty for a trace} */
  public Optional<WorkloadExecution> execution() {
    return Optional.ofNullable(execution);
  }

  /** {@return the identity of the opened trace; empty for a workload} */
  public Optional<String> trace() {
    return Optional.ofNullable(trace).map(TraceFile::identity);
  }

  /**
   * Executes the program to its end, once. A program with sub-groups is executed by {@link #run}
   * instead, once for each sub-group size.
   *
   * @param options limits of the execution and of records in memory
   * @return a message if the time limit expired, or empty
   */
  public synchronized Optional<String> execute(RunOptions options) {
    if (known != null || sized != null) {
      return Optional.empty();
    }
    if (trace != null) {
      keep(new TraceSummary.Known(trace.identity(), trace.outcome()), trace::replay);
      try (HeldProgram held = new HeldProgram(trace.replay(), options.windowBytes())) {
        ends = LaunchEnds.of(held);
        hold(held);
      }
      return Optional.empty();
    }
    Watchdog watchdog = new Watchdog(options.limits());
    HeldProgram held = new HeldProgram(execution, options.windowBytes());
    Optional<RecordedProgram> made = Deadline.call(watchdog, () -> new RecordedProgram(held));
    if (made.isEmpty()) {
      return Optional.of(watchdog.overMessage());
    }
    recorded = made.get();
    keep(new TraceSummary.Known(recorded.identity(), recorded.outcome()), recorded::replay);
    hold(held);
    execution.memory().close();
    return Optional.empty();
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
    if (known != null || trace != null || sized != null) {
      return false;
    }
    TraceFile found = null;
    try {
      found = TraceFile.open(file);
      Program own = execution.program();
      if (!found.program().name().equals(own.name())
          || !found.program().parameters().equals(own.parameters())) {
        found.close();
        return false;
      }
      HeldProgram held = new HeldProgram(found.replay(), options.windowBytes());
      LaunchEnds read = LaunchEnds.of(held);
      keep(new TraceSummary.Known(found.identity(), found.outcome()), found::replay);
      ends = read;
      hold(held);
      cached = found;
    } catch (InputException e) {
      if (found != null) {
        found.close();
      }
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
    if (recorded == null) {
      return false;
    }
    recorded.copyTo(file);
    return true;
  }

  private void keep(TraceSummary summary, Supplier<ProgramSource> source) {
    known = summary;
    replay = source;
  }

  private void hold(HeldProgram held) {
    held.records().ifPresent(records -> replay = records::replay);
  }

  private synchronized LaunchEnds ends() {
    if (ends == null) {
      ends = LaunchEnds.of(replay);
    }
    return ends;
  }

  /**
   * Simulates the program on one device, at all requested launch phases. Exceptions of the model
   * become part of the result.
   *
   * @throws io.lockstep.io.InputException if the specification or the trace is wrong
   */
  public RunResult run(Runner.Target target, RunOptions options) {
    if (sized != null) {
      SharedProgram own = sized(target);
      Optional<String> late = own.execute(options);
      return late.isPresent()
          ? own.without(target, Failure.TIME_LIMIT, late.get())
          : own.run(target, options);
    }
    RunResult first = simulate(target, options);
    List<RunResult> others = new ArrayList<>();
    for (int k = 1; k < options.phases() && first.isSimulated(); k++) {
      others.add(simulate(target, options.with().phase(options.phase() + k).build()));
    }
    return first.over(others);
  }

  private RunResult simulate(Runner.Target target, RunOptions options) {
    Row row = row(target);
    Watchdog watchdog = new Watchdog(options.limits());
    try (Observation none = Observation.none()) {
      DeviceBatch batch =
          new DeviceBatch(
              runner.catalogue(), List.of(row), known.identity(), options, watchdog, none);
      batch.replay(replay, this::ends, known);
    }
    return row.result(Failure.INTERRUPTED, "interrupted");
  }

  /** {@return whether {@link #runOnce} can replace {@link #execute} and {@link #run}} */
  public boolean canRunOnce(RunOptions options) {
    boolean single = DeviceBatch.isOnePass(program()) && options.phases() == 1;
    return execution != null && single && known == null;
  }

  /** Executes and simulates the program at the same time on one device; it cannot be run again. */
  public RunResult runOnce(Runner.Target target, RunOptions options) {
    if (sized != null) {
      execution.memory().close();
      return sized(target).runOnce(target, options);
    }
    Row row = row(target);
    TraceDigest digest = new TraceDigest(program());
    try (Observation none = Observation.none();
        TappedProgramSource source = new TappedProgramSource(execution, digest)) {
      new DeviceBatch(
              runner.catalogue(), List.of(row), null, options, new Watchdog(options.limits()), none)
          .run(source, new TraceSummary.Executed(source, digest));
    } finally {
      execution.memory().close();
    }
    return row.result(Failure.INTERRUPTED, "interrupted");
  }

  private Row row(Runner.Target target) {
    return runner.row(target, program(), input);
  }

  /** {@return a failed result of a run that did not start or did not finish} */
  public RunResult without(Runner.Target target, Failure why, String message) {
    return RunResult.without(program(), target.spec(), RunStatus.FAILED, message, why);
  }

  @Override
  public void close() {
    bySubGroup.values().forEach(SharedProgram::close);
    if (trace != null) {
      trace.close();
    } else {
      execution.memory().close();
    }
    if (recorded != null) {
      recorded.close();
      recorded = null;
    }
    if (cached != null) {
      cached.close();
      cached = null;
    }
  }
}
