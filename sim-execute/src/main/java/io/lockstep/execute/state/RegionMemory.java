// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.fault.KernelFault;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;

/**
 * The region memory of a launch, and the order of its wavefronts in ordered appends. The memory is
 * zero when the launch begins, and is allocated at the first access.
 */
public final class RegionMemory {
  /** Size in bytes of the largest region memory of any device. */
  static final int BYTES = 64 << 10;

  /** Lanes of the wavefronts that append; kernels that append fix this width. */
  public static final int LANES = 64;

  private final int wavefronts; // per group
  private final long all; // wavefronts of the launch
  private byte[] bytes;
  private long turns; // ordered appends so far

  RegionMemory(Geometry geometry) {
    wavefronts = (geometry.groupSize() + LANES - 1) / LANES;
    all = wavefronts * geometry.groups();
  }

  byte[] bytes() {
    if (bytes == null) {
      bytes = new byte[BYTES];
    }
    return bytes;
  }

  /** Restores the state at the start of a launch. */
  void restart() {
    turns = 0;
    if (bytes != null) {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  /**
   * Performs an ordered append of a wavefront.
   *
   * @param wavefront number of the wavefront in the group
   * @throws KernelFault if it is another wavefront's turn
   */
  public void takeTurn(long group, int wavefront) {
    long due = turns % all;
    if (group * wavefronts + wavefront != due) {
      throw new KernelFault(
          ("wavefront %s of work-group %s appends in order before wavefront %s of work-group %s has:"
                  + " all wavefronts of a launch must, equally often, and with a barrier of the"
                  + " launch between two rounds")
              .formatted(wavefront, group, due % wavefronts, due / wavefronts));
    }
    turns++;
  }

  /**
   * Called when all groups of the launch have ended.
   *
   * @throws ExecutionException if the wavefronts have not all appended equally often
   */
  public void end(Kernel kernel) {
    long due = turns % all;
    if (due != 0) {
      throw new ExecutionException(
          ("%s: kernel %s: the launch has ended, and wavefront %s of work-group %s has appended in order less"
                  + " often than the one before it: all wavefronts of a launch must, equally often")
              .formatted(kernel.source(), kernel.name(), due % wavefronts, due / wavefronts));
    }
  }
}
