// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;

/** A VLIW4 instruction set for tests of what all generations share. */
public final class FourSlots implements VliwArchitecture {
  @Override
  public int width() {
    return 4;
  }

  @Override
  public int[] placements(Unit unit) {
    return switch (unit) {
      case ANY, VECTOR, CONVERSION -> new int[] {1, 2, 4, 8};
      case TRANSCENDENTAL -> new int[] {7, 15};
      case INT_MULTIPLY, QUAD, ALONE -> new int[] {15};
      case PAIR -> new int[] {3, 12};
      case LDS -> new int[] {1};
    };
  }

  @Override
  public int resultChannels(Unit unit, int placement) {
    return switch (unit) {
      case TRANSCENDENTAL -> placement == 7 ? 7 : 8;
      case INT_MULTIPLY -> 15;
      case QUAD -> 5;
      case PAIR -> placement & 5;
      default -> placement;
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
  public boolean fusedMultiplyAdd() {
    return true;
  }

  @Override
  public boolean doublePrecision() {
    return true;
  }

  @Override
  public int firstPushSubEntries() {
    return 1;
  }
}
