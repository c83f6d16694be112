/**
 * Compute units: group slots, barriers, accounts of issue ports, memory units with their first
 * level.
 *
 * <p>A device extends {@link io.lockstep.parts.unit.ComputeUnit} with its issue logic; a {@link
 * io.lockstep.parts.unit.MemoryUnit} brings its transactions to memory and back, an {@link
 * io.lockstep.parts.unit.IssueAccount} gives every tick of every port to one cause. A unit with its
 * parts belongs to its partition's thread.
 */
package io.lockstep.parts.unit;
