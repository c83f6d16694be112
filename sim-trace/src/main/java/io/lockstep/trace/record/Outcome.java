package io.lockstep.trace.record;

import java.util.List;

/**
 * How the functional execution came out; stored in the trace.
 *
 * @param verified TRUE or FALSE against the workload's expectations, null where there are none (or
 *     they are for other parameters)
 * @param message what was wrong (number of wrong elements and the first five), or empty
 * @param printed lines that kernels printed
 * @param workItemInstructions portable operations executed, summed over work-items
 */
public record Outcome(
    Boolean verified, String message, List<String> printed, long workItemInstructions) {}
