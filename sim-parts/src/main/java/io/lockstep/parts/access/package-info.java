/**
 * Rules of hardware on a recorded access: coalescing, bank conflicts.
 *
 * <p>An {@link io.lockstep.parts.access.Access} is what the lanes of a wavefront touch, by formula
 * or lane by lane; a {@link io.lockstep.parts.access.CoalescingRule} makes transactions of it, a
 * {@link io.lockstep.parts.access.LocalMemoryRule} says how many clocks of the banks it takes.
 *
 * <p>Rules are stateless; an access is reused from operation to operation and belongs to one
 * compute unit.
 */
package io.lockstep.parts.access;
