// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.Type;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToIntBiFunction;

/**
 * Computes the vector and scalar registers that a kernel needs: the maximum live at once in its
 * schedule. An allocator that can spill needs hardly more.
 */
final class RegisterPressure {
  interface Look {
    /**
     * @param live registers of the portable kernel
     * @param at the instruction after this point, or null at a block's end
     */
    void at(BitSet live, Instruction at);
  }

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final AddressModes modes;
  private final VectorCopies copies;
  private final List<List<Instruction>> schedule;

  RegisterPressure(
      RegisterFacts facts,
      RegisterPlacement placement,
      AddressModes modes,
      VectorCopies copies,
      List<List<Instruction>> schedule) {
    this.facts = facts;
    this.placement = placement;
    this.modes = modes;
    this.copies = copies;
    this.schedule = schedule;
  }

  /**
   * The vector registers of the kernel, reserved ones included.
   *
   * @param held registers occupied by live values at a point
   */
  int vectors(Chip chip, ToIntBiFunction<BitSet, Instruction> held) {
    int[] most = {1};
    each((live, i) -> most[0] = Math.max(most[0], held.applyAsInt(live, i)));
    return most[0] + chip.reservedVectors;
  }

  /** The scalar registers of the kernel; VCC, the arguments' pointer and group ids are reserved. */
  int scalars(Chip chip) {
    int[] most = {0};
    each((live, i) -> most[0] = Math.max(most[0], scalars(live)));
    return most[0] + chip.reservedScalars;
  }

  /** Visits all points, blocks in order and each block backwards. */
  void each(Look look) {
    for (int b = 0; b < schedule.size(); b++) {
      BitSet live = facts.liveness().liveOut(b);
      List<Instruction> list = schedule.get(b);
      for (int k = list.size() - 1; k >= 0; k--) {
        Instruction i = list.get(k);
        look.at(live, k + 1 < list.size() ? list.get(k + 1) : null);
        Liveness.before(i, live);
        if (i.memory() != null && modes.of(i) != null) {
          AddressModes.Mode mode = modes.of(i);
          if (mode.base() >= 0) {
            live.set(mode.base());
          }
          if (mode.index() >= 0) {
            live.set(mode.index());
          }
        }
      }
      look.at(live, list.get(0));
    }
  }

  int vectors(int register) {
    if (copies.isHeld(register)) {
      return 1;
    }
    int size = vectorSize(facts, placement, register);
    return modes.isNarrow(register) ? Math.min(1, size) : size;
  }

  boolean isVector(int register) {
    return vectorSize(facts, placement, register) > 0;
  }

  static int vectorSize(RegisterFacts facts, RegisterPlacement placement, int register) {
    Type type = facts.kernel().registers().get(register);
    if (!placement.isVector(register) || type == Type.I1 || facts.constant(register) != null) {
      return 0;
    }
    return type.isWide() ? 2 : 1;
  }

  private int scalars(BitSet live) {
    int n = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      Type type = facts.kernel().registers().get(r);
      boolean vector = placement.isVector(r);
      if (type == Type.I1) {
        n += 2; // a lane mask, or a flag kept as a lane mask
      } else if (!vector && facts.constant(r) == null) {
        n += type.isWide() && !modes.isNarrow(r) ? 2 : 1;
      }
    }
    return n;
  }
}
