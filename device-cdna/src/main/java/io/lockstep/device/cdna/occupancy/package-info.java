/** How many wavefronts fit a compute unit. */
package io.lockstep.device.cdna.occupancy;
