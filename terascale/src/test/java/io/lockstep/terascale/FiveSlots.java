// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.VliwArchitecture;

/** A VLIW5 instruction set for tests of what all generations share. */
public final class FiveSlots implements VliwArchitecture {
  @Override
  public int width() {
    return 5;
  }

  @Override
  public int[] placements(Unit unit) {
    return switch (unit) {
      case ANY -> new int[] {1, 2, 4, 8, 16};
      case VECTOR -> new int[] {1, 2, 4, 8};
      case TRANSCENDENTAL, CONVERSION, INT_MULTIPLY -> new int[] {16};
      case PAIR -> new int[] {3, 12};
      case QUAD, ALONE -> new int[] {15};
      case LDS -> new int[] {1};
    };
  }

  @Override
  public int resultChannels(Unit unit, int placement) {
    return switch (placement) {
      case 16 -> 15;
      case 3 -> 1;
      case 12 -> 4;
      case 15 -> 5;
      default -> placement;
    };
  }

  @Override
  public boolean bitOperations() {
    return true;
  }

  @Override
  public boolean signedMultiply24() {
    return false;
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
    return 2;
  }
}
