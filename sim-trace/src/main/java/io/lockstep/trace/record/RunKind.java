// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/** The rule by which a run of recorded accesses determines the address of a work-item. */
public enum RunKind {
  /** All work-items access {@code base}. */
  UNIFORM,
  /**
   * The address is {@code base + strideX * x + strideY * y + strideZ * z} for local id (x, y, z).
   */
  AFFINE,
  /** The address is {@code base + pool[workItem - low]}, with a 32-bit offset per work-item. */
  SCATTER,
  /**
   * As {@link #SCATTER}, with 64-bit addresses in the wide pool and base 0, for accesses to several
   * buffers.
   */
  SCATTER_WIDE
}
