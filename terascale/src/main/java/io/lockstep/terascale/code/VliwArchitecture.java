// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

/** Describes the differences between the instruction sets of TeraScale generations. Stateless. */
public interface VliwArchitecture {
  /** {@return the number of slots of a bundle: 5 or 4} */
  int width();

  /**
   * {@return the placements of an operation, best first, each a mask of slots (bit 0 is x, bit 4 is
   * t)}
   *
   * <p>A single vector slot writes its own channel; slot t writes any channel.
   */
  int[] placements(Unit unit);

  /** {@return the channels to which a placement may write a result, as a mask of four bits} */
  int resultChannels(Unit unit, int placement);

  boolean bitOperations();

  /** {@return whether work-items write only their own local memory, in fetch clauses (R700)} */
  default boolean ownerWrites() {
    return false;
  }

  /** {@return the maximum fetches per clause: 16 from R700 on, 8 on R600 (LLVM R600 backend)} */
  default int fetches() {
    return 16;
  }

  /** {@return constant sets that a clause can lock: 4 (ALU_EXTENDED, from Evergreen on) or 2} */
  default int constantSets() {
    return bitOperations() ? 4 : 2;
  }

  /** {@return whether typed elements can be written (from Evergreen on)} */
  default boolean typedWrites() {
    return !ownerWrites();
  }

  /** {@return whether signed 24-bit multiplication exists (unsigned multiplication always does)} */
  boolean signedMultiply24();

  boolean fusedMultiplyAdd();

  boolean doublePrecision();

  /**
   * {@return the sub-entries (quarters of a stack entry) that the first push takes: 3 on R700, 2 on
   * Evergreen, 1 on Cayman (LLVM)}
   */
  int firstPushSubEntries();
}
