// SPDX-License-Identifier: Apache-2.0
/**
 * Occupancy: how many work-groups a compute unit holds, what limits them, and which change would
 * raise the number. Covers launches of a workload, kernels of a file, or given values, on any
 * device that states its {@link io.lockstep.spi.OccupancyRules}.
 */
package io.lockstep.inspect.occupancy;
