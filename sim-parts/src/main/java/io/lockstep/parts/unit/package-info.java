// SPDX-License-Identifier: Apache-2.0
/**
 * Compute units: group slots, barriers, cycle accounting of issue ports, memory units.
 *
 * <p>A device extends {@link io.lockstep.parts.unit.ComputeUnit} with its issue logic. A {@link
 * io.lockstep.parts.transaction.MemoryUnit} carries its transactions to memory and back, an {@link
 * io.lockstep.parts.unit.IssueAccount} assigns every tick of every port to one reason. A unit with
 * its parts belongs to its partition's thread.
 */
package io.lockstep.parts.unit;
