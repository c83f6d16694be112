package io.lockstep.run.validation;

import io.lockstep.run.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How to validate. Immutable.
 *
 * @param run how each simulation is run; threads, limits and checks are not taken from here
 * @param threads simulations at once
 * @param timeLimit wall time of a row's simulation, or empty
 * @param state folder of simulations that are done, read and added to, or empty
 * @param version what tells this program's results from others', beside its modules
 * @param notes told what a person may want to know, on any thread
 * @param progress told how many simulations of how many are done, and what was last, on any thread
 */
public record ValidationOptions(
    RunOptions run,
    int threads,
    Optional<Duration> timeLimit,
    Optional<Path> state,
    String version,
    Consumer<String> notes,
    ValidationProgress progress) {
  /** Who is told of progress. */
  @FunctionalInterface
  public interface ValidationProgress {
    /**
     * One more is done.
     *
     * @param done how many are
     * @param all of how many
     * @param name what is simulated now
     */
    void at(int done, int all, String name);
  }

  /** {@return one thread, no limits, nothing kept, nobody told} */
  public static ValidationOptions defaults() {
    return new ValidationOptions(
        RunOptions.defaults(),
        1,
        Optional.empty(),
        Optional.empty(),
        "",
        note -> {},
        (done, all, name) -> {});
  }
}
