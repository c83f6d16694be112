package io.lockstep.terascale.code;

/**
 * The issue slots an operation needs; their number depends on the architecture: a transcendental
 * takes slot t of VLIW5, three or four slots of VLIW4.
 */
public enum Unit {
  ANY,
  /** One of x, y, z, w. */
  VECTOR,
  TRANSCENDENTAL,
  /** A conversion that VLIW5 has in slot t only. */
  CONVERSION,
  /** A 32-bit product, low or high half. */
  INT_MULTIPLY,
  /** Two adjacent slots: a double-precision sum, comparison or conversion. */
  PAIR,
  /** Slots x to w: a double-precision product or fused multiply-add. */
  QUAD,
  LDS,
  /** The whole bundle: a barrier. */
  ALONE
}
