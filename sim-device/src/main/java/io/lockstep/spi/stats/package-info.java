// SPDX-License-Identifier: Apache-2.0
/**
 * Statistics: stable names, units, definitions, sums over the parts of a device.
 *
 * <p>Machines write counts and ratios into a {@link io.lockstep.spi.stats.StatisticsSink};
 * statistics that are not modelled are not written. Machines check invariants when they write them
 * (cycles by reason against ticks, requests served against requests sent). Sinks and sums belong to
 * the simulating thread.
 */
package io.lockstep.spi.stats;
