// SPDX-License-Identifier: Apache-2.0
/** Pages about the occupancy of compute units. */
package io.lockstep.report.occupancy;
