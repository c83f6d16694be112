package io.lockstep.run;

import io.lockstep.core.device.Device;
import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.device.RefusalException;
import io.lockstep.run.observe.Observation;
import io.lockstep.trace.ExecutionException;
import io.lockstep.trace.InputException;
import io.lockstep.trace.exec.ExecutionOptions;
import io.lockstep.trace.file.RecordedProgram;
import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.frontend.KernelFrontend;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.SharedProgramSource;
import io.lockstep.trace.record.TappedProgramSource;
import io.lockstep.trace.workload.Workload;
import io.lockstep.trace.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    return new WorkloadExecution(
        Workload.read(workload).bind(parameters),
        frontends,
        ExecutionOptions.defaults().withInstructionBudget(options.instructionBudget()));
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
      try (TraceFile trace = TraceFile.open(input)) {
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
    if (execution.program().warmups() > 0) {
      try (RecordedProgram recorded = new RecordedProgram(execution)) {
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
    TraceDigest digest = new TraceDigest(execution.program());
    TappedProgramSource source = new TappedProgramSource(execution, digest);
    Shared shared = new Shared(source, digest);
    Batch batch = new Batch(execution.program(), targets, options, progress, observation);
    int runnable = batch.runnable();
    try {
      if (runnable == 1) {
        batch.start(() -> source);
      } else if (runnable > 1) {
        SharedProgramSource fan = new SharedProgramSource(source, options.windowBytes(), runnable);
        List<ProgramSource> consumers = fan.consumers();
        int[] next = {0};
        batch.start(() -> consumers.get(next[0]++));
      }
      return batch.finish(shared);
    } finally {
      source.close();
    }
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
    Program program;
    try (ProgramSource first = replay.get()) {
      program = first.program();
    }
    Batch batch = new Batch(program, targets, options, progress, observation);
    batch.start(replay);
    return batch.finish(new Known(identity, outcome));
  }

  /** What is known of a trace once it has been drained. */
  private interface Trace {
    String identity();

    Outcome outcome();
  }

  private record Known(String identity, Outcome outcome) implements Trace {}

  private record Shared(ProgramSource source, TraceDigest digest) implements Trace {
    @Override
    public String identity() {
      return digest.identity();
    }

    @Override
    public Outcome outcome() {
      return source.outcome();
    }
  }

  /** The devices of one call, stepped in turn on this thread. */
  private final class Batch {
    private final Program program;
    private final List<Target> targets;
    private final RunOptions options;
    private final Consumer<String> progress;
    private final Observation observation;
    private final RunResult[] results;
    private final DeviceRun[] runs;
    private final boolean[] done;

    Batch(
        Program program,
        List<Target> targets,
        RunOptions options,
        Consumer<String> progress,
        Observation observation) {
      this.program = program;
      this.targets = targets;
      this.options = options;
      this.progress = progress;
      this.observation = observation;
      results = new RunResult[targets.size()];
      runs = new DeviceRun[targets.size()];
      done = new boolean[targets.size()];
      for (int i = 0; i < results.length; i++) {
        if (!targets.get(i).problem().isEmpty()) {
          refuse(i, targets.get(i).problem());
        }
      }
    }

    int runnable() {
      int n = 0;
      for (RunResult r : results) {
        n += r == null ? 1 : 0;
      }
      return n;
    }

    void start(Supplier<ProgramSource> sources) {
      for (int i = 0; i < runs.length; i++) {
        if (results[i] != null) {
          continue;
        }
        ProgramSource[] held = new ProgramSource[1];
        Supplier<ProgramSource> keeping = () -> held[0] = sources.get();
        try {
          Device device = catalogue.device(targets.get(i).spec());
          runs[i] = new DeviceRun(device, keeping, options, observation);
        } catch (RefusalException e) {
          refuse(i, e.getMessage());
        } catch (InputException e) {
          if (targets.get(i).spec().overrides().isEmpty()) {
            throw e;
          }
          refuse(i, e.getMessage()); // an override that contradicts this device alone
        }
        if (runs[i] == null) {
          (held[0] == null ? sources.get() : held[0]).close();
        }
      }
    }

    List<RunResult> finish(Trace trace) {
      boolean busy = true;
      while (busy) {
        busy = false;
        for (int i = 0; i < runs.length; i++) {
          if (runs[i] != null && !done[i]) {
            advance(i);
            busy |= runs[i] != null && !done[i];
          }
        }
      }
      for (int i = 0; i < runs.length; i++) {
        if (runs[i] != null) {
          Outcome outcome = trace.outcome();
          results[i] = runs[i].result(trace.identity(), outcome.verified(), outcome.message());
          runs[i].close();
        }
      }
      return List.of(results);
    }

    private void advance(int i) {
      progress.accept(targets.get(i).spec().id() + " …");
      try {
        done[i] = runs[i].advance() == DeviceRun.Progress.DONE;
      } catch (RefusalException e) {
        refuse(i, e.getMessage());
        drop(i);
      } catch (InputException | ExecutionException e) {
        throw e; // the workload's fault, the same for every device
      } catch (RuntimeException | StackOverflowError e) {
        failures.accept(e);
        String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        results[i] =
            DeviceRun.without(program, targets.get(i).spec(), RunStatus.FAILED, null, what);
        drop(i);
      }
    }

    private void refuse(int i, String reason) {
      results[i] =
          DeviceRun.without(program, targets.get(i).spec(), RunStatus.REFUSED, null, reason);
    }

    private void drop(int i) {
      runs[i].close();
      runs[i] = null;
    }
  }

  /** All targets of a catalogue, for convenience. */
  public static List<Target> all(Catalogue catalogue) {
    List<Target> targets = new ArrayList<>();
    catalogue.specs().forEach(s -> targets.add(new Target(s)));
    return targets;
  }
}
