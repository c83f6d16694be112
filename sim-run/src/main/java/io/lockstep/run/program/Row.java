// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.Memory;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.device.DeviceRun;
import io.lockstep.run.plugin.CheckedDevice;
import io.lockstep.run.plugin.ModelStack;
import io.lockstep.run.sample.Sampling;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.change.apply.ProgramChange;
import io.lockstep.trace.file.Recording;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * One device of a run and its outcome. One thread calls the model; other threads may end the row,
 * and the first outcome is kept. Any exception or error that a model throws ends its row alone;
 * only errors of the workload and of output files reach the caller.
 */
final class Row {
  private final DeviceSpec spec;
  private final Program program;
  private final Consumer<Throwable> failures;
  private final ProgramChange change; // null if the program is simulated unchanged
  private final AtomicLong passages = new AtomicLong(); // of WatchedSource
  private volatile Device device;
  private volatile DeviceRun run;
  private RunResult result;
  private long events; // of the last pass of a sampled run; 0 before the second one
  private final List<RunResult> others = new ArrayList<>(); // results at other launch phases
  private Failure ending; // reason for the request to end the row, or null
  private String endingMessage;

  /**
   * @param problem reason why the device cannot run the program; empty if it can
   * @param failures receives the exceptions of models
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

  // ------------------------------------------------------------------ for the row's thread

  /** Simulates a program to its end; a failure ends the row. */
  void simulate(
      Catalogue catalogue,
      Recording recorded,
      LaunchEnds ends,
      RunOptions options,
      Observation observation) {
    attempt(
        () -> {
          Device model = modelOf(catalogue);
          device = model;
          ends.check(program.kernels(), kernel -> model.forKernel(kernel).capabilities());
          DeviceRun mine =
              new DeviceRun(
                  model,
                  catalogue.statistics(spec.family()),
                  () -> changed(new WatchedSource(recorded.replay(), passages)),
                  options);
          run = mine;
          stopIfAsked();
          mine.begin(observation);
          mine.run();
          settle(mine.result(recorded.identity(), recorded.outcome()));
        });
  }

  private ProgramSource changed(ProgramSource recorded) {
    return change == null
        ? recorded
        : change.apply(
            new RecordedLaunches(recorded, kernel -> device.forKernel(kernel).capabilities()));
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

  /** Calls the model, then closes it. An exception ends the row. */
  private void attempt(Runnable calls) {
    Throwable thrown = null;
    try {
      calls.run();
    } catch (RefusalException e) {
      refuse(e.getMessage());
    } catch (InputException | ExecutionException | OutputException e) {
      throw e; // an error of the workload, the same for every device, or of an output file
    } catch (Throwable e) { // a model may throw anything
      thrown = e;
    } finally {
      close(); // before a message is built: memory may be short
    }
    if (thrown != null) {
      failed(thrown);
    }
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

  private void close() {
    DeviceRun mine = run;
    run = null;
    try {
      if (mine != null) {
        mine.close();
      }
    } catch (InputException | OutputException e) {
      throw e;
    } catch (Throwable e) {
      failures.accept(e); // the row has an outcome already
    }
  }

  // ------------------------------------------------------------------ for any thread

  /** Returns a value that changes as long as calls of the model return. */
  long beat() {
    DeviceRun mine = run;
    return passages.get() + (mine == null ? 0 : 1 + mine.windows());
  }

  /** Returns whether the row's thread is in the program's source, not in the model. */
  boolean isInSource() {
    return (passages.get() & 1) != 0;
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

  private synchronized void stopIfAsked() {
    DeviceRun mine = run;
    if (ending != null && mine != null) {
      mine.stop(endingMessage);
    }
  }

  /** Ends the row, whose thread may be in a call that never returns. */
  void end(Failure why, String message) {
    settle(RunResult.without(program, spec, RunStatus.FAILED, message, why));
    DeviceRun mine = run;
    if (mine != null) {
      mine.stop(message);
    }
  }

  private void refuse(String reason) {
    settle(RunResult.without(program, spec, RunStatus.REFUSED, reason, null));
  }

  /** Sets the outcome unless there is one already; returns whether it was set. */
  private synchronized boolean settle(RunResult end) {
    if (result != null) {
      return false;
    }
    result = end;
    return true;
  }

  synchronized boolean isDone() {
    return result != null;
  }

  /** Returns whether the row has a simulated result, without which other phases are skipped. */
  synchronized boolean isSimulated() {
    return result != null && result.isSimulated();
  }

  /** Returns the outcome of a row that has ended, at all its launch phases. */
  synchronized RunResult result() {
    return result.over(others);
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
      RunResult better = denser.result;
      events = better.sampledEvents();
      result = better.after(result);
    }
  }

  /** Returns a new row for the same device and program. */
  Row anew() {
    return new Row(spec, "", program, failures, change);
  }

  /** Adds the result at another launch phase. */
  synchronized void add(RunResult atAnotherPhase) {
    others.add(atAnotherPhase);
  }
}
