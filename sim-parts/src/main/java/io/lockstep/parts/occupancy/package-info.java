/**
 * What a compute unit shares out among resident work-groups, as data: a device states its {@link
 * io.lockstep.parts.occupancy.Resource}s, and how many groups fit, what limits them, the next step
 * and curves are computed here, the same for all devices.
 */
package io.lockstep.parts.occupancy;
