/**
 * Workload files: the host program, its buffers and what must come out.
 *
 * <p>A workload is read from YAML, bound to parameters ({@link io.lockstep.workload.BoundWorkload})
 * and executed ({@link io.lockstep.workload.WorkloadExecution}), which hands out work-groups only
 * when somebody pulls them and compares the buffers with the expectations at the end.
 *
 * <p>A bound workload is immutable; an execution belongs to one thread at a time.
 */
package io.lockstep.workload;
