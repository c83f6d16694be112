// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.rewrite.LoopInvariants;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.lower.unroll.UnrolledGroups;
import io.lockstep.lower.unroll.UnrolledLoops;
import io.lockstep.sm.code.Row;
import io.lockstep.sm.code.SassCode;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.BitSet;
import java.util.List;

/** Code of a kernel with unrolled loops. */
final class UnrolledCode extends SassCode {
  // What an iteration may cost beside its counter and its test.
  private static final int WITHOUT_LOADS = 18;
  private static final int WITH_LOADS = 46;
  private static final int SHARED_BASE = 16;
  private static final int SHARED_LOAD = 5; // for each load of shared memory
  private static final int MOST = 94;
  private static final int ACCESS = 2;
  private static final int DIVISION = 18;

  private final UnrolledLoops loops;

  UnrolledCode(
      CodeRows<Row> rows,
      int registers,
      PrivateFrame frame,
      BitSet meets,
      PredicatedIfs ifs,
      UnrolledLoops loops) {
    super(rows, registers, frame, meets, ifs);
    this.loops = loops;
  }

  /**
   * Whether ptxas 13.0 unrolls a loop with these instructions: the more latency there is to hide,
   * the more they may cost. Found by giving it loops of all mixes of FFMA, LDG, LDS and STG, and of
   * integer divisions.
   */
  static boolean pays(List<Instruction> loop) {
    int cost = -2; // the counter and its test
    int shared = 0;
    int limit = WITHOUT_LOADS;
    for (Instruction i : loop) {
      boolean free =
          i.op() == Op.MOVE || i.op().isTerminator() || i.op() == Op.MUL_WIDE; // joins its sum
      cost += i.isRecorded() ? ACCESS : free ? 0 : LoopInvariants.divides(i) ? DIVISION : 1;
      if (i.isRecorded() && i.op() == Op.LOAD) {
        shared += i.memory().space() == Space.LOCAL ? 1 : 0;
        limit = i.memory().space() == Space.LOCAL ? limit : WITH_LOADS;
      }
    }
    return cost <= Math.max(limit, Math.min(MOST, SHARED_BASE + SHARED_LOAD * shared));
  }

  @Override
  public Kernel executed() {
    return loops.executed();
  }

  @Override
  public WorkGroupSource groups(WorkGroupSource recorded) {
    return new UnrolledGroups(recorded, loops);
  }

  @Override
  public int[][] portableBlocks() {
    return loops.portable();
  }
}
