/**
 * How many work-groups a compute unit holds, what limits them, and what the next step would be, for
 * launches of a workload, kernels of a file or plain figures, on any device that states its {@link
 * io.lockstep.spi.OccupancyRules}.
 */
package io.lockstep.inspect.occupancy;
