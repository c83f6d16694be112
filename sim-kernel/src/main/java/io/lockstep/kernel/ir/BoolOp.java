package io.lockstep.kernel.ir;

/** How a comparison is combined with a predicate. */
public enum BoolOp {
  /** The comparison alone; there is no predicate. */
  NONE,
  /** Both hold. */
  AND,
  /** Either holds. */
  OR,
  /** One of both holds, and not the other. */
  XOR
}
