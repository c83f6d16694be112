package io.lockstep.kernel.ir;

/** How a comparison is combined with a predicate. */
public enum BoolOp {
  NONE,
  AND,
  OR,
  XOR
}
