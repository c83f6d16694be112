// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.observe.Observation;
import io.lockstep.run.Failure;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.TextTargets;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A program that is recorded once and then simulated on any number of devices: a trace, a workload,
 * or a workload in a text for each of several targets. A program that ran outside is a trace.
 *
 * <p>{@link #record} precedes {@link #run}, which any number of threads may call; the other methods
 * are for one thread. {@link #close} deletes temporary files.
 */
public abstract sealed class SharedProgram implements AutoCloseable
    permits TraceProgram, WorkloadProgram, TextPrograms {
  static final String GROUPS = "work-groups";
  static final String SIMULATING = "simulating";

  final Runner runner;
  final Optional<Path> input; // empty for a workload in memory

  SharedProgram(Runner runner, Optional<Path> input) {
    this.runner = runner;
    this.input = input;
  }

  /**
   * {@return a workload or trace to record once and simulate any number of times}
   *
   * @param parameters parameters of the workload; empty for a trace
   * @param options limits of the execution
   * @throws io.lockstep.io.InputException if the input is wrong
   */
  public static SharedProgram open(
      Runner runner, Path input, Map<String, String> parameters, RunOptions options) {
    if (Runner.isTrace(input)) {
      Runner.refuse(input, parameters);
      return new TraceProgram(runner, input, TraceFile.open(input));
    }
    return open(runner, Optional.of(input), runner.read(input), parameters, options);
  }

  /**
   * {@return a workload in memory to record once and simulate any number of times}
   *
   * @param options limits of the execution
   * @throws io.lockstep.io.InputException if the workload is wrong
   */
  public static SharedProgram open(
      Runner runner, Workload workload, Map<String, String> parameters, RunOptions options) {
    return open(runner, Optional.empty(), workload, parameters, options);
  }

  private static SharedProgram open(
      Runner runner,
      Optional<Path> input,
      Workload workload,
      Map<String, String> parameters,
      RunOptions options) {
    WorkloadExecution usual = runner.execute(workload, parameters, options, TextTarget.USUAL);
    return options.arrivals() || TextTargets.differ(usual.program().kernels())
        ? new TextPrograms(
            runner,
            input,
            usual,
            text -> runner.execute(workload, parameters, options, text),
            options)
        : new WorkloadProgram(runner, input, usual);
  }

  /**
   * Runs a workload or trace on several devices, one after the other.
   *
   * @param input a workload file, or a trace (recognised by its first bytes or its file name
   *     extension)
   * @param parameters parameters of the workload; empty for a trace
   * @return one result per target, in the order of the targets
   * @throws io.lockstep.io.InputException if the input is wrong
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
      RunOptions own = options.with().limits(options.limits().fromNow()).build();
      List<RunResult> results = new ArrayList<>(Collections.nCopies(targets.size(), null));
      for (List<Integer> places : program.comparing(targets, BufferDumps.none())) {
        observation.meter().devices(places.size());
        for (int place : places) {
          Runner.Target target = targets.get(place);
          Optional<String> late = program.record(target, own, observation, BufferDumps.none());
          results.set(
              place,
              late.isPresent()
                  ? program.without(target, Failure.TIME_LIMIT, late.get())
                  : program.run(target, own, observation));
        }
        program.compared(places.stream().map(results::get).toList());
      }
      return results;
    }
  }

  public abstract Program program();

  /** {@return the workload's execution, before its first step; empty for a trace} */
  public abstract Optional<WorkloadExecution> execution();

  /** {@return the identity of the opened trace; empty for a workload} */
  public abstract Optional<String> trace();

  /**
   * Records what a device runs, unless it was recorded before. Where the device executes the
   * work-groups that it samples by itself, nothing is recorded.
   *
   * @param options limits of the execution and of records in memory
   * @param observation shows the progress
   * @param dumps buffers to write after the execution; the caller closes them
   * @return a message if the time limit expired, or empty
   * @throws io.lockstep.io.InputException if the input is wrong
   * @throws io.lockstep.io.OutputException if the recording cannot be stored
   */
  public abstract Optional<String> record(
      Runner.Target target, RunOptions options, Observation observation, BufferDumps dumps);

  /**
   * Loads the recording from a trace of this program, instead of {@link #record}. Reads the whole
   * file once to detect damage.
   *
   * @param file written by {@link #writeTrace}
   * @param options limit of records in memory
   * @return whether the file is an undamaged trace of this program; otherwise there is no effect
   */
  public boolean load(Path file, RunOptions options) {
    return false;
  }

  /**
   * Writes the recording as a trace.
   *
   * @param file file that appears when it is complete and replaces an existing file
   * @return whether a file was written; false if this program is a trace, has several texts or was
   *     not recorded
   * @throws io.lockstep.io.OutputException if it cannot be written
   */
  public boolean writeTrace(Path file) {
    return false;
  }

  /**
   * Groups targets by what they run, and prepares to compare the results of the groups, which are
   * then recorded and simulated in order, each followed by {@link #compared}.
   *
   * @param dumps rejected if there are several groups
   * @return indices of targets, by the first of each group; one group unless texts differ
   */
  public List<List<Integer>> comparing(List<Runner.Target> targets, BufferDumps dumps) {
    return List.of(IntStream.range(0, targets.size()).boxed().toList());
  }

  /** Ends a group of {@link #comparing}. */
  public void compared(List<RunResult> results) {
    // Only programs in several texts compare their results.
  }

  /**
   * Simulates the recorded program on one device, at all requested launch phases. Exceptions of the
   * model become part of the result.
   *
   * @param observation of the run; the caller finishes and closes it
   * @throws io.lockstep.io.InputException if the specification or the trace is wrong
   */
  public abstract RunResult run(Runner.Target target, RunOptions options, Observation observation);

  /** {@return a failed result of a run that did not start or did not finish} */
  public RunResult without(Runner.Target target, Failure why, String message) {
    return RunResult.without(program(), target.spec(), RunStatus.FAILED, message, why);
  }

  /** Returns a row for a simulation of this program. */
  Row row(Runner.Target target) {
    return runner.row(target, program(), input);
  }

  @Override
  public abstract void close();
}
