// SPDX-License-Identifier: Apache-2.0
/**
 * Hardware rules for memory accesses: coalescing, bank conflicts.
 *
 * <p>An {@link io.lockstep.parts.access.Access} holds the addresses of a wavefront's lanes; a
 * {@link io.lockstep.parts.access.CoalescingRule} forms transactions from it, a {@link
 * io.lockstep.parts.access.LocalMemoryRule} computes the clocks that the banks take.
 *
 * <p>Rules are stateless; an access is reused and belongs to one compute unit.
 */
package io.lockstep.parts.access;
