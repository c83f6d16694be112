// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/** Comparisons; the U forms and NAN are true when an operand is NaN. */
public enum Comparison {
  /** Equal; for floats false when an operand is NaN, as are NE to GE. */
  EQ,
  /** Not equal. */
  NE,
  /** Less, by the instruction's signedness. */
  LT,
  /** Less or equal. */
  LE,
  /** Greater. */
  GT,
  /** Greater or equal. */
  GE,
  /** Equal or unordered. */
  EQU,
  /** Not equal or unordered. */
  NEU,
  /** Less or unordered. */
  LTU,
  /** Less, equal or unordered. */
  LEU,
  /** Greater or unordered. */
  GTU,
  /** Greater, equal or unordered. */
  GEU,
  /** No operand is NaN. */
  NUM,
  /** An operand is NaN. */
  NAN
}
