/**
 * Work-groups on their way from the trace to compute units, by a placement rule within residency.
 *
 * <p>A {@link io.lockstep.parts.dispatch.Dispatcher} pulls records ahead of need and hands a group
 * to the unit that a {@link io.lockstep.parts.dispatch.PlacementRule} names. It is a component and
 * belongs to its partition's thread.
 */
package io.lockstep.parts.dispatch;
