// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.check.BarrierArrivals;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.AdaptedFrontend;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.RunOptions;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.trace.change.SourcePlaces;
import io.lockstep.trace.change.apply.ProgramChange;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.Program;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What runs need beside their input: the catalogue of devices, the front-ends that read kernels,
 * and who receives failures. {@link SharedProgram} runs an input on devices. Thread-safe.
 */
public final class Runner {
  /**
   * A device to run on.
   *
   * @param spec specification with overrides applied
   * @param problem reason why the device cannot run (for example an override of a figure that it
   *     lacks), or empty
   */
  public record Target(DeviceSpec spec, String problem) {
    public Target(DeviceSpec spec) {
      this(spec, "");
    }
  }

  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final Consumer<Throwable> failures;
  private final Consumer<String> notes;

  /** Creates a runner that reports failures only in results. */
  public Runner(Catalogue catalogue, List<KernelFrontend> frontends) {
    this(catalogue, frontends, failure -> {});
  }

  /**
   * Creates a runner that also reports the exceptions of models.
   *
   * @param failures receives one exception at a time, on any thread
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
   * {@return a runner of the same catalogue that announces long launches before it executes them}
   *
   * @param somebody receives a line for each announced launch, on any thread
   */
  public Runner telling(Consumer<String> somebody) {
    return new Runner(catalogue, frontends, failures, somebody);
  }

  /** Opens a workload for execution without devices, at its first step. The caller closes it. */
  public WorkloadExecution execute(
      Path workload, Map<String, String> parameters, RunOptions options) {
    return execute(workload, parameters, options, TextTarget.USUAL);
  }

  /**
   * Opens a workload whose sources are compiled for some devices. The caller closes the program.
   */
  public WorkloadExecution execute(
      Path workload, Map<String, String> parameters, RunOptions options, TextTarget target) {
    return execute(read(workload), parameters, options, target);
  }

  Workload read(Path workload) {
    KernelFiles.expectWorkload(workload, frontends);
    return Workload.read(workload);
  }

  WorkloadExecution execute(
      Workload workload, Map<String, String> parameters, RunOptions options, TextTarget target) {
    ExecutionOptions execution =
        ExecutionOptions.defaults()
            .withInstructionBudget(options.instructionBudget())
            .withChecks(options.checks())
            .withMemory(options.memoryBytes())
            .withThreads(options.threads())
            .withNumerics(target.numerics())
            .withAliveGroups(new AliveGroups(catalogue, ExecutionOptions.ALIVE_GROUPS));
    return new WorkloadExecution(
            workload.bind(parameters),
            AdaptedFrontend.all(frontends, o -> o.withTarget(target)),
            options.arrivals()
                ? execution.withArrivals(new BarrierArrivals(target.subGroup(), notes))
                : execution)
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

  static void refuseChecks(Path trace, RunOptions options) {
    if (options.checks().wantsAny()) {
      throw new InputException(
          trace.toString(),
          "a recorded trace was executed already; check while recording it: lockstep record"
              + " WORKLOAD -o FILE --check …");
    }
  }

  /**
   * @param input the workload or trace; empty for a program in memory
   */
  Row row(Target target, Program program, Optional<Path> input) {
    return new Row(
        target.spec(), target.problem(), program, this::tell, change(target, program, input));
  }

  /**
   * Returns the change that ideal accesses and rewrites of a specification make to a program; null
   * if it has none.
   *
   * @throws InputException if a line has no access that could be changed
   */
  private ProgramChange change(Target target, Program program, Optional<Path> input) {
    Ideals ideals = target.spec().ideals();
    return ideals.isOfProgram()
        ? ProgramChange.of(program, ideals.changes(), ideals.rewrites(), places(input))
        : null;
  }

  /** Returns a map of lines of compiled texts to lines of their sources beside the input. */
  private SourcePlaces places(Optional<Path> input) {
    if (input.isEmpty()) {
      return SourcePlaces.OWN;
    }
    LinePlaces places = new LinePlaces(SourceLines.beside(input.get()), frontends);
    return (file, line) -> {
      LinePlaces.Place place = places.place(file, line);
      return new SourcePlaces.Place(place.file(), place.line());
    };
  }

  Catalogue catalogue() {
    return catalogue;
  }

  /** Passes failures to the receiver one at a time, because it need not be thread-safe. */
  synchronized void tell(Throwable failure) {
    failures.accept(failure);
  }

  /**
   * {@return whether a path is a recorded trace, by its file name extension or its first bytes; the
   * file need not exist}
   */
  public static boolean isTrace(Path input) {
    return input.toString().endsWith(".lkt") || TraceFile.isTrace(input);
  }

  /** {@return all devices of a catalogue as targets} */
  public static List<Target> all(Catalogue catalogue) {
    List<Target> targets = new ArrayList<>();
    catalogue.specs().forEach(s -> targets.add(new Target(s)));
    return targets;
  }
}
