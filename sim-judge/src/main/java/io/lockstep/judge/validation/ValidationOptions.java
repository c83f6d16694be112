package io.lockstep.judge.validation;

import io.lockstep.study.StudyOptions;

/**
 * How to validate. Immutable.
 *
 * @param study how rows are simulated, where what is known of them is kept, and who is told
 * @param progress told how many simulations of how many are done, and what was last, on any thread
 */
public record ValidationOptions(StudyOptions study, ValidationProgress progress) {
  /** Who is told of progress. */
  @FunctionalInterface
  public interface ValidationProgress {
    /**
     * One more is done.
     *
     * @param done how many are
     * @param all of how many
     * @param name what was simulated
     */
    void at(int done, int all, String name);
  }

  /** {@return all processors, no limits, nothing kept, nobody told} */
  public static ValidationOptions defaults() {
    return new ValidationOptions(StudyOptions.defaults(), (done, all, name) -> {});
  }
}
