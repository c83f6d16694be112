// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

/** The unit that executes a warp's instruction; the ordinal is the number in {@link WarpCode}. */
public enum Pipe {
  /** Eight streaming processors: a warp takes four clocks. */
  SP,
  /** A multiplication that the special-function units execute if the SPs are busy. */
  MULTIPLY,
  /** Two special-function units: a warp takes sixteen clocks. */
  SFU,
  /** One double-precision unit (GT200). */
  DP,
  /** Shared memory, through the SPs' operand path. */
  SHARED,
  CONSTANT,
  TEXTURE,
  GLOBAL,
  /** A thread's private memory (CUDA: local memory), which lies in global memory. */
  PRIVATE,
  BARRIER,
  BRANCH
}
