/**
 * DRAM channels: open rows, scheduling, write drains, refresh, in beats of their own bus.
 *
 * <p>{@link io.lockstep.parts.dram.DramSpec} declares the figures, {@link
 * io.lockstep.parts.dram.DramConfig} holds them in ticks, a {@link
 * io.lockstep.parts.dram.DramChannel} is the behaviour; channels belong to the partition of the
 * memory side.
 */
package io.lockstep.parts.dram;
