/**
 * Statistics: stable names, units, definitions, sums over the parts of a device.
 *
 * <p>Machines write counts and ratios into a {@link io.lockstep.parts.stats.StatisticsSink}; what
 * is not modelled is not written. A sum that must hold (causes of issue ports against ticks,
 * requests served against requests sent) is checked where the machine writes them.
 *
 * <p>Sinks and sums belong to the thread that simulates.
 */
package io.lockstep.parts.stats;
