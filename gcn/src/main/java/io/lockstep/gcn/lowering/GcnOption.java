// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.lower.Transformation;

/** Transformations of the compiler, all LLVM's. */
public enum GcnOption implements Transformation {
  /** Hoists moves of uniform operands to vector registers out of loops. */
  HOISTED_MOVES,

  /** Hoists reciprocals of loop-invariant divisors. */
  HOISTED_RECIPROCALS,

  /** Re-rolls loops that the front-end unrolled with a remainder. */
  ROLLED_LOOPS,

  /** Drops sides of branches that no value can reach. */
  KNOWN_BRANCHES,

  /** Lets one lane perform an atomic whose address and operand are uniform. */
  UNIFORM_ATOMICS,

  /** Keeps small private arrays in registers. */
  PROMOTED_ARRAYS,

  /** Separates constant offsets from indexes: (x + constant) + y is x + y and an offset. */
  SEPARATED_OFFSETS,

  /** Merges vector loads and stores of neighbouring dwords, bytes and half-words. */
  MERGED_ACCESSES,

  /** Folds shifts, sums, bit fields and flags into their only user. */
  FOLDED_OPERANDS,

  /** Joins equal operations on both 16-bit halves of a register into a packed one (v_pk_…). */
  PACKED_WORDS,

  /** Joins independent operations of one kind into packed ones on pairs of registers. */
  PACKED_ARITHMETIC,

  /** Joins LDS accesses of one base into instructions with two offsets (ds_read2_b32). */
  PAIRED_ACCESSES,

  /** Schedules loads as early as their addresses and the registers allow. */
  EARLY_LOADS
}
