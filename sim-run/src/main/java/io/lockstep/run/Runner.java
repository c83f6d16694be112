package io.lockstep.run;

import io.lockstep.core.device.DeviceSpec;
import io.lockstep.run.observe.Observation;
import io.lockstep.trace.InputException;
import io.lockstep.trace.exec.ExecutionOptions;
import io.lockstep.trace.file.RecordedProgram;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.frontend.KernelFrontend;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.trace.workload.Workload;
import io.lockstep.trace.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
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
    /** A device without problems. */
    public Target(DeviceSpec spec) {
      this(spec, "");
    }
  }

  private static final String GROUPS = "work-groups";

  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final Consumer<Throwable> failures;

  /**
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   */
  public Runner(Catalogue catalogue, List<KernelFrontend> frontends) {
    this(catalogue, frontends, failure -> {});
  }

  /** As above, telling somebody of failed simulations' causes. */
  public Runner(Catalogue catalogue, List<KernelFrontend> frontends, Consumer<Throwable> failures) {
    this.catalogue = catalogue;
    this.frontends = List.copyOf(frontends);
    this.failures = failures;
  }

  /**
   * Opens a workload for execution, without devices.
   *
   * @param workload path of a workload file
   * @param parameters as given by the user
   */
  public ProgramSource execute(Path workload, Map<String, String> parameters, RunOptions options) {
    KernelFiles.expectWorkload(workload, frontends);
    return new WorkloadExecution(
        Workload.read(workload).bind(parameters),
        frontends,
        ExecutionOptions.defaults()
            .withInstructionBudget(options.instructionBudget())
            .withChecks(options.checks()));
  }

  /**
   * Runs a workload or trace on devices.
   *
   * @param input a workload file, or a trace (recognised by its magic or its ending)
   * @param parameters of the workload; a trace has its own and takes none
   * @param targets devices in the order of the results
   * @param progress told now and then what is going on
   * @return one result per target, in order
   * @throws InputException where the input is wrong
   */
  public List<RunResult> run(
      Path input,
      Map<String, String> parameters,
      List<Target> targets,
      RunOptions options,
      Consumer<String> progress) {
    try (Observation none = Observation.none()) {
      return run(input, parameters, targets, options, progress, none);
    }
  }

  /**
   * As above, watched.
   *
   * @param observation what to write down; finished and closed by the caller
   */
  public List<RunResult> run(
      Path input,
      Map<String, String> parameters,
      List<Target> targets,
      RunOptions options,
      Consumer<String> progress,
      Observation observation) {
    if (isTrace(input)) {
      if (!parameters.isEmpty()) {
        throw new InputException(
            input.toString(),
            "a recorded trace takes no parameters; record the workload anew with --param "
                + parameters.keySet().iterator().next());
      }
      if (options.checks().wantsAny()) {
        throw new InputException(
            input.toString(),
            "a recorded trace was executed already; check while recording it: lockstep record"
                + " WORKLOAD -o FILE --check …");
      }
      try (TraceFile trace = TraceFile.open(input)) {
        simulating(observation, OptionalLong.of(trace.groups()));
        return replayed(
            trace::replay,
            trace.identity(),
            trace.outcome(),
            targets,
            options,
            progress,
            observation);
      }
    }
    ProgramSource execution = execute(input, parameters, options);
    OptionalLong planned = execution.plannedGroups();
    // Checks see the whole program, whatever devices refuse of it.
    if (execution.program().warmups() > 0
        || observation.checkpoint().isWanted()
        || options.checks().wantsAny()) {
      observation.meter().phase("executing", GROUPS, planned);
      ProgramSource counted = observation.meter().counted(execution);
      try (RecordedProgram recorded = new RecordedProgram(counted)) {
        simulating(observation, OptionalLong.of(recorded.groups()));
        return replayed(
            recorded::replay,
            recorded.identity(),
            recorded.outcome(),
            targets,
            options,
            progress,
            observation);
      }
    }
    simulating(observation, planned);
    TraceDigest digest = new TraceDigest(execution.program());
    try (TappedProgramSource source = new TappedProgramSource(execution, digest)) {
      return batch(execution.program(), null, targets, options, progress, observation)
          .run(source, new Executed(source, digest));
    }
  }

  private static void simulating(Observation observation, OptionalLong groups) {
    observation.meter().phase("simulating", GROUPS, groups);
  }

  private DeviceBatch batch(
      Program program,
      String identity,
      List<Target> targets,
      RunOptions options,
      Consumer<String> progress,
      Observation observation) {
    return new DeviceBatch(
        catalogue, failures, program, identity, targets, options, progress, observation);
  }

  /** Whether a path is a recorded trace. */
  public static boolean isTrace(Path input) {
    return input.toString().endsWith(".lkt") || TraceFile.isTrace(input);
  }

  private List<RunResult> replayed(
      Supplier<ProgramSource> replay,
      String identity,
      Outcome outcome,
      List<Target> targets,
      RunOptions options,
      Consumer<String> progress,
      Observation observation) {
    TraceSummary known = new Known(identity, outcome);
    try (ProgramSource first = replay.get()) {
      Program program = first.program();
      DeviceBatch batch = batch(program, identity, targets, options, progress, observation);
      if (batch.wantsEnds()) {
        try (ProgramSource ahead = replay.get()) {
          batch.know(LaunchEnds.of(ahead));
        }
      }
      boolean once = program.warmups() == 0 && !observation.checkpoint().isWanted();
      return once ? batch.run(first, known) : batch.runEach(replay, known);
    }
  }

  private record Known(String identity, Outcome outcome) implements TraceSummary {}

  private record Executed(ProgramSource source, TraceDigest digest) implements TraceSummary {
    @Override
    public String identity() {
      return digest.identity();
    }

    @Override
    public Outcome outcome() {
      return source.outcome();
    }
  }

  /** All targets of a catalogue, for convenience. */
  public static List<Target> all(Catalogue catalogue) {
    List<Target> targets = new ArrayList<>();
    catalogue.specs().forEach(s -> targets.add(new Target(s)));
    return targets;
  }
}
