package io.lockstep.kernel.ir;

/** How a comparison is combined with a predicate. */
public enum BoolOp {
  /** The comparison alone, without a predicate. */
  NONE,
  /** Both conditions hold. */
  AND,
  /** At least one condition holds. */
  OR,
  /** Exactly one condition holds. */
  XOR
}
