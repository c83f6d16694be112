package io.lockstep.kernel.ir;

/** Whether a fused multiply-add was asked for or contracted by a compiler. */
public enum Fusion {
  NONE,
  PERMITTED,
  REQUIRED
}
