package io.lockstep.core.device;

import io.lockstep.trace.record.Geometry;

/**
 * A launch as a machine sees it.
 *
 * @param code lowered kernel
 * @param geometry groups and group size
 * @param occupancy residency limits
 * @param localBytes static and dynamic local memory of a group
 * @param bufferAddress device address of each buffer by its number
 */
public record LaunchPlan(
    MachineKernel code,
    Geometry geometry,
    Occupancy occupancy,
    int localBytes,
    long[] bufferAddress) {}
