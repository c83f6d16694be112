// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

/** The rule by which a run of recorded accesses determines the address of a work-item. */
public enum RunKind {
  /** All work-items access {@code base}. */
  UNIFORM,
  /** {@code base + strideX * x + strideY * y + strideZ * z} over the local id. */
  AFFINE,
  /** {@code base + pool[workItem - low]}: a 32-bit offset per work-item. */
  SCATTER,
  /** As SCATTER with 64-bit addresses in the wide pool and base 0: several buffers at once. */
  SCATTER_WIDE
}
