/** Pages about the occupancy of compute units. */
package io.lockstep.report.occupancy;
