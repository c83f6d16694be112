// SPDX-License-Identifier: Apache-2.0
/**
 * Workload files: the host program, its buffers and expected results.
 *
 * <p>A workload is read from YAML, bound to parameters ({@link io.lockstep.workload.BoundWorkload})
 * and executed ({@link io.lockstep.workload.WorkloadExecution}), which provides work-groups on
 * demand and finally compares the buffers with the expectations.
 *
 * <p>A bound workload is immutable; an execution belongs to one thread at a time.
 */
package io.lockstep.workload;
