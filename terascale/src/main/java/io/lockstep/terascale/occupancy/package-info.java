// SPDX-License-Identifier: Apache-2.0
/** Occupancy: the limits on resident wavefronts of a compute unit. */
package io.lockstep.terascale.occupancy;
