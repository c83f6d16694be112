// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.lower.register.LinearScan;
import io.lockstep.lower.register.LiveInterval;
import io.lockstep.lower.register.LiveRanges;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Assigns values to channels of 128-bit registers in the layout order of bundles: each value in the
 * channel for which it was scheduled, channels of a vector in one register.
 */
final class RegisterAllocation {
  private RegisterAllocation() {}

  /**
   * Assigns a register to every used value.
   *
   * @param inputs first values, of four each, that the hardware loads into R0 and R1
   */
  static LinearScan allocate(
      List<Block> blocks, List<List<Clause>> clauses, ValueTable values, int[] inputs) {
    LiveRanges ranges =
        LiveRanges.of(
            clauses.stream().map(RegisterAllocation::steps).toList(),
            blocks.stream().map(Block::successors).toList(),
            MachineValues.TOGETHER,
            values.count());
    for (int first : inputs) {
      for (int v = first; v < first + 4; v++) {
        ranges.startAtEntry(v); // loaded before the first bundle
      }
    }
    List<LiveInterval> intervals =
        ranges.intervals(values::leader, v -> Math.max(0, values.channel(v)));
    LinearScan scan =
        new LinearScan(intervals, i -> values.register(values.leader(i.values().get(0))));
    for (int k = 0; k < intervals.size(); k++) {
      for (int v : intervals.get(k).values()) {
        values.assign(v, scan.register(k));
      }
    }
    return scan;
  }

  /** Operations that execute together: bundles, and fetches of a clause one after another. */
  private static List<List<MachineOp>> steps(List<Clause> clauses) {
    List<List<MachineOp>> steps = new ArrayList<>();
    for (Clause clause : clauses) {
      for (Bundle bundle : clause.bundles()) {
        steps.add(bundle.ops());
      }
      for (MachineOp op : clause.ops()) {
        steps.add(List.of(op));
      }
    }
    return steps;
  }
}
