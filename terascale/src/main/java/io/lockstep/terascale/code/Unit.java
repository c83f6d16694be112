// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

/**
 * The issue slots that an ALU operation needs. The architecture determines how many (a
 * transcendental is slot t of a VLIW5 bundle and three or four slots of a VLIW4 bundle).
 */
public enum Unit {
  ANY,
  /** One of the slots x, y, z, w; never t. */
  VECTOR,
  TRANSCENDENTAL,
  /** A conversion that VLIW5 supports in slot t only. */
  CONVERSION,
  /** A 32-bit integer product, low or high half. */
  INT_MULTIPLY,
  /** Two adjacent slots: a double-precision sum, comparison or conversion. */
  PAIR,
  /** Slots x to w: a double-precision product or fused multiply-add. */
  QUAD,
  LDS,
  /** The whole bundle: a barrier. */
  ALONE
}
