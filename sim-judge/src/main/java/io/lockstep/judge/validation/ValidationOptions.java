package io.lockstep.judge.validation;

import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;

/**
 * How to validate. Immutable.
 *
 * @param study how rows are simulated, where their results are kept, and the observers
 * @param progress told how many simulations of how many are done, and what was last, on any thread
 */
public record ValidationOptions(StudyOptions study, StudyProgress progress) {
  /** {@return all processors, no limits, no store, no observers} */
  public static ValidationOptions defaults() {
    return new ValidationOptions(StudyOptions.defaults(), StudyProgress.NONE);
  }
}
