// SPDX-License-Identifier: Apache-2.0
/**
 * Dispatch of work-groups to compute units, by a placement rule within residency limits.
 *
 * <p>A {@link io.lockstep.parts.dispatch.Dispatcher} pulls records ahead of need and assigns each
 * group to the unit that a {@link io.lockstep.parts.dispatch.PlacementRule} selects. It is a
 * component and belongs to its partition's thread.
 */
package io.lockstep.parts.dispatch;
