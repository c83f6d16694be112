package io.lockstep.device.g80.code;

/** The unit that executes a warp's instruction; the ordinal is its number in {@link WarpCode}. */
public enum Pipe {
  /** Eight streaming processors: a warp takes four clocks. */
  SP,
  /** A multiplication that the special-function units take, too, where the SPs are busy. */
  MULTIPLY,
  /** Two special-function units: a warp takes sixteen clocks. */
  SFU,
  /** One double-precision unit (GT200). */
  DP,
  /** Shared memory, through the SPs' operand path. */
  SHARED,
  /** Constant cache. */
  CONSTANT,
  /** The cluster's texture unit. */
  TEXTURE,
  /** Global memory. */
  GLOBAL,
  /** A thread's own memory (CUDA: local memory), which lies in global memory. */
  PRIVATE,
  /** Barrier. */
  BARRIER,
  /** Branches, joins, exit. */
  BRANCH
}
