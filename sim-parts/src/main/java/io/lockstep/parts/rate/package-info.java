/**
 * Bandwidth as exact fractions of ticks.
 *
 * <p>A {@link io.lockstep.parts.rate.Rate} is a quantity per number of ticks, immutable; a {@link
 * io.lockstep.parts.rate.WindowedRate} is a link on which transfers are booked in any order, and a
 * {@link io.lockstep.parts.rate.WindowedLoad} measures imbalance; both are for one thread.
 */
package io.lockstep.parts.rate;
