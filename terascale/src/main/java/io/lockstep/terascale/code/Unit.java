// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

/**
 * The issue slots that an ALU operation needs. The architecture determines the number of slots: a
 * transcendental takes slot t of a VLIW5 bundle, and three or four slots of a VLIW4 bundle.
 */
public enum Unit {
  ANY,
  /** One of the slots x, y, z, w; never t. */
  VECTOR,
  TRANSCENDENTAL,
  /** A conversion, which VLIW5 supports only in slot t. */
  CONVERSION,
  /** A 32-bit integer multiplication, low or high half. */
  INT_MULTIPLY,
  /** Two adjacent slots: a double-precision addition, comparison or conversion. */
  PAIR,
  /** Slots x to w: a double-precision multiplication or fused multiply-add. */
  QUAD,
  LDS,
  /** The whole bundle, for a barrier. */
  ALONE
}
