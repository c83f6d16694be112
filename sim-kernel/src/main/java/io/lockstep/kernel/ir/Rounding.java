package io.lockstep.kernel.ir;

/** How a result that does not fit is rounded. */
public enum Rounding {
  /** The text says nothing: the operation's own, in arithmetic to the nearest, ties to even. */
  NONE,
  /** To the nearest, ties to the even one. */
  NEAREST_EVEN,
  /** Towards zero. */
  ZERO,
  /** Towards negative infinity. */
  DOWN,
  /** Towards positive infinity. */
  UP,
  /** To the nearest, ties away from zero. */
  NEAREST_AWAY
}
