// SPDX-License-Identifier: Apache-2.0
/**
 * Functional execution: runs the work-groups of a kernel and records their execution.
 *
 * <p>A {@link io.lockstep.execute.GroupExecutor} runs one work-group after another, all work-items
 * of a group together, on the buffers of a {@link io.lockstep.execute.memory.DeviceMemory}.
 *
 * <p>An executor and its memory belong to one thread at a time.
 */
package io.lockstep.execute;
