// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.state.GroupBarriers;
import io.lockstep.execute.state.LocalBarriers;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import java.util.Arrays;

/** An operation on barriers in local memory, performed in the order of work-item ids. */
public final class BarrierStep extends AccessStep {
  private static final int NONE = -1;
  private static final int COPIED = 16; // bytes of which bulk copies are multiples

  private final AtomicOp op;
  private final long[] addresses;
  private final long offset;
  private final long[] value;
  private final long[] result; // null if it is not used
  private final SlotRecorder slotRecorder;
  private final int slot;
  private final AccessChecks checks; // null without checks
  private final int[] ids; // by work-item: the barrier that orders its accesses, or -1

  BarrierStep(
      MachineState state,
      Instruction in,
      long[] addresses,
      SlotRecorder slotRecorder,
      long[] value,
      long[] result,
      AccessChecks checks) {
    super(state, in, addresses, slotRecorder, true);
    op = in.atomic();
    this.addresses = addresses;
    offset = in.memory().offset();
    this.value = value;
    this.result = result;
    this.slotRecorder = slotRecorder;
    slot = in.memory().slot();
    this.checks = checks;
    ids = checks == null ? null : new int[state.size];
  }

  @Override
  public void run(ActiveLanes lanes) {
    if (checks != null) {
      Arrays.fill(ids, NONE);
    }
    super.run(lanes);
    if (checks != null) {
      boolean arrives = op != AtomicOp.BARRIER_TEST;
      checks.localBarriers(lanes, ids, state.barriers.count(), arrives);
    }
  }

  private void orders(int item, int place) {
    if (checks != null) {
      ids[item] = GroupBarriers.COUNT + state.barriers.index(place);
    }
  }

  /**
   * Returns whether the phase that each work-item tests is complete; true if the test is illegal.
   */
  public boolean passes(ActiveLanes lanes) {
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        long at = addresses[i] + offset;
        boolean legal =
            at >= 0
                && at <= state.local.length - LocalBarriers.BYTES
                && at % LocalBarriers.BYTES == 0;
        if (!legal) {
          return true;
        }
        long found = (long) DeviceMemory.LONG.get(state.local, (int) at);
        if (LocalBarrier.isValid(found) && !LocalBarrier.isComplete(found, value[i])) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  void transfer(byte[] page, int[] at, int start, int low, int high) {
    for (int i = low; i < high; i++) {
      state.lane = i;
      int place = start + at[i];
      long before = (long) DeviceMemory.LONG.get(page, place);
      if (op == AtomicOp.BARRIER_INIT) {
        init(page, place, value[i]);
        continue;
      }
      if (!LocalBarrier.isValid(before)) {
        throw new KernelFault(
            "the barrier at byte %s of work-group memory was never initialised, or was invalidated"
                .formatted(place));
      }
      switch (op) {
        case BARRIER_INVALIDATE -> DeviceMemory.LONG.set(page, place, 0L);
        case BARRIER_TEST -> test(i, place, before);
        case BARRIER_EXPECT, BARRIER_COMPLETE_COPIED -> bytes(page, i, place, before);
        default -> arrive(page, i, place, before);
      }
    }
  }

  private void init(byte[] page, int place, long count) {
    if (count < 1 || count > LocalBarrier.MOST) {
      throw new KernelFault(
          "a barrier is for 1 to %s arrivals, found %s".formatted(LocalBarrier.MOST, count));
    }
    DeviceMemory.LONG.set(page, place, LocalBarrier.of((int) count));
    state.barriers.made(place);
  }

  private void arrive(byte[] page, int item, int place, long before) {
    int count = (int) value[item];
    if (count > LocalBarrier.pending(before)) {
      throw new KernelFault(
          "%s arrivals at the barrier at byte %s of work-group memory, which waits for %s"
              .formatted(count, place, LocalBarrier.pending(before)));
    }
    change(page, item, place, before, LocalBarrier.arrive(before, value[item]));
    if (result != null) {
      result[item] = before;
    }
  }

  private void bytes(byte[] page, int item, int place, long before) {
    boolean comes = op == AtomicOp.BARRIER_COMPLETE_COPIED;
    long bytes = comes ? -value[item] : value[item];
    long missing = LocalBarrier.bytes(before) + bytes;
    if (Math.abs(bytes) > LocalBarrier.MOST || Math.abs(missing) > LocalBarrier.MOST) {
      throw new KernelFault(
          "the barrier at byte %s of work-group memory counts at most %,d bytes, found %,d"
              .formatted(place, LocalBarrier.MOST, missing));
    }
    if (comes && bytes % COPIED != 0) {
      throw new KernelFault("a bulk copy of %s bytes, no multiple of %s".formatted(-bytes, COPIED));
    }
    change(page, item, place, before, LocalBarrier.expect(before, (int) bytes));
  }

  private void change(byte[] page, int item, int place, long before, long after) {
    DeviceMemory.LONG.set(page, place, after);
    orders(item, place);
    state.barriers.change(place, LocalBarrier.isComplete(after, before));
    record(item, place, 0, true);
  }

  private void test(int item, int place, long found) {
    boolean complete = LocalBarrier.isComplete(found, value[item]);
    if (result != null) {
      result[item] = complete ? 1 : 0;
    }
    if (complete) {
      orders(item, place);
      int needed = state.barriers.needed(place);
      if (needed > 0) {
        record(item, place, needed, false);
      }
    } else if (state.barriers.isStuck()) {
      throw new KernelFault(
          "work-items wait at the barrier at byte %s of work-group memory, where %s"
              .formatted(place, missing(found)));
    }
  }

  private static String missing(long state) {
    int bytes = LocalBarrier.bytes(state);
    int arrivals = LocalBarrier.pending(state);
    if (bytes < 0) {
      return "%s arrivals are missing and %,d bytes more than expected have come"
          .formatted(arrivals, -bytes);
    }
    return "arrivals are missing (%s%s) and none comes"
        .formatted(arrivals, bytes == 0 ? "" : ", and %,d bytes".formatted(bytes));
  }

  private void record(int item, int place, int needed, boolean change) {
    if (slot >= 0) {
      int number = place / LocalBarriers.BYTES;
      int occurrence = slotRecorder.occurrence(item);
      state.barriers.waits.add(slot, occurrence, item, number, needed, change);
    }
  }
}
