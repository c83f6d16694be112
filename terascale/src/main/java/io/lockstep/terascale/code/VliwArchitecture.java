// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

/** The differences between instruction sets of TeraScale generations. Stateless. */
public interface VliwArchitecture {
  /** {@return slots of a bundle: 5 or 4} */
  int width();

  /**
   * {@return the placements of an operation, best first, each a mask of slots (bit 0 is x, bit 4 is
   * t)}
   *
   * <p>A single vector slot writes its own channel, slot t any channel.
   */
  int[] placements(Unit unit);

  /** {@return legal channels of a result under a placement, as a mask of four bits} */
  int resultChannels(Unit unit, int placement);

  /** {@return whether bit field operations, bit align, counts and leading-bit search exist} */
  boolean bitOperations();

  /** {@return whether a work-item writes only its part of local memory, in fetch clauses (R700)} */
  default boolean ownerWrites() {
    return false;
  }

  /** {@return maximum fetches of a clause: 16 from R700 on, 8 on R600 (LLVM R600 backend)} */
  default int fetches() {
    return 16;
  }

  /** {@return constant sets that an ALU clause can lock: 4 (ALU_EXTENDED, Evergreen on) or 2} */
  default int constantSets() {
    return bitOperations() ? 4 : 2;
  }

  /** {@return whether typed elements can be written (from Evergreen on)} */
  default boolean typedWrites() {
    return !ownerWrites();
  }

  /** {@return whether signed 24-bit products exist (unsigned ones exist everywhere)} */
  boolean signedMultiply24();

  boolean fusedMultiplyAdd();

  boolean doublePrecision();

  /**
   * {@return sub-entries (quarters of a stack entry) that the first push takes in total: 3 on R700,
   * 2 on Evergreen, 1 on Cayman (LLVM)}
   */
  int firstPushSubEntries();
}
