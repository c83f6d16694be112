// SPDX-License-Identifier: Apache-2.0
/**
 * The memory side: network, slices with or without a cache, memory-side cache, atomics.
 *
 * <p>A {@link io.lockstep.parts.memory.MemorySide} receives requests of compute units from ports,
 * determines slice and channel by an {@link io.lockstep.parts.memory.map.AddressMap} and answers
 * when the data is available. A {@link io.lockstep.parts.memory.map.Message} encodes a request or
 * response in two words. All of it belongs to one partition.
 */
package io.lockstep.parts.memory;
