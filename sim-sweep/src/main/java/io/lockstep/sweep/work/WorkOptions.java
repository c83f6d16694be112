package io.lockstep.sweep.work;

import io.lockstep.run.RunOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * How a driver has points computed. Immutable.
 *
 * @param mode threads or processes
 * @param workers how many at once
 * @param run how each is run, but for limits, which are the plan's
 * @param retry whether points that were set aside are tried again
 * @param failFast whether the first point that is refused, wrong or fails ends the work
 * @param plugins folders with device modules, for worker processes
 * @param notes receives notes for people, one line each, on any thread
 */
public record WorkOptions(
    Mode mode,
    int workers,
    RunOptions run,
    boolean retry,
    boolean failFast,
    List<Path> plugins,
    Consumer<String> notes) {
  /** The kind of workers. */
  public enum Mode {
    /** Threads of the driver's process: fast; what ends that, ends all. */
    THREADS,
    /** Processes of their own: a crash costs the point that it happens at. */
    PROCESSES
  }

  /** {@return threads on all processors} */
  public static WorkOptions defaults() {
    return new WorkOptions(
        Mode.THREADS,
        Runtime.getRuntime().availableProcessors(),
        RunOptions.defaults(),
        false,
        false,
        List.of(),
        note -> {});
  }
}
