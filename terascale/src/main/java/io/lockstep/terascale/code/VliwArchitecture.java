package io.lockstep.terascale.code;

/**
 * The differences between the instruction sets of the TeraScale generations. Stateless and
 * thread-safe.
 */
public interface VliwArchitecture {
  /** {@return slots of a bundle: 5 or 4} */
  int width();

  /**
   * {@return the ways to place an operation, best first, each a mask of slots (bit 0 is x, bit 4 is
   * t)}
   *
   * <p>A single vector slot writes its own channel, slot t any channel.
   *
   * @param unit the unit that an operation needs
   */
  int[] placements(Unit unit);

  /**
   * {@return the legal channels of a result under a placement, as a mask of four bits}
   *
   * @param unit of the operation
   * @param placement one of {@link #placements}
   */
  int resultChannels(Unit unit, int placement);

  /**
   * {@return whether bit field extract and insert, bit align, counts and leading-bit search exist}
   */
  boolean bitOperations();

  /**
   * {@return whether local memory is read by all and written by owners, in fetch clauses (R700)}
   */
  default boolean ownerWrites() {
    return false;
  }

  /** {@return fetches of a clause at most: 16 from R700 on, 8 on R600 (LLVM R600 backend)} */
  default int fetches() {
    return 16;
  }

  /**
   * {@return sets of constants that an ALU clause locks, each one line of 16 registers or two that
   * follow each other: 4 from Evergreen on (ALU_EXTENDED), 2 before}
   */
  default int constantSets() {
    return bitOperations() ? 4 : 2;
  }

  /**
   * {@return whether typed elements can be written through random access targets (from Evergreen
   * on)}
   */
  default boolean typedWrites() {
    return !ownerWrites();
  }

  /** {@return whether signed 24-bit products exist (unsigned ones do everywhere)} */
  boolean signedMultiply24();

  /** {@return whether single-precision fused multiply-add exists} */
  boolean fusedMultiplyAdd();

  /** {@return whether double precision exists} */
  boolean doublePrecision();

  /**
   * {@return quarters of a stack entry taken by the first push in total: 3 on R700, 2 on Evergreen,
   * 1 on Cayman (LLVM)}
   */
  int firstPushSubEntries();
}
