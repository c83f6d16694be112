// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/** Whether a fused multiply-add was requested by the program or contracted by a compiler. */
public enum Fusion {
  /** Not a fused multiply-add. */
  NONE,
  /**
   * A compiler contracted a product and a sum, or a library function uses it to round a product to
   * an integer; a machine without FMA may compute product and sum separately.
   */
  PERMITTED,
  /** The program requires a single rounding. */
  REQUIRED
}
