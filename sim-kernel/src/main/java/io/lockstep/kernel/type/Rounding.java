// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/** The rounding of an inexact result. */
public enum Rounding {
  /** Not specified: the operation's default; in arithmetic to nearest, ties to even. */
  NONE,
  /** To the nearest, ties to even. */
  NEAREST_EVEN,
  /** Towards zero. */
  ZERO,
  /** Towards negative infinity. */
  DOWN,
  /** Towards positive infinity. */
  UP,
  /** To the nearest, ties away from zero. */
  NEAREST_AWAY;

  /** {@return whether the rounding is towards zero or an infinity} */
  public boolean isDirected() {
    return this == ZERO || this == DOWN || this == UP;
  }
}
