package io.lockstep.judge.validation;

import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;

/**
 * Options of a validation.
 *
 * @param study options and store of simulations, and their observers
 * @param progress receives the numbers of finished and all simulations, on any thread
 */
public record ValidationOptions(StudyOptions study, StudyProgress progress) {}
