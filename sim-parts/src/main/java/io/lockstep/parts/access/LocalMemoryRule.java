// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/** Computes the clocks that the banks of a local memory take for one operation of a wavefront. */
public interface LocalMemoryRule {
  /**
   * {@return clocks of the local memory for one operation, conflicts included}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory; may be narrowed by
   *     the rule and must be widened again
   * @param write whether it stores
   * @param atomic whether it reads, modifies and writes
   */
  int clocks(Access access, boolean write, boolean atomic);

  /**
   * {@return clocks of the local memory if no banks conflicted}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory
   * @param write whether it stores
   * @param atomic whether it reads, modifies and writes
   */
  int conflictFree(Access access, boolean write, boolean atomic);
}
