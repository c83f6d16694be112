package io.lockstep.run;

import io.lockstep.core.device.Device;
import io.lockstep.core.device.RefusalException;
import io.lockstep.run.observe.Observation;
import io.lockstep.run.plugin.ModelException;
import io.lockstep.trace.ExecutionException;
import io.lockstep.trace.InputException;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.SharedProgramSource;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The devices of one call: on one thread stepped in turn; on several, brought forward by a few
 * workers while the source runs ahead on a thread of its own. Results are the same. Where something
 * is written down beside the results, one thread does it all. For one call of one of its run
 * methods.
 */
final class DeviceBatch {
  private final Catalogue catalogue;
  private final Consumer<Throwable> failures;
  private final Program program;
  private final String identity; // of the trace; null where it is not known yet
  private final List<Runner.Target> targets;
  private final RunOptions options;
  private final Consumer<String> progress;
  private final Observation observation;
  private final RunResult[] results;
  private final DeviceRun[] runs;
  private final Feed[] feeds;
  private final int runnable;
  private LaunchEnds ends = LaunchEnds.UNKNOWN;
  private final int threads;

  DeviceBatch(
      Catalogue catalogue,
      Consumer<Throwable> failures,
      Program program,
      String identity,
      List<Runner.Target> targets,
      RunOptions options,
      Consumer<String> progress,
      Observation observation) {
    this.catalogue = catalogue;
    this.failures = failures;
    this.program = program;
    this.identity = identity;
    this.targets = targets;
    this.options = options;
    this.progress = progress;
    this.observation = observation;
    threads = observation.isWatching() ? 1 : options.threads();
    results = new RunResult[targets.size()];
    runs = new DeviceRun[targets.size()];
    feeds = new Feed[targets.size()];
    for (int i = 0; i < results.length; i++) {
      if (!targets.get(i).problem().isEmpty()) {
        refuse(i, targets.get(i).problem());
      }
    }
    runnable = (int) Arrays.stream(results).filter(Objects::isNull).count();
  }

  /** Whether a device's wavefronts may be too narrow for what an execution has shown. */
  boolean wantsEnds() {
    for (int i = 0; i < results.length; i++) {
      try {
        if (results[i] == null
            && catalogue.device(targets.get(i).spec()).capabilities().wavefront()
                < LaunchCheck.WIDEST_WAVEFRONT) {
          return true;
        }
      } catch (RefusalException | InputException | ModelException e) {
        // Told when its turn comes.
      }
    }
    return false;
  }

  /** What an earlier execution has shown; to be told before a run. */
  void know(LaunchEnds known) {
    ends = known;
  }

  /**
   * Runs a program without warm-ups, all devices from the same records.
   *
   * @param source the program, at its beginning
   */
  List<RunResult> run(ProgramSource source, TraceSummary trace) {
    if (threads > 1 && runnable > 0) {
      Workers[] workers = new Workers[1];
      try (SourceThread thread =
          new SourceThread(
              source,
              options.windowBytes(),
              runnable,
              options.waiting(),
              () -> workers[0].wake())) {
        Iterator<SourceThread.Cursor> cursors = thread.cursors().iterator();
        start(cursors::next);
        workers[0] = new Workers(feeds, this::advance);
        thread.start();
        workers[0].run(threads);
        return finish(trace);
      } finally {
        close();
      }
    }
    try {
      if (runnable == 1) {
        start(() -> source);
      } else if (runnable > 1) {
        Iterator<ProgramSource> cursors =
            new SharedProgramSource(source, options.windowBytes(), runnable).consumers().iterator();
        start(cursors::next);
      }
      stepInTurn();
      return finish(trace);
    } finally {
      close();
    }
  }

  /** Runs a program with warm-ups: each device replays it for itself. */
  List<RunResult> runEach(Supplier<ProgramSource> replay, TraceSummary trace) {
    try {
      start(replay);
      if (threads > 1) {
        new Workers(feeds, this::advance).run(threads);
      } else {
        stepInTurn();
      }
      return finish(trace);
    } finally {
      close();
    }
  }

  private void start(Supplier<? extends ProgramSource> sources) {
    int share = Math.max(1, threads / Math.max(1, runnable));
    RunOptions own = options.withThreads(share, options.waiting());
    for (int i = 0; i < runs.length; i++) {
      if (results[i] != null) {
        continue;
      }
      ProgramSource[] held = new ProgramSource[1];
      Supplier<ProgramSource> keeping = () -> held[0] = sources.get();
      try {
        Device device = catalogue.device(targets.get(i).spec());
        ends.check(program.kernels(), device.capabilities());
        runs[i] = new DeviceRun(device, keeping, own);
        feeds[i] = held[0] instanceof Feed feed ? feed : Feed.ENDLESS;
      } catch (RefusalException e) {
        refuse(i, e.getMessage());
      } catch (ModelException e) {
        fail(i, e);
      } catch (InputException e) {
        if (targets.get(i).spec().overrides().isEmpty()) {
          throw e;
        }
        refuse(i, e.getMessage()); // an override that contradicts this device alone
      }
      if (runs[i] != null) {
        begin(i);
      } else {
        (held[0] == null ? sources.get() : held[0]).close();
      }
    }
  }

  private void begin(int i) {
    try {
      runs[i].begin(observation, identity);
    } catch (ModelException e) {
      fail(i, e);
      end(i);
      feeds[i] = null;
    }
  }

  private void stepInTurn() {
    boolean busy = true;
    while (busy) {
      busy = false;
      for (int i = 0; i < runs.length; i++) {
        if (feeds[i] != null) {
          if (advance(i)) {
            feeds[i] = null;
          }
          busy |= feeds[i] != null;
        }
      }
    }
  }

  /** Brings a device forward until its source starves; whether it is finished. */
  private boolean advance(int i) {
    tell(progress, targets.get(i).spec().id() + " …");
    try {
      return runs[i].advance() == DeviceRun.Progress.DONE;
    } catch (RefusalException e) {
      refuse(i, e.getMessage());
    } catch (InputException | ExecutionException e) {
      throw e; // the workload's fault, the same for every device
    } catch (RuntimeException | StackOverflowError e) {
      fail(i, e);
    }
    end(i);
    return true;
  }

  private void fail(int i, Throwable e) {
    tell(failures, e);
    String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    results[i] = DeviceRun.without(program, targets.get(i).spec(), RunStatus.FAILED, null, what);
  }

  private void end(int i) {
    try {
      runs[i].close();
    } catch (ModelException e) {
      tell(failures, e); // it has its result, or its failure
    }
    runs[i] = null;
  }

  /** Listeners need not be thread-safe. */
  private synchronized <T> void tell(Consumer<T> listener, T what) {
    listener.accept(what);
  }

  private void refuse(int i, String reason) {
    results[i] = DeviceRun.without(program, targets.get(i).spec(), RunStatus.REFUSED, null, reason);
  }

  private List<RunResult> finish(TraceSummary trace) {
    for (int i = 0; i < runs.length; i++) {
      if (runs[i] != null) {
        try {
          results[i] =
              runs[i].result(
                  trace.identity(), trace.outcome().verified(), trace.outcome().message());
        } catch (ModelException e) {
          fail(i, e);
        }
      }
    }
    return List.of(results);
  }

  private void close() {
    for (int i = 0; i < runs.length; i++) {
      if (runs[i] != null) {
        end(i);
      }
    }
  }
}
