// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.Pipe;
import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.sm.WarpTable;

/**
 * Models dual issue: special-function units have their own multipliers, so that they can execute a
 * single-precision multiplication of one warp while the port issues an instruction of another.
 * Multiplications with a shared-memory operand are excluded.
 *
 * <p>Source: NVIDIA GeForce GTX 200 Technical Brief TB-04044-001, page 15 (a multiply-add and a
 * multiplication at the same time; directed tests reached 93 to 94 % of this peak).
 */
final class DualIssue {
  private static final int MULTIPLY = Pipe.MULTIPLY.ordinal();

  private final int interval;
  private final int warps;
  private final WarpTable table;
  private final long[] free;

  /**
   * @param free tick at which each of the {@link IssueResources} is free
   */
  DualIssue(MultiprocessorConfig config, WarpTable table, long[] free) {
    interval = config.dualMultiply;
    warps = config.unit.wavefronts();
    this.table = table;
    this.free = free;
  }

  /** Returns the next warp after {@code behind} whose multiplication can be executed, or -1. */
  int choose(WarpCode code, int behind, long tick) {
    if (!code.multiplies || free[IssueResources.SFU] > tick) {
      return -1;
    }
    int w = behind;
    for (int i = 0; i < warps; i++) {
      if (++w >= warps) {
        w = 0;
      }
      if (table.ready[w] <= tick
          && table.resource[w] == IssueResources.SP
          && !table.skips(w)
          && code.pipe[table.row(w)] == MULTIPLY) {
        return w;
      }
    }
    return -1;
  }

  /**
   * Occupies the units and returns the clocks.
   *
   * @param times cost relative to a full warp
   */
  int take(long tick, int times) {
    free[IssueResources.SFU] = tick + (long) times * interval;
    return times * interval;
  }
}
