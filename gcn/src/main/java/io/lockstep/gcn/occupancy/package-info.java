// SPDX-License-Identifier: Apache-2.0
/** Occupancy: the wavefronts that fit a compute unit. */
package io.lockstep.gcn.occupancy;
