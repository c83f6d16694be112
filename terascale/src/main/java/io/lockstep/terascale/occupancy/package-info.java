/** Occupancy: what limits the wavefronts of a compute unit. */
package io.lockstep.terascale.occupancy;
