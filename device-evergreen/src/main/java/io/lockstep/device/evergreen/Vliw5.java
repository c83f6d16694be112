// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;

/**
 * The VLIW5 architecture with five slots per bundle: slots x, y, z and w write the channel of their
 * name, slot t writes any channel. Only slot t executes transcendentals, 32-bit integer products
 * and most conversions; double-precision operations and 24-bit products never use slot t.
 *
 * <p>Source: LLVM R600 backend (EvergreenInstructions.td, R600InstrInfo); AMD OpenCL guide, chapter
 * 1.
 *
 * @param fusedMultiplyAdd whether single-precision FMA exists: on Cypress only
 * @param doublePrecision whether double precision exists: on RV770 and Cypress only
 */
record Vliw5(Isa isa, boolean fusedMultiplyAdd, boolean doublePrecision)
    implements VliwArchitecture {
  /** An instruction set. */
  enum Isa {
    /** Only pixel shaders, with R700's instructions. */
    R600,
    /** Compute shaders; no bit field operations. */
    R700,
    /** Bit field operations, and local memory that every work-item can write. */
    EVERGREEN
  }

  private static final int X = 1;
  private static final int Y = 2;
  private static final int Z = 4;
  private static final int W = 8;
  private static final int T = 16;

  private static final int[] ANY = {X, Y, Z, W, T};
  private static final int[] VECTOR = {X, Y, Z, W};
  private static final int[] TRANS = {T};
  private static final int[] PAIR = {X | Y, Z | W};
  private static final int[] QUAD = {X | Y | Z | W};
  private static final int[] LDS = {X};
  private static final int[] ALONE = {X | Y | Z | W};

  @Override
  public int width() {
    return 5;
  }

  @Override
  public int[] placements(Unit unit) {
    return switch (unit) {
      case ANY -> ANY;
      case VECTOR -> VECTOR;
      case TRANSCENDENTAL, CONVERSION, INT_MULTIPLY -> TRANS;
      case PAIR -> PAIR;
      case QUAD -> QUAD;
      case LDS -> LDS;
      case ALONE -> ALONE;
    };
  }

  @Override
  public int resultChannels(Unit unit, int placement) {
    return switch (placement) {
      case T -> 15;
      case X | Y -> X;
      case Z | W -> Z;
      case X | Y | Z | W -> X | Z;
      default -> placement;
    };
  }

  @Override
  public int fetches() {
    return isa == Isa.R600 ? 8 : 16;
  }

  @Override
  public boolean bitOperations() {
    return isa == Isa.EVERGREEN;
  }

  @Override
  public int firstPushSubEntries() {
    return isa == Isa.EVERGREEN ? 2 : 3;
  }

  @Override
  public boolean ownerWrites() {
    return isa != Isa.EVERGREEN;
  }

  @Override
  public boolean signedMultiply24() {
    return false;
  }
}
