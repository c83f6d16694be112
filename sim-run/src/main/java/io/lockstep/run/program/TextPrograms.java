// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.observe.Observation;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.TextTargets;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.trace.record.Program;
import io.lockstep.workload.RuleResults;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A workload that is compiled and executed once for each target among the devices. */
final class TextPrograms extends SharedProgram {
  private final WorkloadExecution usual; // is not executed
  private final Function<TextTarget, WorkloadExecution> executions;
  private final RunOptions options;
  private final Map<TextTarget, WorkloadProgram> programs = new LinkedHashMap<>();
  private final RuleResults results = new RuleResults();

  /**
   * @param usual the execution in the usual text, whose tables describe the program
   * @param executions compiles the program for a target
   * @param options rules of the execution that take the place of a device's
   */
  TextPrograms(
      Runner runner,
      Optional<Path> input,
      WorkloadExecution usual,
      Function<TextTarget, WorkloadExecution> executions,
      RunOptions options) {
    super(runner, input);
    this.usual = usual;
    this.executions = executions;
    this.options = options;
  }

  @Override
  public Program program() {
    return usual.program();
  }

  @Override
  public Optional<WorkloadExecution> execution() {
    return Optional.of(usual);
  }

  @Override
  public Optional<String> trace() {
    return Optional.empty();
  }

  private TextTarget text(Runner.Target target) {
    TextTarget own =
        TextTargets.of(
            program().kernels(),
            runner.catalogue(),
            target.spec(),
            target.problem(),
            options.arrivals());
    return options.exactSums() ? own.withNumerics(MatrixNumerics.EXACT) : own;
  }

  private WorkloadProgram of(Runner.Target target) {
    TextTarget text = text(target);
    synchronized (programs) {
      return programs.computeIfAbsent(
          text, t -> new WorkloadProgram(runner, input, executions.apply(t)));
    }
  }

  @Override
  public Optional<String> record(
      Runner.Target target, RunOptions options, Observation observation, BufferDumps dumps) {
    return of(target).record(target, options, observation, dumps);
  }

  @Override
  public List<List<Integer>> comparing(List<Runner.Target> targets, BufferDumps dumps) {
    Map<TextTarget, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < targets.size(); i++) {
      places.computeIfAbsent(text(targets.get(i)), s -> new ArrayList<>()).add(i);
    }
    if (places.size() > 1) {
      dumps.refuseSeveral(input, places.keySet());
    }
    if (places.keySet().stream().map(TextTarget::numerics).distinct().count() > 1) {
      for (List<Integer> of : places.values()) {
        Runner.Target first = targets.get(of.get(0));
        of(first).compare(results, first.spec().id());
      }
    }
    return List.copyOf(places.values());
  }

  @Override
  public void compared(List<RunResult> group) {
    results.settle(
        group.stream()
            .filter(r -> r.status() != RunStatus.REFUSED)
            .findFirst()
            .map(RunResult::device));
  }

  @Override
  public RunResult run(Runner.Target target, RunOptions options, Observation observation) {
    return of(target).run(target, options, observation);
  }

  @Override
  public void close() {
    programs.values().forEach(SharedProgram::close);
    usual.memory().close();
  }
}
