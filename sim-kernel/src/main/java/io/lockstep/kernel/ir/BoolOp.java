package io.lockstep.kernel.ir;

/** How a comparison is combined with a predicate. */
public enum BoolOp {
  /** The comparison alone, without a predicate. */
  NONE,
  /** Both hold. */
  AND,
  /** Either holds. */
  OR,
  /** Exactly one holds. */
  XOR
}
