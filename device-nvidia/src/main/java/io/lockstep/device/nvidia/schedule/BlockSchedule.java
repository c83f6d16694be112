// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The orders of a block's instructions, each made for a number of registers that may be live: those
 * of its parts, between which control instructions stay where they are. Not thread-safe.
 */
public final class BlockSchedule {
  private final RegisterPressure pressure;
  private final List<ListSchedule> parts = new ArrayList<>();

  /**
   * @param block the instructions; copied
   * @param liveIn registers that are live at its start
   * @param liveOut registers that are live at its end
   */
  public BlockSchedule(
      Latencies latencies,
      VirtualRegisters registers,
      List<SassOp> block,
      BitSet liveIn,
      BitSet liveOut) {
    pressure = new RegisterPressure(block, registers, liveIn, liveOut);
    int from = 0;
    for (int k = 0; k < block.size(); k++) {
      boolean border = isBorder(block.get(k));
      if (border || k == block.size() - 1) {
        List<SassOp> part = List.copyOf(block.subList(from, k + 1));
        parts.add(new ListSchedule(latencies, part, border, from));
        from = k + 1;
      }
    }
  }

  /** Whether no instruction passes another one. */
  private static boolean isBorder(SassOp op) {
    boolean control = op.pipe == Pipe.BRANCH || op.pipe == Pipe.BARRIER;
    return control && !op.is("BSSY") || op.fixed && !control || op.readsClock();
  }

  /**
   * Orders the block; where two numbers give a part the same order, it is the same object.
   *
   * @param most vector registers that may be live; {@link ListSchedule#FREE} for no limit
   * @return the orders of its parts
   */
  public List<ListSchedule.Order> order(int most, ListSchedule.Scarcity scarcity) {
    List<ListSchedule.Order> orders = new ArrayList<>(parts.size());
    int issued = -1; // parts whose instructions the register pressure knows of
    for (int p = 0; p < parts.size(); p++) {
      ListSchedule part = parts.get(p);
      ListSchedule.Order order = part.known(most, scarcity);
      if (order == null) {
        if (issued < 0) {
          pressure.restart();
          issued = 0;
        }
        for (; issued < p; issued++) {
          parts.get(issued).issue(pressure); // any order leaves the same registers live
        }
        order = part.order(most, scarcity, pressure);
        issued++;
      }
      orders.add(order);
    }
    return orders;
  }
}
