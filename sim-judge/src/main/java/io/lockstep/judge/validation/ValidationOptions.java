// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;

/**
 * Options of a validation.
 *
 * @param progress receives the number of finished simulations and their total, on any thread
 */
public record ValidationOptions(StudyOptions study, StudyProgress progress) {}
