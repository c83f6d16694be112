// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import io.lockstep.parts.region.RegionOperation;

/** What a machine operation does apart from computing its results. */
public sealed interface Role permits Role.Flag, Role.Local, Role.Region, SpillSlot {
  /** Roles without parameters. */
  enum Flag implements Role {
    NONE,
    /** Sets the predicate, and so the active lanes. */
    SETS_PREDICATE,
    WRITES_ADDRESS,
    USES_ADDRESS,
    /** Fetches texels or stores them; the memory slot is that of the first coordinate. */
    TEXTURE,
    /** Writes an atomic's old values to the return buffer, or fetches from that buffer. */
    RETURN_BUFFER
  }

  /**
   * Starts an access of the local data share.
   *
   * @param second recorded access of the second word of a read with two addresses, or -1
   * @param queued names of the words returned through the output queues, the first through queue A
   */
  record Local(int second, int... queued) implements Role {}

  /** Performs an operation of the region unit. */
  record Region(RegionOperation operation) implements Role {}
}
