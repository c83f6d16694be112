/**
 * Workload × device to result.
 *
 * <p>A {@link io.lockstep.run.Runner} takes a workload or trace and {@link
 * io.lockstep.run.RunOptions} and gives a {@link io.lockstep.run.RunResult} for each device of a
 * {@link io.lockstep.run.Catalogue}: done, refused or failed, each row on its own.
 *
 * <p>Options and results are immutable; a runner is thread-safe: runs share nothing.
 */
package io.lockstep.run;
