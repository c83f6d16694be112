package io.lockstep.terascale.code;

/** The differences between the instruction sets of TeraScale generations. Stateless. */
public interface VliwArchitecture {
  /** {@return slots of a bundle, 5 or 4} */
  int width();

  /**
   * {@return the placements, best first, as masks of slots (bit 0 is x, bit 4 is t)} A single
   * vector slot writes its own channel, slot t any.
   */
  int[] placements(Unit unit);

  /** {@return legal channels of a result under a placement, as a mask} */
  int resultChannels(Unit unit, int placement);

  /** {@return whether bit field operations, bit align, counts and leading-bit search exist} */
  boolean bitOperations();

  /**
   * {@return whether work-items write only their own part of local memory, in fetch clauses (R700)}
   */
  default boolean ownerWrites() {
    return false;
  }

  /** {@return maximum fetches of a clause: 16; 8 on R600 (LLVM R600 backend)} */
  default int fetches() {
    return 16;
  }

  /** {@return constant sets that an ALU clause can lock: 4 (ALU_EXTENDED); 2 before Evergreen} */
  default int constantSets() {
    return bitOperations() ? 4 : 2;
  }

  /** {@return whether random access targets accept typed elements (from Evergreen on)} */
  default boolean typedWrites() {
    return !ownerWrites();
  }

  /** {@return whether signed 24-bit products exist, besides unsigned ones} */
  boolean signedMultiply24();

  boolean fusedMultiplyAdd();

  boolean doublePrecision();

  /**
   * {@return sub-entries that the first push takes: 3 on R700, 2 on Evergreen, 1 on Cayman (LLVM)}
   */
  int firstPushSubEntries();
}
