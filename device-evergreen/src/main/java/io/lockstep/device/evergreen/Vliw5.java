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
 * @param bitOperations whether bit field operations exist: on Evergreen, not on R700
 * @param fusedMultiplyAdd whether single-precision FMA exists: on Cypress only
 * @param doublePrecision whether double precision exists: on RV770 and Cypress only
 * @param firstPushSubEntries quarters of a stack entry that the first push takes: 3 on R700, 2 on
 *     Evergreen
 * @param computeKernels whether compute shaders exist: on R700 and later; R600 has only pixel
 *     shaders
 */
record Vliw5(
    boolean bitOperations,
    boolean fusedMultiplyAdd,
    boolean doublePrecision,
    int firstPushSubEntries,
    boolean computeKernels)
    implements VliwArchitecture {
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
    return computeKernels ? 16 : 8;
  }

  /** Evergreen introduced both bit operations and local memory that every work-item can write. */
  @Override
  public boolean ownerWrites() {
    return !bitOperations;
  }

  @Override
  public boolean signedMultiply24() {
    return false;
  }
}
