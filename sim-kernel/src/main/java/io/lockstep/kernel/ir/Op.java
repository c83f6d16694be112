// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import static io.lockstep.kernel.ir.OpTraits.acts;
import static io.lockstep.kernel.ir.OpTraits.choice;
import static io.lockstep.kernel.ir.OpTraits.compares;
import static io.lockstep.kernel.ir.OpTraits.computes;
import static io.lockstep.kernel.ir.OpTraits.sum;

import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.Type;

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
  MOVE(computes(1).as(OpClass.MOVE).truncates().addresses()),
  /** d = c ? a : b; c is an I1 register (PTX selp). */
  SELECT(computes(3).as(OpClass.SELECT).truncates()),
  /** d = c >= 0 ? a : b (PTX slct). */
  SELECT_SIGN(computes(3).as(OpClass.SELECT)),
  /** d = special register {@link Instruction#special()}. */
  SPECIAL(computes(0).as(OpClass.MOVE).variants(Special.class)),

  // Integers. SIGNED modifier where it matters.
  /** a + b. */
  ADD(sum().truncates().addresses()),
  /** a - b. */
  SUB(sum().truncates().addresses()),
  /** Low half of the product. */
  MUL(
      computes(2)
          .as(OpClass.INT_MUL32, OpClass.FLOAT_MUL, OpClass.DOUBLE_MUL)
          .truncates()
          .addresses()),
  /** High half of the product. */
  MUL_HI(computes(2).as(OpClass.INT_MUL_WIDE)),
  /** Product twice as wide as {@link Instruction#sourceType()}. */
  MUL_WIDE(computes(2).as(OpClass.INT_MUL_WIDE).truncates().addresses()),
  /** d = low(a*b) + c. */
  MAD(computes(3).as(OpClass.INT_MUL32).truncates().addresses()),
  /** d = high(a*b) + c. */
  MAD_HI(computes(3).as(OpClass.INT_MUL_WIDE)),
  /** d = a*b + c, product and sum twice as wide as {@link Instruction#sourceType()}. */
  MAD_WIDE(computes(3).as(OpClass.INT_MUL_WIDE).truncates().addresses()),
  /** Low 32 bits of a 24x24-bit product. */
  MUL24(computes(2).as(OpClass.INT_MUL24)),
  /** Low 32 bits of a 24x24-bit product, + c. */
  MAD24(computes(3).as(OpClass.INT_MUL24)),
  /** Bits 47..16 of a 24x24-bit product. */
  MUL24_HI(computes(2).as(OpClass.INT_MUL24)),
  /** Bits 47..16 of a 24x24-bit product, + c. */
  MAD24_HI(computes(3).as(OpClass.INT_MUL24)),
  /** c + |a - b|. */
  SAD(computes(3).as(OpClass.INT_ADD)),
  /** Division, not decomposed; an approximate division has a {@link Variant.Divisor}. */
  DIV(
      computes(2)
          .as(OpClass.INT_DIV, OpClass.FLOAT_DIV, OpClass.DOUBLE_DIV)
          .variants(Variant.Divisor.class, Variant.Divisor.NORMAL)),
  /** Remainder of a division of integers, with the sign of a. */
  REM(computes(2).as(OpClass.INT_DIV)),
  /** |a|. */
  ABS(choice(1)),
  /** -a; for floats only the sign changes. */
  NEG(choice(1).truncates()),
  /** Minimum; {@link Variant.NanRule} gives the result for one NaN. */
  MIN(choice(2).variants(Variant.NanRule.class, Variant.NanRule.NUMBER_WINS)),
  /** Maximum, with the NaN rule of MIN. */
  MAX(choice(2).variants(Variant.NanRule.class, Variant.NanRule.NUMBER_WINS)),
  /** Bitwise and, also of predicates. */
  AND(computes(2).as(OpClass.INT_LOGIC).truncates().addresses()),
  /** Bitwise or, also of predicates. */
  OR(computes(2).as(OpClass.INT_LOGIC).truncates().addresses()),
  /** Bitwise exclusive or, also of predicates. */
  XOR(computes(2).as(OpClass.INT_LOGIC).truncates()),
  /** Complement, also of predicates. */
  NOT(computes(1).as(OpClass.INT_LOGIC).truncates()),
  /** d = a == 0 ? 1 : 0 (PTX cnot). */
  CNOT(computes(1).as(OpClass.INT_LOGIC)),
  /** Left shift. An amount of at least the width gives 0. */
  SHL(computes(2).as(OpClass.INT_SHIFT).amountsFrom(1).truncates().addresses()),
  /** Right shift; SIGNED copies the sign. An amount of at least the width leaves only the fill. */
  SHR(computes(2).as(OpClass.INT_SHIFT).amountsFrom(1).addresses()),
  /** Upper half of b:a shifted left by c, which {@link Instruction#wrap()} wraps or clamps. */
  FUNNEL_LEFT(computes(3).as(OpClass.INT_BIT).amountsFrom(2)),
  /** Lower half of b:a shifted right by c; see FUNNEL_LEFT. */
  FUNNEL_RIGHT(computes(3).as(OpClass.INT_BIT).amountsFrom(2)),
  /** Field of a at position b, length c; SIGNED extends it by its sign. */
  BIT_FIELD_EXTRACT(computes(3).as(OpClass.INT_BIT).amountsFrom(1)),
  /** Inserts the low bits of a into b at position c; the fourth source is the length. */
  BIT_FIELD_INSERT(computes(4).as(OpClass.INT_BIT).amountsFrom(2)),
  /** Reverses the order of the bits. */
  BIT_REVERSE(computes(1).as(OpClass.INT_BIT)),
  /** Number of set bits. The type is the operand's; the result has 32 bits, like the next three. */
  POPCOUNT(computes(1).as(OpClass.INT_BIT).resultBits(32)),
  /** Zeros above the leading one; the type's width if there is none. */
  COUNT_LEADING_ZEROS(computes(1).as(OpClass.INT_BIT).resultBits(32)),
  /** Position of the leading one (non-sign bit when signed), or -1. */
  FIND_LEADING(computes(1).as(OpClass.INT_BIT).resultBits(32)),
  /** As FIND_LEADING, but returns the shift that would move the bit to the top. */
  FIND_LEADING_SHIFT(computes(1).as(OpClass.INT_BIT).resultBits(32)),
  /** Selects bytes, by {@link Variant.Bytes}. */
  PERMUTE_BYTES(
      computes(3).as(OpClass.INT_BIT).variants(Variant.Bytes.class, Variant.Bytes.GENERIC)),
  /** A function of three operands' bits, by {@link Variant.TruthTable}. */
  LOGIC3(computes(3).as(OpClass.INT_LOGIC).variants(Variant.TruthTable.class)),
  /** c + four products of bytes; SIGNED is a's signedness, SOURCE SIGNED b's. */
  DOT4(computes(3).as(OpClass.INT_DOT)),
  /** c + two products of a's 16-bit halves with two of b's bytes, {@link Variant.Half}. */
  DOT2(computes(3).as(OpClass.INT_DOT).variants(Variant.Half.class)),

  // Floats; also ABS, NEG, MIN, MAX, ADD, SUB, MUL and DIV above.
  /** a*b + c with one rounding. */
  FMA(computes(3).as(OpClass.FLOAT_FMA, OpClass.FLOAT_FMA, OpClass.DOUBLE_FMA)),
  /** a*b rounded, + c rounded. */
  MAD_UNFUSED(computes(3).as(OpClass.FLOAT_MAD, OpClass.FLOAT_MAD, OpClass.DOUBLE_FMA)),
  /** 1 / a. */
  RCP(computes(1).as(OpClass.SFU_RCP, OpClass.SFU_RCP, OpClass.DOUBLE_DIV)),
  /** 1 / square root of a. */
  RSQRT(computes(1).as(OpClass.SFU_RSQRT)),
  /** Square root of a. */
  SQRT(computes(1).as(OpClass.SFU_SQRT, OpClass.SFU_SQRT, OpClass.DOUBLE_DIV)),
  /** Sine of a in radians. */
  SIN(computes(1).as(OpClass.SFU_SINCOS)),
  /** Cosine of a in radians. */
  COS(computes(1).as(OpClass.SFU_SINCOS)),
  /** 2 to the power of a. */
  EXP2(computes(1).as(OpClass.SFU_EXP)),
  /** Logarithm of a to the base of 2. */
  LOG2(computes(1).as(OpClass.SFU_LOG)),
  /** Hyperbolic tangent of a. */
  TANH(computes(1).as(OpClass.SFU_EXP)),
  /** b with the sign of a (PTX copysign). */
  COPY_SIGN(choice(2)),
  /** Tests the class of a float, by {@link Variant.FloatClass}. */
  TEST_FLOAT(
      computes(1).as(OpClass.COMPARE_FLOAT).resultBits(1).variants(Variant.FloatClass.class)),

  /**
   * d (I1) = a ? b by {@link Instruction#comparison()}, optionally combined with predicate c. A
   * second destination receives the negated comparison, combined with c in the same way.
   */
  COMPARE(compares(2).resultBits(1)),
  /** As COMPARE, with result 0 / all ones (integer destination) or 0.0 / 1.0. */
  COMPARE_SET(compares(1)),
  /**
   * Conversion from {@link Instruction#sourceType()} to {@link Instruction#type()}. The source
   * register may be wider than the source type; only its low bits are used.
   */
  CONVERT(computes(1).as(OpClass.CONVERT_INT, OpClass.CONVERT_INT_FLOAT).addresses()),

  // Memory. The first source is the address, then data.
  /**
   * Load. {@link Instruction#type()} is the type of the registers; a narrower {@link
   * MemoryAccess#element()} is extended, by its sign if SIGNED.
   */
  LOAD(acts(1, 1).as(OpClass.LOAD).variants(Variant.Copy.class, Variant.Copy.NONE).reads()),
  /** Store. Data registers may be wider than the element; only their low bits are used. */
  STORE(acts(1, 0).as(OpClass.STORE).variants(Variant.Copy.class, Variant.Copy.NONE).writes()),
  /**
   * Atomic. Sources: the address, then the operand, or the expected and the new value, or none if
   * the lanes of a wavefront perform the operation together.
   */
  ATOMIC(acts(1, 1).as(OpClass.ATOMIC).variants(AtomicOp.class).reads().writes()),
  /**
   * Texture fetch; sources: texture handle, coordinates (a layer first), then the further sources
   * of {@link Texels.Fetch}. The access's offset holds an offset in half texels: signed bytes, x
   * lowest. Integer coordinates (source type) are numbers of texels, read without filtering.
   */
  TEXTURE(acts(1, 1).as(OpClass.TEXTURE).variants(Texels.Fetch.class).reads()),
  /** Surface load: as TEXTURE with integer coordinates, x in bytes, by {@link Texels.Surface}. */
  SURFACE_LOAD(acts(1, 1).as(OpClass.LOAD).variants(Texels.Surface.class).reads()),
  /** Surface store: as SURFACE_LOAD, then data; x counts texels if the store is formatted. */
  SURFACE_STORE(acts(1, 0).as(OpClass.STORE).variants(Texels.Surface.class).writes()),

  // Work-group and lanes.
  /**
   * Ends its block; all live work-items of the group meet. Sources: barrier number, then optionally
   * the number of work-items. If {@link Variant.Barrier} reduces: number, predicate, optional
   * count; the result goes to the destination. {@link Variant.Barrier#LAUNCH} has no sources; all
   * groups of the launch meet.
   */
  BARRIER(acts(1, 1).as(OpClass.BARRIER).variants(Variant.Barrier.class, Variant.Barrier.WAIT)),
  /** A memory fence, by {@link Variant.Fence}. */
  FENCE(acts(0, 0).as(OpClass.FENCE).variants(Variant.Fence.class)),
  /** The asynchronous copies since the last one of these become a group, for each work-item. */
  COMMIT_COPIES(acts(0, 0).as(OpClass.FENCE)),
  /**
   * Waits until at most so many of the latest groups of the work-item's asynchronous copies are
   * under way. Source: a constant.
   */
  AWAIT_COPIES(acts(1, 0).as(OpClass.FENCE)),
  /**
   * Shuffle by {@link Variant.Shuffle}. Results: value, whether the lane is in range. Sources:
   * value, lane, clamp, member mask.
   */
  SHUFFLE(acts(4, 2).as(OpClass.CROSS_LANE).variants(Variant.Shuffle.class)),
  /** Vote by {@link Variant.Vote}. Sources: predicate, member mask. */
  VOTE(acts(2, 1).as(OpClass.CROSS_LANE).variants(Variant.Vote.class)),
  /** Match by {@link Variant.Match}. Destinations: mask, predicate. Sources: value, member mask. */
  MATCH(acts(2, 2).as(OpClass.CROSS_LANE).variants(Variant.Match.class)),
  /** Reduces by {@link Instruction#atomic()} over lanes. Sources: value, member mask. */
  REDUCE(acts(2, 1).as(OpClass.CROSS_LANE).variants(AtomicOp.class)),
  /** The mask of the active lanes. */
  ACTIVE_MASK(acts(0, 1).as(OpClass.CROSS_LANE)),
  /** Election. Destinations: leader's lane, predicate (is the leader). Source: member mask. */
  ELECT(acts(1, 2).as(OpClass.CROSS_LANE)),
  /**
   * A product of matrices that are distributed over the lanes of a wavefront, by {@link
   * MatrixShape}. Destinations: the registers of D. Sources: the registers of A, B and C, then the
   * indexes of a sparse A. All lanes execute it.
   */
  MATRIX(acts(3, 1).as(OpClass.MATRIX).variants(Variant.Matrix.class)),
  /**
   * The address of a lane's part of a matrix of 8 × 8 halves, of whose rows of 16 bytes lanes hold
   * the addresses: lane l gets the address in lane 8·m + l / 4 for matrix m of {@link
   * Variant.Matrices}, plus 4·(l mod 4). Source: the address of a row. All lanes execute it.
   */
  ROW_ADDRESS(acts(1, 1).as(OpClass.CROSS_LANE).variants(Variant.Matrices.class)),
  /**
   * Transposes a matrix of which lane l holds a word of row l / 4, or expands its elements to
   * bytes, as {@link Variant.Arrangement} says. All lanes execute it.
   */
  TRANSPOSE(
      acts(1, 1)
          .as(OpClass.CROSS_LANE)
          .variants(Variant.Arrangement.class, Variant.Arrangement.HALVES)),
  /** Prints text. Sources: generic addresses of the format and of the argument block. */
  PRINTF(acts(2, 1).as(OpClass.EVENT)),

  // Terminators.
  /** Continues at successor 0. */
  JUMP(acts(0, 0).as(OpClass.BRANCH)),
  /** Continues at successor 1 if the predicate (guard) holds, otherwise at successor 0. */
  BRANCH(acts(0, 0).as(OpClass.BRANCH).variants(Variant.Loop.class, Variant.Loop.FREE)),
  /** Continues at the successor whose number the source holds. */
  SWITCH(acts(1, 0).as(OpClass.BRANCH)),
  /** Ends the work-item, by {@link Variant.Exit}. */
  EXIT(acts(0, 0).as(OpClass.EXIT).variants(Variant.Exit.class, Variant.Exit.END));

  private final OpTraits traits;

  Op(OpTraits traits) {
    this.traits = traits;
  }

  /** {@return the number of sources; if it varies by instruction, the smallest number} */
  public int sources() {
    return traits.sources;
  }

  /** {@return the number of results: 1 for a vector, the largest number if some are optional} */
  public int results() {
    return traits.results;
  }

  /** {@return the width of the first result in bits; 0 if it has the instruction's type} */
  public int resultBits() {
    return traits.resultBits;
  }

  /** Returns the hardware class for operands of a type. */
  OpClass classOf(Type type) {
    return type == Type.F64 ? traits.f64 : type.isFloat() ? traits.single : traits.integer;
  }

  /** {@return the type of the operation's variants; null if there are none} */
  public Class<? extends Variant> variants() {
    return traits.variants;
  }

  /** {@return the default variant; null if it must be specified or there are none} */
  public Variant usualVariant() {
    return traits.usual;
  }

  /** {@return whether the result may be an address that the sources determine} */
  public boolean isAddressArithmetic() {
    return traits.addresses;
  }

  /**
   * {@return whether the operation only computes: it uses neither memory nor other work-items, and
   * does not end a block}
   */
  public boolean isComputation() {
    return traits.computes;
  }

  /** {@return whether the operation chooses a successor block or ends the work-item} */
  public boolean isTerminator() {
    return this == JUMP || this == BRANCH || this == SWITCH || this == EXIT;
  }

  /** {@return whether the operation reads memory, texels included} */
  public boolean reads() {
    return traits.reads;
  }

  /** {@return whether the operation writes memory, texels included} */
  public boolean writes() {
    return traits.writes;
  }

  /** {@return whether the operation accesses memory at an address, not texels} */
  public boolean isAddressed() {
    return (reads() || writes()) && !isTexel();
  }

  /** {@return whether the operation accesses texels, at coordinates} */
  public boolean isTexel() {
    return this == TEXTURE || this == SURFACE_LOAD || this == SURFACE_STORE;
  }

  /**
   * {@return whether the low half of an integer result depends on no more than the low halves of
   * the sources, so that an operation of half the width computes it}
   */
  public boolean truncates() {
    return traits.truncates;
  }

  /** {@return whether the result is a number of bits, or a bit's position, in 32 bits} */
  public boolean countsBits() {
    return traits.resultBits == Integer.SIZE;
  }

  /**
   * {@return whether a source is a number of bits, which has 32 bits and no sign}
   *
   * @param source index of the source
   */
  public boolean isAmount(int source) {
    return source >= traits.amountsFrom;
  }
}
