// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

/**
 * The operations of the IR. Width and number format are given by the instruction's {@link
 * Instruction#type()}; signedness, rounding, flushing and saturation are its modifiers, and {@link
 * Instruction#variant()} is its variant. Operand order is that of PTX unless stated otherwise.
 */
public enum Op {
  /**
   * d = a. The address of a module-scope variable is an immediate made by {@link Address#variable};
   * addresses of local and private variables are offsets in their space.
   */
  MOVE(1),
  /** d = c ? a : b; c is an I1 register (PTX selp). */
  SELECT(3),
  /** d = c >= 0 ? a : b (PTX slct). */
  SELECT_SIGN(3),
  /** d = special register {@link Instruction#special()}. */
  SPECIAL,

  // Integers. SIGNED modifier where it matters.
  /** a + b. */
  ADD,
  /** a - b. */
  SUB,
  /** Low half of the product. */
  MUL,
  /** High half of the product. */
  MUL_HI,
  /** Product twice as wide as {@link Instruction#sourceType()}. */
  MUL_WIDE,
  /** d = low(a*b) + c. */
  MAD(3),
  /** d = high(a*b) + c. */
  MAD_HI(3),
  /** d = a*b + c, product and sum twice as wide as {@link Instruction#sourceType()}. */
  MAD_WIDE(3),
  /** Low 32 bits of a 24x24-bit product. */
  MUL24,
  /** Low 32 bits of a 24x24-bit product, + c. */
  MAD24(3),
  /** Bits 47..16 of a 24x24-bit product. */
  MUL24_HI,
  /** Bits 47..16 of a 24x24-bit product, + c. */
  MAD24_HI(3),
  /** c + |a - b|. */
  SAD(3),
  /** Division, not decomposed; an approximate division has a {@link Variant.Divisor}. */
  DIV,
  /** Remainder of a division of integers, with the sign of a. */
  REM,
  /** |a|. */
  ABS(1),
  /** -a; for floats only the sign changes. */
  NEG(1),
  /** Minimum; {@link Variant.NanRule} gives the result for one NaN. */
  MIN,
  /** Maximum, with the NaN rule of MIN. */
  MAX,
  /** Bitwise and, also of predicates. */
  AND,
  /** Bitwise or, also of predicates. */
  OR,
  /** Bitwise exclusive or, also of predicates. */
  XOR,
  /** Complement, also of predicates. */
  NOT(1),
  /** d = a == 0 ? 1 : 0 (PTX cnot). */
  CNOT(1),
  /** Left shift. An amount of at least the width gives 0. */
  SHL,
  /** Right shift; SIGNED copies the sign. An amount of at least the width leaves only the fill. */
  SHR,
  /** Upper half of b:a shifted left by c, which {@link Instruction#wrap()} wraps or clamps. */
  FUNNEL_LEFT(3),
  /** Lower half of b:a shifted right by c; see FUNNEL_LEFT. */
  FUNNEL_RIGHT(3),
  /** Field of a at position b, length c; SIGNED extends it by its sign. */
  BIT_FIELD_EXTRACT(3),
  /** Inserts the low bits of a into b at position c; the fourth source is the length. */
  BIT_FIELD_INSERT(4),
  /** Reverses the order of the bits. */
  BIT_REVERSE(1),
  /** Number of set bits. The type is the operand's; the result has 32 bits, like the next three. */
  POPCOUNT(1),
  /** Zeros above the leading one; the type's width if there is none. */
  COUNT_LEADING_ZEROS(1),
  /** Position of the leading one (non-sign bit when signed), or -1. */
  FIND_LEADING(1),
  /** As FIND_LEADING, but returns the shift that would move the bit to the top. */
  FIND_LEADING_SHIFT(1),
  /** Selects bytes, by {@link Variant.Bytes}. */
  PERMUTE_BYTES(3),
  /** A function of three operands' bits, by {@link Variant.TruthTable}. */
  LOGIC3(3),
  /** c + four products of bytes; SIGNED is a's signedness, SOURCE SIGNED b's. */
  DOT4(3),
  /** c + two products of a's 16-bit halves with two of b's bytes, {@link Variant.Half}. */
  DOT2(3),

