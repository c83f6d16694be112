// SPDX-License-Identifier: Apache-2.0
/**
 * Residency rules as data: a device declares the {@link io.lockstep.spi.occupancy.Resource}s of its
 * compute units; the number of groups, the limit, the next step and curves are computed here.
 */
package io.lockstep.spi.occupancy;
