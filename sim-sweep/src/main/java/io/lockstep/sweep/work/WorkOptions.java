package io.lockstep.sweep.work;

import io.lockstep.run.RunOptions;
import io.lockstep.study.StudyWorkers;
import java.util.function.Consumer;

/**
 * Options of a driver.
 *
 * @param lanes by what
 * @param workers how many at once
 * @param run how each is run, but for limits, which are the plan's
 * @param retry whether points that were set aside are tried again
 * @param failFast whether the first point that is refused, wrong or fails ends the work
 * @param notes receives notes for people, one line each, on any thread
 */
public record WorkOptions(
    StudyWorkers lanes,
    int workers,
    RunOptions run,
    boolean retry,
    boolean failFast,
    Consumer<String> notes) {}
