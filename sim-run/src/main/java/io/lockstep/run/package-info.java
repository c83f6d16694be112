// SPDX-License-Identifier: Apache-2.0
/**
 * Runs workloads on devices.
 *
 * <p>A {@link io.lockstep.run.program.Runner} takes a workload or trace and {@link
 * io.lockstep.run.RunOptions} and gives a {@link io.lockstep.run.RunResult} for each device of a
 * {@link io.lockstep.run.Catalogue}. Each row succeeds, fails or is refused independently of the
 * others.
 *
 * <p>Options and results are immutable.
 */
package io.lockstep.run;
