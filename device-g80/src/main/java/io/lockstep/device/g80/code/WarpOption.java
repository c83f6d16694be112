// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.lower.Transformation;

/** Transformations of the compiler that experiments can leave out. */
public enum WarpOption implements Transformation {
  /** Words of wide shared loads are operands of instructions. */
  SHARED_WORDS,
  /** Sizes and numbers of blocks are operands of instructions. */
  HEADER_OPERANDS,
  /** Constants and offsets of addresses are part of instructions. */
  IMMEDIATES,
  /** Sides of branches that no value can reach are dropped. */
  KNOWN_BRANCHES,
  /** A branch to a branch goes to that one's target. */
  DIRECT_BRANCHES,
  /** Words of constant memory, literals of multiply-adds among them, are operands. */
  CONSTANT_OPERANDS,
  /** Products of short values take fewer multiplications. */
  VALUE_WIDTHS,
  /** Lanes that leave the kernel do not reconverge; a loop's join is pushed once, before it. */
  JOINS,
  /** Sides of branches precede their join, and the blocks of a loop are contiguous. */
  LAYOUT,
  /** Conditions are computed while other operands are awaited. */
  EARLY_CONDITIONS,
  /** Arithmetic compares its result with zero. */
  RESULT_CONDITIONS,
  /** Coordinates that are used again are copied for a fetch. */
  TEXTURE_MOVES,
  /** Values that follow each other in a variable have registers of their own. */
  VALUE_REGISTERS,
  /** Addresses a constant apart are computed from each other. */
  OFFSETS,
  /** Values beyond the registers of a block or of launch bounds are kept in local memory. */
  SPILLS
}
