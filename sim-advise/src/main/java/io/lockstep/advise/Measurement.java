// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.roof.Roofs;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.inspect.occupancy.LaunchShapes;
import io.lockstep.io.InputException;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Installed;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.ProgramSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The program's card, and a result of the unchanged workload on each device with line times. */
final class Measurement implements Executions {
  private final Installed installed;
  private final ExperimentOptions options;
  private final Path workload;
  private final SortedMap<String, String> given;
  private List<Side> devices;
  private List<RunResult> results;
  private ProgramCard card;
  private HostWork hostWork; // null until a rule needs it

  private Measurement(
      Installed installed, ExperimentOptions options, Path workload, Map<String, String> given) {
    this.installed = installed;
    this.options = options;
    this.workload = workload;
    this.given = new TreeMap<>(given);
  }

  /** Executes a workload once for its card and for the simulations on all devices. */
  static Measurement of(
      Installed installed,
      ExperimentOptions options,
      Path workload,
      Map<String, String> given,
      List<Side> devices) {
    Measurement m = new Measurement(installed, options, workload, given);
    m.devices = List.copyOf(devices);
    Runner runner = installed.runner().telling(options.study().notes());
    RunOptions run = options.study().run().with().byLine(true).build();
    m.results =
        SharedProgram.run(
            runner,
            workload,
            given,
            devices.stream().map(side -> new Runner.Target(side.spec())).toList(),
            run);
    m.card = m.measure();
    return m;
  }

  private ProgramCard measure() {
    return replayed(source -> ProgramCard.measure(source, SourceLines.beside(workload)));
  }

  /** Returns what a function reads from the program, from its beginning. */
  private <T> T replayed(Function<ProgramSource, T> reading) {
    if (Runner.isTrace(workload)) {
      try (TraceFile file = TraceFile.open(workload);
          ProgramSource replay = file.replay()) {
        return reading.apply(replay);
      }
    }
    try (ProgramSource source =
        installed.runner().execute(workload, given, options.study().run())) {
      return reading.apply(source);
    }
  }

  Path workload() {
    return workload;
  }

  SortedMap<String, String> given() {
    return given;
  }

  List<RunResult> results() {
    return results;
  }

  String name() {
    return card.program().name();
  }

  SortedMap<String, String> parameters() {
    return card.program().parameters();
  }

  long picos(RunResult result) {
    return options.kernels() ? result.kernelPicos() : result.picos();
  }

  Evidence evidence(int device) {
    RunResult result = results.get(device);
    DeviceSpec spec = devices.get(device).spec();
    return new Evidence(
        installed.catalogue().device(spec),
        result,
        Roofs.of(result, installed.catalogue(), spec),
        card,
        new LinePlaces(SourceLines.beside(workload), installed.frontends()),
        options.kernels(),
        this);
  }

  @Override
  public HostWork hostWork() {
    if (hostWork == null) {
      hostWork = replayed(HostWork::measure);
    }
    return hostWork;
  }

  @Override
  public List<LaunchShape> shapes(SortedMap<String, String> changed) {
    if (Runner.isTrace(workload)) {
      return List.of();
    }
    TreeMap<String, String> all = new TreeMap<>(given);
    all.putAll(changed);
    try {
      return LaunchShapes.ofWorkload(
          workload, all, installed.frontends(), installed.runner(), options.study().run());
    } catch (InputException | ExecutionException e) {
      if (changed.isEmpty()) {
        throw e;
      }
      return List.of(); // the workload rejects these values, or its kernel leaves a buffer
    }
  }
}
