// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.run.RunOptions;
import io.lockstep.study.StudyWorkers;
import java.util.function.Consumer;

/**
 * Options of a driver.
 *
 * @param lanes whether threads or processes compute points
 * @param workers number of concurrent points
 * @param run options of each run; limits of the plan take precedence
 * @param existing rows that count, and points that are computed anew
 * @param failFast whether the first refused, wrong or failed point stops the work
 * @param notes receives messages for users, one line each, on any thread
 */
public record WorkOptions(
    StudyWorkers lanes,
    int workers,
    RunOptions run,
    ExistingRows existing,
    boolean failFast,
    Consumer<String> notes) {}
