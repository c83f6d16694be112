// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.record.AddressShape;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;

/** An access whose data nothing needs: addresses are recorded and checked, no data is moved. */
final class UnreadAccess extends AccessStep {
  UnreadAccess(MachineState state, Instruction in, long[] addresses, SlotRecorder slot) {
    super(state, in, addresses, slot, in.op().writes(), false);
  }

  @Override
  boolean transferAffine(AddressShape shape, long[] at, long plus, ActiveLanes lanes) {
    if (!shape.isAligned(bytes)) {
      return false;
    }
    return switch (window) {
      case LOCAL -> shape.least() >= 0 && shape.most() <= state.local.length - bytes;
      case DEVICE -> state.memory.contains(shape.least(), shape.most() - shape.least() + bytes);
      default -> false;
    };
  }

  @Override
  void transfer(byte[] page, int[] positions, int start, int low, int high) {}
}
