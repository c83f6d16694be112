package io.lockstep.trace.record;

/** How a run of recorded accesses gives the address of a work-item. */
public enum RunKind {
  /** All work-items touch {@code base}. */
  UNIFORM,
  /** {@code base + strideX * x + strideY * y + strideZ * z} over the local id. */
  AFFINE,
  /** {@code base + pool[workItem - low]}: one 32-bit offset a work-item. */
  SCATTER,
  /**
   * As SCATTER with 64-bit addresses in the wide pool ({@code base} is 0): several buffers in one
   * access.
   */
  SCATTER_WIDE
}
