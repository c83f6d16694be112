// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;

/**
 * Issue ports without idle lanes ({@link Ideal#LANES}): an instruction is charged an issue only
 * when its active lanes and those of earlier instructions fill a wavefront. On average, it is
 * charged its active lanes divided by the wavefront's width, but in whole issues. Not thread-safe.
 */
public final class FullLanes {
  private final long width;
  private final long[] filled; // by port: active lanes not yet charged

  private FullLanes(int ports, int width) {
    this.width = width;
    filled = new long[ports];
  }

  /**
   * {@return accounting for ports without idle lanes; null if lanes are not ideal}
   *
   * @param ideals ideal parts of the device
   * @param ports number of ports
   * @param width number of lanes of a wavefront
   */
  public static FullLanes where(Ideals ideals, int ports, int width) {
    return ideals.has(Ideal.LANES) ? new FullLanes(ports, width) : null;
  }

  /**
   * Charges instructions of a wavefront.
   *
   * @param port port on which they issue
   * @param instructions number of instructions
   * @param lanes mask of the active lanes of each instruction
   * @return the number of whole issues
   */
  public long cost(int port, long instructions, long lanes) {
    long all = filled[port] + instructions * Long.bitCount(lanes);
    filled[port] = all % width;
    return all / width;
  }
}
