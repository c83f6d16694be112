/** The memory side: network, slices with or without a cache, memory-side cache, atomics. */
package io.lockstep.parts.memory;
