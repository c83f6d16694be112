package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.kernel.ir.Type;
import java.util.BitSet;
import java.util.List;

/**
 * How many vector and scalar registers a kernel needs: the most that are live at once in the order
 * of its schedule. An allocator needs little more, as spills are the alternative.
 */
final class RegisterPressure {
  private RegisterPressure() {}

  /** {vector, scalar} registers; VCC, the arguments' pointer and group ids are reserved. */
  static int[] of(
      Chip chip,
      RegisterFacts facts,
      RegisterPlacement placement,
      AddressModes modes,
      VectorCopies copies,
      List<List<Instruction>> schedule) {
    int vector = 1;
    int scalar = 0;
    for (int b = 0; b < schedule.size(); b++) {
      BitSet live = facts.liveness.liveOut(b);
      List<Instruction> list = schedule.get(b);
      for (int k = list.size() - 1; k >= 0; k--) {
        Instruction i = list.get(k);
        vector = Math.max(vector, vectors(facts, placement, modes, copies, live));
        scalar = Math.max(scalar, scalars(facts, placement, modes, live));
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
      vector = Math.max(vector, vectors(facts, placement, modes, copies, live));
      scalar = Math.max(scalar, scalars(facts, placement, modes, live));
    }
    return new int[] {vector + chip.reservedVectors, scalar + chip.reservedScalars};
  }

  /** Vector registers of one value. */
  static int vectorSize(RegisterFacts facts, RegisterPlacement placement, int register) {
    Type type = facts.kernel.registers().get(register);
    if (!placement.isVector(register) || type == Type.I1 || facts.constant(register) != null) {
      return 0;
    }
    return type.isWide() ? 2 : 1;
  }

  private static int vectors(
      RegisterFacts facts,
      RegisterPlacement placement,
      AddressModes modes,
      VectorCopies copies,
      BitSet live) {
    int n = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      n +=
          copies.isHeld(r)
              ? 1
              : modes.isNarrow(r)
                  ? Math.min(1, vectorSize(facts, placement, r))
                  : vectorSize(facts, placement, r);
    }
    return n;
  }

  private static int scalars(
      RegisterFacts facts, RegisterPlacement placement, AddressModes modes, BitSet live) {
    int n = 0;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      Type type = facts.kernel.registers().get(r);
      boolean vector = placement.isVector(r);
      if (type == Type.I1) {
        n += 2; // a lane mask, or a flag kept as one
      } else if (!vector && facts.constant(r) == null) {
        n += type.isWide() && !modes.isNarrow(r) ? 2 : 1;
      }
    }
    return n;
  }
}
