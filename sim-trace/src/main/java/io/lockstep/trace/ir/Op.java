package io.lockstep.trace.ir;

/**
 * Operations of the portable kernel. Width and kind of number are the instruction's {@link
 * Instruction#type()}; signedness, rounding, flushing and saturation are its modifiers.
 *
 * <p>Operand order is that of PTX unless said otherwise.
 */
public enum Op {
  /** d = a. */
  MOVE,
  /** d = c ? a : b; c is an I1 register (PTX selp). */
  SELECT,
  /** d = c >= 0 ? a : b (PTX slct). */
  SELECT_SIGN,
  /** d = special register {@link Instruction#special()}. */
  SPECIAL,

  // Integers. SIGNED modifier where it matters.
  ADD,
  SUB,
  /** Low half of the product. */
  MUL,
  /** High half of the product. */
  MUL_HI,
  /** Product twice as wide as {@link Instruction#sourceType()}. */
  MUL_WIDE,
  /** d = low(a*b) + c. */
  MAD,
  MAD_HI,
  MAD_WIDE,
  /** Low 32 bits of a 24x24-bit product. */
  MUL24,
  MAD24,
  /** Bits 47..16 of a 24x24-bit product. */
  MUL24_HI,
  MAD24_HI,
  /** c + |a - b|. */
  SAD,
  DIV,
  REM,
  ABS,
  NEG,
  MIN,
  MAX,
  AND,
  OR,
  XOR,
  NOT,
  CNOT,
  /** Shift amounts clamp: at least the width gives 0 or the sign. */
  SHL,
  SHR,
  /** Funnel shift; {@link Instruction#wrap()} tells wrap from clamp. */
  FUNNEL_LEFT,
  FUNNEL_RIGHT,
  BIT_FIELD_EXTRACT,
  /** d = insert a into b at c, length d. */
  BIT_FIELD_INSERT,
  BIT_REVERSE,
  POPCOUNT,
  COUNT_LEADING_ZEROS,
  /** Position of the leading one (non-sign bit when signed), or -1. */
  FIND_LEADING,
  /** As above, as the shift amount that normalises. */
  FIND_LEADING_SHIFT,
  /** {@link Instruction#mode()} holds the permute mode, 0 is generic. */
  PERMUTE_BYTES,
  /** {@link Instruction#mode()} holds the truth table. */
  LOGIC3,
  DOT4,
  DOT2,

  // Floats (ABS, NEG, MIN, MAX, ADD, SUB, MUL, DIV above serve them too).
  /** a*b + c with one rounding. */
  FMA,
  /** a*b rounded, + c rounded. */
  MAD_UNFUSED,
  RCP,
  RSQRT,
  SQRT,
  SIN,
  COS,
  EXP2,
  LOG2,
  TANH,
  COPY_SIGN,
  /** {@link Instruction#mode()}: 0 finite, 1 infinite, 2 number, 3 notanumber, 4 normal, 5 subnormal. */
  TEST_FLOAT,

  /** d (I1) = a ? b by {@link Instruction#comparison()}, optionally combined with predicate c. */
  COMPARE,
  /** The same into 0 / all ones (integer destination) or 0.0 / 1.0. */
  COMPARE_SET,
  /** From {@link Instruction#sourceType()} to {@link Instruction#type()}. */
  CONVERT,

  // Memory. First source is the address, then data.
  LOAD,
  STORE,
  ATOMIC,
  /** Texture fetch; sources: texture handle, coordinates. */
  TEXTURE,
  SURFACE_LOAD,
  SURFACE_STORE,

  // Work-group and lanes.
  /** Ends its block; all live work-items of the group meet. */
  BARRIER,
  FENCE,
  SHUFFLE,
  VOTE,
  MATCH,
  REDUCE,
  ACTIVE_MASK,
  ELECT,
  PRINTF,

  // Terminators.
  /** To successor 0. */
  JUMP,
  /** To successor 1 where the predicate (guard) holds, else to successor 0. */
  BRANCH,
  /** To the successor whose number the source holds. */
  SWITCH,
  EXIT;

  /** Whether the operation ends a block by choosing a successor or ending the work-item. */
  public boolean isTerminator() {
    return this == JUMP || this == BRANCH || this == SWITCH || this == EXIT;
  }
}
