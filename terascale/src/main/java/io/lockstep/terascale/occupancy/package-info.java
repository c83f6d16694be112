/** Occupancy: the limits on resident wavefronts of a compute unit. */
package io.lockstep.terascale.occupancy;
