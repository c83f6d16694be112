package io.lockstep.kernel.ir;

/** How a result that does not fit is rounded. */
public enum Rounding {
  NONE,
  NEAREST_EVEN,
  ZERO,
  DOWN,
  UP,
  NEAREST_AWAY
}
