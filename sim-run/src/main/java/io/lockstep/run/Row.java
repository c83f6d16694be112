package io.lockstep.run;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.observe.Observation;
import io.lockstep.run.plugin.CheckedDevice;
import io.lockstep.run.plugin.ModelStack;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.change.ProgramChange;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One device of a batch and what becomes of it. All calls of its model are made by whichever thread
 * has the row; others may end it: the first end stays. What a model throws, errors included, ends
 * its row alone; only an error of the workload reaches the caller.
 */
final class Row {
  private final DeviceSpec spec;
  private final Program program;
  private final Consumer<Throwable> failures;
  private final ProgramChange change; // null if the program stays as it was recorded
  private final SourceGate gate = new SourceGate();
  private volatile Device device;
  private volatile DeviceRun run;
  private volatile ProgramSource source;
  private Feed feed = Feed.ENDLESS;
  private Supplier<? extends ProgramSource> further;
  private int passes;
  private boolean narrow;
  private volatile boolean abandoned;
  private RunResult result;
  private final List<RunResult> others = new ArrayList<>(); // at other launch phases
  private Failure ending; // why it was asked to end, or null
  private String endingMessage;

  /**
   * @param problem why it is refused from the start, or empty
   * @param failures told of what models throw
   * @param change of the program before this device replays it, or null
   */
  Row(
      DeviceSpec spec,
      String problem,
      Program program,
      Consumer<Throwable> failures,
      ProgramChange change) {
    this.spec = spec;
    this.program = program;
    this.failures = failures;
    this.change = change;
    if (!problem.isEmpty()) {
      refuse(problem);
    }
  }

  /**
   * Sets its source, before it is used.
   *
   * @param first of the first pass
   * @param more of passes after it
   */
  void source(ProgramSource first, Supplier<? extends ProgramSource> more) {
    if (first instanceof Feed f) {
      feed = f;
    }
    source = changed(new GatedSource(first, gate));
    further = more;
  }

  private ProgramSource changed(ProgramSource recorded) {
    return change == null
        ? recorded
        : change.apply(new RecordedLaunches(recorded, () -> device.capabilities()));
  }

  // ------------------------------------------------------------------ for the row's thread

  /**
   * Asks whether its wavefronts may be too narrow for what an execution has shown. Always finished.
   */
  boolean probe(Catalogue catalogue) {
    try {
      device = catalogue.device(spec);
      narrow = device.capabilities().wavefront() < CapabilityCheck.WIDEST_WAVEFRONT;
    } catch (Throwable e) { // a model may throw whatever it likes
      device = null; // told when its turn comes
    }
    return true;
  }

  /** After {@link #probe}. */
  boolean isNarrow() {
    return narrow;
  }

  /** Assembles the device; refused or failed if that does not work. Always finished. */
  boolean open(
      Catalogue catalogue,
      LaunchEnds ends,
      RunOptions options,
      Observation observation,
      String identity) {
    return attempt(
        () -> {
          Device model = device == null ? modelOf(catalogue) : device;
          device = model;
          ends.check(program.kernels(), model.capabilities());
          run = new DeviceRun(model, catalogue.statistics(spec.family()), this::pass, options);
          if (!stopIfAsked()) {
            run.begin(observation, identity);
          }
          return true;
        });
  }

  private Device modelOf(Catalogue catalogue) {
    try {
      return catalogue.device(spec);
    } catch (InputException e) {
      if (spec.overrides().isEmpty()) {
        throw e;
      }
      throw new RefusalException(e.getMessage()); // an override contradicts this device alone
    }
  }

  /** The source for a pass: the first one was there from the start. */
  private ProgramSource pass() {
    if (passes++ > 0) {
      source = changed(new GatedSource(further.get(), gate));
    }
    return source;
  }

  /** Brings the device forward until its source starves; whether the row is finished. */
  boolean advance(TraceSummary trace) {
    return attempt(
        () -> {
          DeviceRun mine = run;
          if (mine == null) {
            return true;
          }
          if (mine.advance() == DeviceRun.Progress.STARVED) {
            return false;
          }
          settle(
              mine.result(trace.identity(), trace.outcome().verified(), trace.outcome().message()));
          return true;
        });
  }

  /** Calls the model. What it throws ends the row; a row that has ended lets everything go. */
  private boolean attempt(BooleanSupplier calls) {
    boolean finished = true;
    Throwable thrown = null;
    try {
      finished = isDone() || calls.getAsBoolean();
    } catch (RefusalException e) {
      refuse(e.getMessage());
    } catch (InputException | ExecutionException | OutputException e) {
      throw e; // the workload's fault, the same for every device, or a file that was asked for
    } catch (Throwable e) { // a model may throw whatever it likes
      thrown = e;
    }
    if (thrown != null) {
      close(); // before anything is made: memory may be short
      failed(thrown);
    } else if (isDone()) {
      close();
    }
    return finished;
  }

