// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.Kernel;

/** Counts the work of a compute unit's wavefronts by block. Not thread-safe. */
public final class BlockCounts {
  private long operations;
  private long laneOperations;
  private long floating;
  private long integer;
  private long blocks;
  private boolean byBlock;
  private int[][] portable; // blocks of the portable kernel, by block
  private long[] executions; // by portable block, for the current launch; null unless requested

  BlockCounts() {}

  /**
   * Enables or disables counting of executed blocks ({@link #executions}), from the next launch on.
   *
   * @param wanted whether to count executed blocks
   */
  public void byBlock(boolean wanted) {
    byBlock = wanted;
  }

  /**
   * Begins a launch.
   *
   * @param portableBlocks the blocks of the portable kernel that each block stands for
   */
  void begin(Kernel kernel, int[][] portableBlocks) {
    portable = portableBlocks;
    executions = byBlock ? new long[kernel.blocks().size()] : null;
  }

  void add(ControlTable table, int block, long active) {
    blocks++;
    if (executions != null) {
      for (int b : portable[block]) {
        executions[b]++;
      }
    }
    operations += table.operations[block];
    laneOperations += table.operations[block] * active;
    floating += table.floating[block] * active;
    integer += table.integer[block] * active;
  }

  /** {@return executions of each block since the launch began; null unless requested} */
  public long[] executions() {
    return executions;
  }

  /** {@return portable operations of wavefronts since the last {@link #reset}} */
  public long operations() {
    return operations;
  }

  /** {@return portable operations, summed over active lanes, since the last {@link #reset}} */
  public long laneOperations() {
    return laneOperations;
  }

  /** {@return floating-point operations of lanes since the last {@link #reset}} */
  public long floatingOperations() {
    return floating;
  }

  /** {@return integer operations of lanes since the last {@link #reset}} */
  public long integerOperations() {
    return integer;
  }

  /** {@return blocks executed by wavefronts since the last {@link #reset}} */
  public long blocks() {
    return blocks;
  }

  /** Resets all counts except {@link #executions}. */
  public void reset() {
    operations = 0;
    laneOperations = 0;
    floating = 0;
    integer = 0;
    blocks = 0;
  }
}
