// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.observe.Observation;
import io.lockstep.run.plugin.CheckedDevice;
import io.lockstep.run.plugin.ModelStack;
import io.lockstep.run.sample.Sampling;
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
 * One device of a batch and its outcome. One thread at a time calls the model; other threads may
 * end the row, and the first outcome is kept. Any exception or error that a model throws ends its
 * row alone; only errors of the workload and of output files reach the caller.
 */
final class Row {
  private final DeviceSpec spec;
  private final Program program;
  private final Consumer<Throwable> failures;
  private final ProgramChange change; // null if the program is simulated unchanged
  private final Consumer<RunResult> settled;
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
  private long events; // of the last pass of a sampled run; 0 before the second one
  private final List<RunResult> others = new ArrayList<>(); // results at other launch phases
  private Failure ending; // reason for the request to end the row, or null
  private String endingMessage;

  /**
   * @param problem reason why the device cannot run the program; empty if it can
   * @param failures receives the exceptions of models
   * @param settled receives the outcome once, on any thread
   */
  Row(
      DeviceSpec spec,
      String problem,
      Program program,
      Consumer<Throwable> failures,
      ProgramChange change,
      Consumer<RunResult> settled) {
    this.spec = spec;
    this.program = program;
    this.failures = failures;
    this.change = change;
    this.settled = settled;
    if (!problem.isEmpty()) {
      refuse(problem);
    }
  }

  /**
   * Sets the source, before it is used.
   *
   * @param first source of the first pass
   * @param more opens the source of each further pass
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
   * Finds out whether the wavefronts may be narrower than an execution requires. Returns true,
   * which tells the workers that this step is finished.
   */
  boolean probe(Catalogue catalogue) {
    try {
      device = catalogue.device(spec);
      narrow = device.capabilities().wavefront() < CapabilityCheck.WIDEST_WAVEFRONT;
    } catch (Throwable e) { // a model may throw anything
      device = null; // open() reports the error
    }
    return true;
  }

  boolean isNarrow() {
    return narrow;
  }

  /** Assembles the device; a failure ends the row. Returns true: this step is finished. */
  boolean open(Catalogue catalogue, LaunchEnds ends, RunOptions options, Observation observation) {
    return attempt(
        () -> {
          Device model = device == null ? modelOf(catalogue) : device;
          device = model;
          ends.check(program.kernels(), model.capabilities());
          run = new DeviceRun(model, catalogue.statistics(spec.family()), this::pass, options);
          if (!stopIfAsked()) {
            run.begin(observation);
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

  /** Returns the source of the next pass; the first source is set beforehand. */
  private ProgramSource pass() {
    if (passes++ > 0) {
      source = changed(new GatedSource(further.get(), gate));
    }
    return source;
  }

  /** Simulates until the source starves; returns whether the row is finished. */
  boolean advance(TraceSummary trace) {
    return attempt(
        () -> {
          DeviceRun mine = run;
          if (mine == null) {
            return true;
          }
          if (!mine.advance()) {
            return false;
          }
          settle(mine.result(trace.identity(), trace.outcome()));
          return true;
        });
  }

  /** Calls the model. An exception ends the row; a row that has ended is closed. */
  private boolean attempt(BooleanSupplier calls) {
    boolean finished = true;
    Throwable thrown = null;
    try {
      finished = isDone() || calls.getAsBoolean();
    } catch (RefusalException e) {
      refuse(e.getMessage());
    } catch (InputException | ExecutionException | OutputException e) {
      throw e; // an error of the workload, the same for every device, or of an output file
    } catch (Throwable e) { // a model may throw anything
      thrown = e;
    }
    if (thrown != null) {
      close(); // before the message is built: memory may be short
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
      if (ending != null) { // the exception is only a consequence of the request to end
        why = ending;
        what = endingMessage;
      }
    }
    if (settle(RunResult.without(program, spec, RunStatus.FAILED, what, why))) {
      failures.accept(e);
    }
  }

  /** Returns the first exception of a class in a chain of causes, or null. */
  private static Throwable cause(Throwable e, Class<?> wanted) {
    Throwable at = e;
    while (at != null && !wanted.isInstance(at)) {
      at = at.getCause();
    }
    return at;
  }

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
      failures.accept(e); // the row has an outcome already
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

  /** Returns a value that changes as long as calls of the model return. */
  long beat() {
    DeviceRun mine = run;
    return gate.passages() + (mine == null ? 0 : 1 + mine.windows());
  }

  /** Returns whether the row's thread is in the common source, not in the model. */
  boolean isInSource() {
    return gate.isInside();
  }

  List<Thread> helpers() {
    DeviceRun mine = run;
    return mine == null ? List.of() : mine.helpers();
  }

  /** Describes the model's class and its origin; empty if there is no model yet. */
  String origin() {
    Device model = device;
    return model == null ? "" : ModelStack.origin(CheckedDevice.modelOf(model).getClass());
  }

  /** Requests an end at the next window of the simulation. */
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
   * Ends the row while its thread is in a call. The thread cannot enter the source again; the
   * source is closed unless the thread is inside.
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

  private boolean settle(RunResult end) {
    synchronized (this) {
      if (result != null) {
        return false;
      }
      result = end;
    }
    settled.accept(end);
    return true;
  }

  /** Ends the row unless it has an outcome already. */
  void end(Failure why, String message) {
    settle(RunResult.without(program, spec, RunStatus.FAILED, message, why));
  }

  synchronized boolean isDone() {
    return result != null;
  }

  /** Returns the outcome, or a failure with the given reason if there is none yet. */
  synchronized RunResult result(Failure otherwise, String message) {
    return result == null
        ? RunResult.without(program, spec, RunStatus.FAILED, message, otherwise)
        : result.over(others);
  }

  /** Returns whether the row has a simulated result, without which other phases are skipped. */
  synchronized boolean isSimulated() {
    return result != null && result.isSimulated();
  }

  /** Returns the outcome of a row that has ended. */
  synchronized RunResult result() {
    return result;
  }

  /** Returns whether the time's interval is wider than requested and another pass is allowed. */
  synchronized boolean isWide(Sampling request) {
    return isSimulated()
        && !result.isConverged()
        && request.allows(events == 0 ? result.sampledEvents() : events, result.sampledEvents());
  }

  /** Replaces the outcome of a simulation by that of a denser one of the same device. */
  synchronized void refine(Row denser) {
    if (denser.isSimulated()) {
      RunResult better = denser.result();
      events = better.sampledEvents();
      result = better.after(result);
    }
  }

  /** Returns a new row for the same device and program. */
  Row anew() {
    return new Row(spec, "", program, failures, change, end -> {});
  }

  /** Adds the result at another launch phase. */
  synchronized void add(RunResult atAnotherPhase) {
    others.add(atAnotherPhase);
  }

  /** Returns whether the row was ended although its thread may still run. */
  boolean isAbandoned() {
    return abandoned;
  }
}