  // Floats; also ABS, NEG, MIN, MAX, ADD, SUB, MUL and DIV above.
  /** a*b + c with one rounding. */
  FMA(3),
  /** a*b rounded, + c rounded. */
  MAD_UNFUSED(3),
  /** 1 / a. */
  RCP(1),
  /** 1 / square root of a. */
  RSQRT(1),
  /** Square root of a. */
  SQRT(1),
  /** Sine of a in radians. */
  SIN(1),
  /** Cosine of a in radians. */
  COS(1),
  /** 2 to the power of a. */
  EXP2(1),
  /** Logarithm of a to the base of 2. */
  LOG2(1),
  /** Hyperbolic tangent of a. */
  TANH(1),
  /** b with the sign of a (PTX copysign). */
  COPY_SIGN,
  /** Tests the class of a float, by {@link Variant.FloatClass}. */
  TEST_FLOAT(1),

  /**
   * d (I1) = a ? b by {@link Instruction#comparison()}, optionally combined with predicate c. A
   * second destination receives the negated comparison, combined with c in the same way.
   */
  COMPARE,
  /** As COMPARE, with result 0 / all ones (integer destination) or 0.0 / 1.0. */
  COMPARE_SET,
  /**
   * Conversion from {@link Instruction#sourceType()} to {@link Instruction#type()}. The source
   * register may be wider than the source type; only its low bits are used.
   */
  CONVERT(1),

  // Memory. The first source is the address, then data.
  /**
   * Load. {@link Instruction#type()} is the type of the registers; a narrower {@link
   * MemoryAccess#element()} is extended, by its sign if SIGNED.
   */
  LOAD,
  /** Store. Data registers may be wider than the element; only their low bits are used. */
  STORE,
  /**
   * Atomic. Sources: the address, then the operand, or the expected and the new value, or none if
   * the lanes of a wavefront perform the operation together.
   */
  ATOMIC,
  /**
   * Texture fetch; sources: texture handle, coordinates (a layer first), then the further sources
   * of {@link Texels.Fetch}. The access's offset holds an offset in half texels: signed bytes, x
   * lowest. Integer coordinates (source type) are numbers of texels, read without filtering.
   */
  TEXTURE,
  /** Surface load: as TEXTURE with integer coordinates, x in bytes, by {@link Texels.Surface}. */
  SURFACE_LOAD,
  /** Surface store: as SURFACE_LOAD, then data; x counts texels if the store is formatted. */
  SURFACE_STORE,

  // Work-group and lanes.
  /**
   * Ends its block; all live work-items of the group meet. Sources: barrier number, then optionally
   * the number of work-items. If {@link Variant.Barrier} reduces: number, predicate, optional
   * count; the result goes to the destination. {@link Variant.Barrier#LAUNCH} has no sources; all
   * groups of the launch meet.
   */
  BARRIER,
  /** A memory fence, by {@link Variant.Fence}. */
  FENCE,
  /**
   * Shuffle by {@link Variant.Shuffle}. Results: value, whether the lane is in range. Sources:
   * value, lane, clamp, member mask.
   */
  SHUFFLE,
  /** Vote by {@link Variant.Vote}. Sources: predicate, member mask. */
  VOTE,
  /** Match by {@link Variant.Match}. Destinations: mask, predicate. Sources: value, member mask. */
  MATCH,
  /** Reduces by {@link Instruction#atomic()} over lanes. Sources: value, member mask. */
  REDUCE,
  /** The mask of the active lanes. */
  ACTIVE_MASK,
  /** Election. Destinations: leader's lane, predicate (is the leader). Source: member mask. */
  ELECT,
  /**
   * A product of matrices that are distributed over the lanes of a wavefront of 64, by {@link
   * MatrixShape}. Destinations: the registers of D. Sources: the registers of A, B and C, then the
   * indexes of a sparse A. All lanes execute it.
   */
  MATRIX,
  /** Prints text. Sources: generic addresses of the format and of the argument block. */
  PRINTF,

  // Terminators.
  /** Continues at successor 0. */
  JUMP,
  /** Continues at successor 1 if the predicate (guard) holds, otherwise at successor 0. */
  BRANCH,
  /** Continues at the successor whose number the source holds. */
  SWITCH,
  /** Ends the work-item, by {@link Variant.Exit}. */
  EXIT;

  private final int operands;

  Op() {
    this(2);
  }

  Op(int operands) {
    this.operands = operands;
  }

  int operands() {
    return operands;
  }

  /**
   * {@return whether the operation only computes: it uses neither memory nor other work-items, and
   * does not end a block}
   */
  public boolean isComputation() {
    return compareTo(LOAD) < 0;
  }

  /** {@return whether the operation chooses a successor block or ends the work-item} */
  public boolean isTerminator() {
    return this == JUMP || this == BRANCH || this == SWITCH || this == EXIT;
  }
}
