// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/** Computes the clocks that the banks of a local memory take for one operation of a wavefront. */
public interface LocalMemoryRule {
  /**
   * {@return clocks of the local memory for one operation, conflicts included}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory; a rule may narrow
   *     it and must widen it again
   * @param write whether the operation stores
   * @param atomic whether the operation is a read-modify-write
   */
  int clocks(Access access, boolean write, boolean atomic);

  /**
   * {@return clocks of the local memory if no banks conflicted}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory
   * @param write whether the operation stores
   * @param atomic whether the operation is a read-modify-write
   */
  int conflictFree(Access access, boolean write, boolean atomic);
}
