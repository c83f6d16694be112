/**
 * The memory side: network, slices with or without a cache, memory-side cache, atomics.
 *
 * <p>A {@link io.lockstep.parts.memory.MemorySide} takes requests of compute units from ports,
 * finds slice and channel by an {@link io.lockstep.parts.memory.AddressMap} and answers when the
 * data is there. A {@link io.lockstep.parts.memory.Message} is the two words that travel. All of it
 * belongs to one partition.
 */
package io.lockstep.parts.memory;
