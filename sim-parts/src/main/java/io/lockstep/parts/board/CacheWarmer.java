// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.dispatch.FreeCapacity;
import io.lockstep.parts.dispatch.PlacementRule;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.wave.GroupLines;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Passes the accesses of work-groups that are not simulated through the tags of the caches behind
 * the compute units. Each group is assigned to the unit that takes it if units end groups in the
 * order in which they begin. A partition of the second level may keep copies of another one's data,
 * until that is written. There the writes of a group follow the reads of the groups that are
 * resident with it. Not thread-safe.
 */
final class CacheWarmer implements GroupLines.Sink {
  private static final int LATE_WRITES = 1 << 20; // of 20 bytes each

  private final MemorySide memory;
  private final int[] order;
  private final int storeBlock;
  private final GroupLines lines = new GroupLines();
  private final LateWrites late;
  private int unit;
  private long bytes;

  /**
   * @param order compute units in the {@link #order} in which they take a launch's groups
   * @param storeBlock size of the aligned blocks that a store passes on as a whole
   */
  CacheWarmer(MemorySide memory, int[] order, int storeBlock) {
    this.memory = memory;
    this.order = order;
    this.storeBlock = storeBlock;
    late = new LateWrites((of, at, more) -> memory.warm(of, at, more, true), LATE_WRITES);
  }

  /**
   * Returns the units in the order in which a rule places the first groups of a launch on an idle
   * machine, a group on each unit.
   *
   * @param placement rule whose state does not matter; its launch has not begun when this returns
   * @param units number of compute units
   */
  static int[] order(PlacementRule placement, int units) {
    BitSet busy = new BitSet();
    FreeCapacity idle =
        new FreeCapacity() {
          @Override
          public int units() {
            return units;
          }

          @Override
          public int resident(int unit) {
            return busy.get(unit) ? 1 : 0;
          }

          @Override
          public boolean hasRoom(int unit) {
            return !busy.get(unit);
          }
        };
    int[] order = new int[units];
    placement.begin();
    for (int g = 0; g < units; g++) {
      int unit = placement.place(g, idle);
      order[g] = unit == PlacementRule.NONE ? busy.nextClearBit(0) : unit;
      busy.set(order[g]);
    }
    placement.begin();
    return order;
  }

  /** Returns the compute units on which a launch with this number of work-groups runs. */
  IntStream units(long groups) {
    return Arrays.stream(order).limit(groups);
  }

  /** Returns the bytes that the group accesses. */
  long warm(WorkGroupRecord group, LaunchPlan launch) {
    unit = order[(int) (group.group() % order.length)];
    bytes = 0;
    lines.each(group, launch, this);
    if (memory.keepsCopies()) {
      late.ends((long) order.length * launch.occupancy().groups());
    }
    return bytes;
  }

  /** Passes on the writes that are still held back: no group is resident any more. */
  void warmed() {
    late.pass();
  }

  /** Drops bytes from the caches of all dies. */
  void forget(long from, long count) {
    warmed();
    for (int die = 0; die < memory.dies(); die++) {
      memory.forget(die * (order.length / memory.dies()), from, count);
    }
  }

  @Override
  public void accepts(long address, long more, boolean writes) {
    bytes += more;
    long whole = writes ? storeBlock : 1;
    long first = address & -whole;
    long end = address + more + whole - 1 & -whole;
    if (writes && memory.keepsCopies()) {
      late.add(unit, first, end - first);
    } else {
      memory.warm(unit, first, end - first, writes);
    }
  }
}
