// SPDX-License-Identifier: Apache-2.0
/**
 * DRAM channels: open rows, scheduling, write drains and refresh, in beats of the data bus.
 *
 * <p>{@link io.lockstep.parts.dram.DramSpec} declares the figures, {@link
 * io.lockstep.parts.dram.DramConfig} converts them to beats, a {@link
 * io.lockstep.parts.dram.DramChannel} simulates them. Channels belong to the partition of the
 * memory side.
 */
package io.lockstep.parts.dram;
