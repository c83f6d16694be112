// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.execute.state.RegionMemory;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;

/**
 * An atomic operation that the active lanes of each 64-wide wavefront perform together on one word
 * of region memory. Wavefronts run in the order of their work-items.
 */
final class AppendStep implements Step {
  private static final int LANES = RegionMemory.LANES;

  private final MachineState state;
  private final Instruction instruction;
  private final long[] addresses;
  private final SlotRecorder slot;
  private final int[] old;
  private final PollTracker polls; // null if the kernel does not poll

  AppendStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      int[] old,
      PollTracker polls) {
    this.state = state;
    this.instruction = instruction;
    this.addresses = addresses;
    this.slot = slot;
    this.old = old;
    this.polls = polls;
  }

  @Override
  public void run(ActiveLanes lanes) {
    state.instruction = instruction;
    if (slot != null) {
      slot.record(addresses, instruction.memory().offset(), lanes, null, 0);
    }
    for (int w = 0; w < lanes.mask.length; w++) {
      if (lanes.mask[w] != 0) {
        wavefront(w, lanes.mask[w]);
      }
    }
    if (polls != null) {
      polls.memoryChanges++;
    }
  }

  private void wavefront(int w, long active) {
    int first = w * LANES + Long.numberOfTrailingZeros(active);
    for (long rest = active; rest != 0; rest &= rest - 1) {
      int lane = w * LANES + Long.numberOfTrailingZeros(rest);
      if (addresses[lane] != addresses[first]) {
        state.lane = lane;
        throw new KernelFault("the lanes of a wavefront append at different addresses");
      }
    }
    int bytes = instruction.memory().bytes();
    state.locate(
        MemoryWindow.REGION,
        addresses,
        instruction.memory().offset(),
        bytes,
        first,
        first + 1,
        true);
    if (instruction.atomic() == AtomicOp.ORDERED_APPEND) {
      state.lane = first;
      state.region.takeTurn(state.group, w);
    }
    int at = state.positions[first];
    int before = (int) DeviceMemory.INT.get(state.page, at);
    int count = Long.bitCount(active);
    boolean consumes = instruction.atomic() == AtomicOp.CONSUME;
    DeviceMemory.INT.set(state.page, at, consumes ? before - count : before + count);
    for (long rest = active; rest != 0; rest &= rest - 1) {
      old[w * LANES + Long.numberOfTrailingZeros(rest)] = before;
    }
  }
}
