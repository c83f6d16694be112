// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cayman;

import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;

/**
 * The VLIW4 architecture with four equal slots per bundle. A transcendental takes x, y and z, or
 * all four slots if its result goes to w; a 32-bit integer product takes the whole bundle.
 *
 * <p>Source: Tom's Hardware, Radeon HD 6970 and 6950, page 2. The whole-bundle product is inferred
 * from clpeak's integer rows (three slots would leave room for an add beside it). No source is
 * known for the three or four slots of a transcendental.
 */
record Vliw4(boolean fusedMultiplyAdd, boolean doublePrecision) implements VliwArchitecture {
  private static final int X = 1;
  private static final int Y = 2;
  private static final int Z = 4;
  private static final int W = 8;

  private static final int[] ANY = {X, Y, Z, W};
  private static final int[] TRANS = {X | Y | Z, X | Y | Z | W};
  private static final int[] WHOLE = {X | Y | Z | W};
  private static final int[] PAIR = {X | Y, Z | W};
  private static final int[] LDS = {X};

  @Override
  public int width() {
    return 4;
  }

  @Override
  public int[] placements(Unit unit) {
    return switch (unit) {
      case ANY, VECTOR, CONVERSION -> ANY;
      case TRANSCENDENTAL -> TRANS;
      case INT_MULTIPLY, QUAD, ALONE -> WHOLE;
      case PAIR -> PAIR;
      case LDS -> LDS;
    };
  }

  @Override
  public int resultChannels(Unit unit, int placement) {
    return switch (unit) {
      case TRANSCENDENTAL -> placement == (X | Y | Z) ? placement : W;
      case INT_MULTIPLY -> 15;
      case QUAD -> X | Z;
      case PAIR -> placement & (X | Z);
      default -> placement & 15;
    };
  }

  @Override
  public boolean bitOperations() {
    return true;
  }

  @Override
  public boolean signedMultiply24() {
    return true;
  }

  @Override
  public int firstPushSubEntries() {
    return 1;
  }
}
