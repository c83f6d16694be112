// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.FinishedKernel;
import io.lockstep.lower.rows.PrivateFrame;

/** Machine code of warps, whose lanes diverge and meet. Immutable, thread-safe. */
public abstract class WarpRows extends FinishedKernel {
  protected final PredicatedIfs ifs;

  /**
   * @param ifs branches whose side is predicated
   */
  protected WarpRows(CodeRows<?> code, int registers, PrivateFrame frame, PredicatedIfs ifs) {
    super(code, registers, frame);
    this.ifs = ifs;
  }

  /**
   * Whether an instruction of its own ends the path between two blocks, at whose end lanes wait for
   * others.
   */
  public abstract boolean synchronises(int from, int to);

  @Override
  public final String port(int row) {
    return "issue";
  }

  /**
   * Returns the first block of the predicated side that follows a block, whose instructions a warp
   * issues even if no lane takes that side; -1 for none.
   */
  public int predicatedSide(int block) {
    return Math.max(ifs.side(block), ifs.other(block));
  }

  /** Whether lanes that take different ways at the end of a block diverge. */
  public boolean diverges(int block) {
    return ifs.diverges(block);
  }

  /** Returns the row behind the predicated side that begins with a block. */
  public final int sideEnd(int first) {
    return blockEnd[ifs.last(first)];
  }
}
