package io.lockstep.kernel.ir;

/**
 * The hardware class of an operation; devices assign costs by class.
 *
 * <p>Classes are distinguished if at least one device executes them at different rates (24-bit and
 * 32-bit multiplies on G80, division and reciprocal everywhere).
 */
public enum OpClass {
  /** Copies, constants and special registers. */
  MOVE,
  /** One of two values by a predicate or a sign. */
  SELECT,
  /** add, sub, min, max, neg, abs, sad of integers. */
  INT_ADD,
  /** Bitwise operations on integers. */
  INT_LOGIC,
  /** Shifts by a number of bits. */
  INT_SHIFT,
  /** bfe, bfi, brev, popc, clz, prmt, funnel shift. */
  INT_BIT,
  /** 24-bit products, multiply-add included. */
  INT_MUL24,
  /** Low half of a product of up to 32 bits, multiply-add included. */
  INT_MUL32,
  /** Division and remainder, not decomposed. */
  INT_MUL_WIDE,
  /** Division and remainder, kept whole. */
  INT_DIV,
  /** Dot products of bytes and halves. */
  INT_DOT,
  /** Sums and differences below 64 bits. */
  FLOAT_ADD,
  /** Products below 64 bits. */
  FLOAT_MUL,
  /** Multiply-add with two roundings. */
  FLOAT_MAD,
  /** Fused multiply-add; {@link Fusion} states whether the program requested it. */
  FLOAT_FMA,
  /** min, max, abs, neg. */
  FLOAT_MINMAX,
  /** Division below 64 bits. */
  FLOAT_DIV,
  /** Comparison of integers. */
  COMPARE_INT,
  /** Comparison of floats. */
  COMPARE_FLOAT,
  /** Bitwise operations on predicates. */
  PREDICATE_LOGIC,
  /** Between integers and floats. */
  CONVERT_INT_FLOAT,
  /** Between integers. */
  CONVERT_INT,
  /** Between floats, roundings to integral values included. */
  CONVERT_FLOAT,
  /** Reciprocal. */
  SFU_RCP,
  /** Reciprocal of a square root. */
  SFU_RSQRT,
  /** Square root. */
  SFU_SQRT,
  /** Power of two, and hyperbolic tangent. */
  SFU_EXP,
  /** Logarithm to the base of two. */
  SFU_LOG,
  /** Sine and cosine. */
  SFU_SINCOS,
  /** 64-bit additions, minima, maxima and negations. */
  DOUBLE_ADD,
  /** 64-bit products. */
  DOUBLE_MUL,
  /** 64-bit fused multiply-add. */
  DOUBLE_FMA,
  /** 64-bit division, square root and exact reciprocal. */
  DOUBLE_DIV,
  /** Arithmetic that only forms addresses. */
  ADDRESS,
  /** Loads of every memory, surfaces included. */
  LOAD,
  /** Stores to every memory, surfaces included. */
  STORE,
  /** Atomic whose old value is unused. */
  ATOMIC,
  /** Atomic whose old value is used. */
  ATOMIC_RETURN,
  /** Texture fetch. */
  TEXTURE,
  /** Barrier of a work-group. */
  BARRIER,
  /** Memory fence. */
  FENCE,
  /** Operations that read other lanes. */
  CROSS_LANE,
  /** Products of matrices that a wavefront holds. */
  MATRIX,
  /** Jumps and branches, switches included. */
  BRANCH,
  /** The end of a work-item. */
  EXIT,
  /** printf and other events for the host. */
  EVENT
}