  private void failed(Throwable e) {
    Failure why = Failure.MODEL;
    String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    Throwable memory = cause(e, OutOfMemoryError.class);
    if (memory != null) {
      why = Failure.MEMORY;
      what = Memory.exhausted(memory);
    } else if (cause(e, NoProgressException.class) != null) {
      why = Failure.NO_PROGRESS;
    } else if (e instanceof Error) {
      what =
          e.getClass().getSimpleName()
              + (e.getMessage() == null ? "" : ": " + e.getMessage())
              + " at "
              + ModelStack.frames(e.getStackTrace());
    }
    synchronized (this) {
      if (ending != null) { // what the model threw is but how it ended
        why = ending;
        what = endingMessage;
      }
    }
    if (settle(RunResult.without(program, spec, RunStatus.FAILED, what, why))) {
      failures.accept(e);
    }
  }

  /** What is of a class among what was thrown and its causes, or null. */
  private static Throwable cause(Throwable e, Class<?> wanted) {
    Throwable at = e;
    while (at != null && !wanted.isInstance(at)) {
      at = at.getCause();
    }
    return at;
  }

  /** Lets go of the simulation and of the source. */
  void close() {
    DeviceRun mine = run;
    ProgramSource own = source;
    run = null;
    source = null;
    try {
      if (mine != null) {
        mine.close();
      }
    } catch (InputException | OutputException e) {
      throw e;
    } catch (Throwable e) {
      failures.accept(e); // its row has ended already
    } finally {
      if (own != null) {
        own.close();
      }
    }
  }

  // ------------------------------------------------------------------ for any thread

  Feed feed() {
    return feed;
  }

  /** A number that changes while calls of the model return. */
  long beat() {
    DeviceRun mine = run;
    return gate.passages() + (mine == null ? 0 : 1 + mine.windows());
  }

  /** Whether its thread is not in the model but in the common source. */
  boolean isInSource() {
    return gate.isInside();
  }

  /** Threads that work for its simulation. */
  List<Thread> helpers() {
    DeviceRun mine = run;
    return mine == null ? List.of() : mine.helpers();
  }

  /** What the model is and where it comes from; empty if there is none yet. */
  String origin() {
    Device model = device;
    return model == null ? "" : ModelStack.origin(CheckedDevice.modelOf(model).getClass());
  }

  /** Asks it to end at the next moment that suits it. */
  synchronized void stop(Failure why, String message) {
    if (ending == null) {
      ending = why;
      endingMessage = message;
    }
    stopIfAsked();
  }

  private synchronized boolean stopIfAsked() {
    DeviceRun mine = run;
    if (ending != null && mine != null) {
      mine.stop(endingMessage);
    }
    return ending != null;
  }

  /**
   * Ends it although its thread has it. That must not touch the source any more; the source is
   * closed, unless the thread is in there.
   *
   * @return whether the thread was outside of the source
   */
  boolean abandon(Failure why, String message) {
    abandoned = true;
    settle(RunResult.without(program, spec, RunStatus.FAILED, message, why));
    boolean outside = gate.shut();
    ProgramSource own = source;
    if (outside && own != null) {
      own.close();
    }
    DeviceRun mine = run;
    if (mine != null) {
      mine.stop(message);
    }
    return outside;
  }

  private void refuse(String reason) {
    settle(RunResult.without(program, spec, RunStatus.REFUSED, reason, null));
  }

  private synchronized boolean settle(RunResult end) {
    if (result != null) {
      return false;
    }
    result = end;
    return true;
  }

  /** Ends it before its thread has had it, or after. */
  void end(Failure why, String message) {
    settle(RunResult.without(program, spec, RunStatus.FAILED, message, why));
  }

  synchronized boolean isDone() {
    return result != null;
  }

  /** Its result, or what it is called if there is none yet. */
  synchronized RunResult result(Failure otherwise, String message) {
    return result == null
        ? RunResult.without(program, spec, RunStatus.FAILED, message, otherwise)
        : result.over(others);
  }

  /** Whether it has been simulated; others need not be at other launch phases. */
  synchronized boolean isSimulated() {
    return result != null && result.isSimulated();
  }

  /** The same device and program, not begun. */
  Row anew() {
    return new Row(spec, "", program, failures, change);
  }

  /** Adds the outcome at another launch phase. */
  synchronized void add(RunResult atAnotherPhase) {
    others.add(atAnotherPhase);
  }

  /** Whether a thread may still be at it that nothing waits for. */
  boolean isAbandoned() {
    return abandoned;
  }

  /** The results of rows. */
  static List<RunResult> results(List<Row> rows, Failure otherwise, String message) {
    List<RunResult> results = new ArrayList<>();
    rows.forEach(row -> results.add(row.result(otherwise, message)));
    return results;
  }
}
