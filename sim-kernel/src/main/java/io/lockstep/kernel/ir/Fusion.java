package io.lockstep.kernel.ir;

/** Whether a fused multiply-add was asked for or contracted by a compiler. */
public enum Fusion {
  /** It is no fused multiply-add. */
  NONE,
  /** A compiler contracted a product and a sum: a machine without one may do both. */
  PERMITTED,
  /** The program asked for one rounding. */
  REQUIRED
}
