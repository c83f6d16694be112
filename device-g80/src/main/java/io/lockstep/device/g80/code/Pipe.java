package io.lockstep.device.g80.code;

/** Executes a warp's instruction; {@link WarpCode} has ordinals. */
public enum Pipe {
  /** Eight streaming processors: four clocks a warp. */
  SP,
  /** A multiplication that the special-function units take if the SPs are busy. */
  MULTIPLY,
  /** Two special-function units: sixteen clocks a warp. */
  SFU,
  /** One double-precision unit (GT200). */
  DP,
  /** Shared memory, on the SPs' operand path. */
  SHARED,
  CONSTANT,
  TEXTURE,
  GLOBAL,
  /** CUDA's local memory, which is in global memory. */
  PRIVATE,
  BARRIER,
  BRANCH
}
