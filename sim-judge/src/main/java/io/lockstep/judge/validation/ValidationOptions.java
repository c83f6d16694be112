// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;

/**
 * Options of a validation.
 *
 * @param progress receives the numbers of finished and of all simulations, on any thread
 */
public record ValidationOptions(StudyOptions study, StudyProgress progress) {}
