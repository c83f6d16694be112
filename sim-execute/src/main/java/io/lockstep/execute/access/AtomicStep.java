// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.record.AddressShape;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.UpdateLog;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;

/** An atomic read-modify-write, performed in the order of work-item ids. */
abstract class AtomicStep extends AccessStep implements UpdateLog.Update {
  final AtomicOp op;
  final boolean isFloat;
  final boolean signed;

  /**
   * The operands of an atomic operation by work-item. A compare-exchange compares with {@code
   * value} and stores {@code second}.
   *
   * @param old receives the earlier contents
   * @param second null unless the operation is a compare-exchange
   * @param stored receives whether a compare-exchange stored, or null
   */
  record Operands<A>(A old, A value, A second, boolean[] stored) {}

  AtomicStep(MachineState state, Instruction in, long[] addresses, SlotRecorder slot) {
    super(state, in, addresses, slot, true);
    op = in.atomic();
    isFloat = in.memory().element().isFloat();
    signed = in.signed();
  }

  @Override
  public int bytes() {
    return bytes;
  }

  @Override
  void note(long page, int[] positions, int start, int low, int high) {
    state.accessed.update(this, page, positions, start, low, high);
  }

  @Override
  void note(long page, AddressShape places, int start) {
    note(page, places.places(), start, 0, state.size);
  }
}
