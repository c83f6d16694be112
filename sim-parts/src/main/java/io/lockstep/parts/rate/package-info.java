// SPDX-License-Identifier: Apache-2.0
/**
 * Bandwidth as exact fractions of ticks.
 *
 * <p>A {@link io.lockstep.parts.rate.Rate} is an immutable quantity per number of ticks. A {@link
 * io.lockstep.parts.rate.WindowedRate} is a link on which transfers are booked in any order, and a
 * {@link io.lockstep.parts.rate.WindowedLoad} measures imbalance; neither is thread-safe.
 */
package io.lockstep.parts.rate;
