// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/** Computes the clocks that the banks of a local memory take for one operation of a wavefront. */
public interface LocalMemoryRule {
  /** What an operation does to local memory. */
  enum Operation {
    /** Reads. */
    LOAD,
    /** Writes. */
    STORE,
    /** Reads, modifies and writes. */
    ATOMIC
  }

  /**
   * {@return clocks of the local memory for one operation, conflicts included}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory; a rule may narrow
   *     it and must widen it again
   * @param operation what the operation does
   */
  int clocks(Access access, Operation operation);

  /**
   * {@return clocks of the local memory if no banks conflicted}
   *
   * @param access the whole wavefront's accesses, byte offsets in local memory
   */
  int conflictFree(Access access);
}
