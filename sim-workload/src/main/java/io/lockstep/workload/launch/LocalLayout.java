// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.kernel.ir.Kernel;

/**
 * The layout of local memory beyond the kernel's static local memory.
 *
 * @param dynamicBytes number of bytes beyond {@link Kernel#localBytes()}
 * @param offsets offset of each argument; −1 if the argument is not local memory
 * @param end bytes of a group's local memory
 */
public record LocalLayout(int dynamicBytes, long[] offsets, long end) {
  /** Maximum number of bytes of a group. */
  public static final long MOST_BYTES = 1L << 30;

  private static final int ALIGNMENT = 16;

  /**
   * {@return the layout of local arguments after the static local memory and CUDA's dynamic local
   * memory; its end may be beyond {@link #MOST_BYTES}}
   *
   * @param shared bytes of dynamic local memory
   * @param sizes bytes of each argument, 0 if it is not local memory
   */
  public static LocalLayout of(Kernel kernel, long shared, long[] sizes) {
    long[] offsets = new long[sizes.length];
    long end = kernel.localBytes() + shared;
    for (int i = 0; i < sizes.length; i++) {
      offsets[i] = -1;
      if (sizes[i] > 0) {
        offsets[i] = -Math.floorDiv(-end, ALIGNMENT) * ALIGNMENT;
        end = offsets[i] + sizes[i];
      }
    }
    return new LocalLayout((int) (end - kernel.localBytes()), offsets, end);
  }
}
