// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Instruction;
import java.util.ArrayList;
import java.util.List;

/** A basic block under construction by a front-end. Not thread-safe. */
public final class Draft {
  private final List<Instruction> code = new ArrayList<>();
  private List<Draft> successors;

  /** Creates an empty block without successors. */
  public Draft() {}

  /** {@return the instructions in order; modifiable} */
  public List<Instruction> code() {
    return code;
  }

  /** {@return the successors; null until the block is closed} */
  public List<Draft> successors() {
    return successors;
  }

  /**
   * Closes the block.
   *
   * @param to the blocks that may follow, in the order of the branch's outcomes
   */
  public void close(List<Draft> to) {
    successors = to;
  }
}
