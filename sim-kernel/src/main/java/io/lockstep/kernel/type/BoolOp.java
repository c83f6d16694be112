// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/** The operator that combines a comparison with a predicate. */
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
