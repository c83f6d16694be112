// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.Fusion;

/**
 * The hardware class of an operation; devices assign costs by class. Classes are distinguished if
 * at least one device executes them at different rates (24-bit and 32-bit multiplies on G80,
 * division and reciprocal everywhere).
 */
public enum OpClass {
  /** Copies, constants and special registers. */
  MOVE,
  /** Selection of one of two values by a predicate or a sign. */
  SELECT,
  /** add, sub, min, max, neg, abs, sad of integers. */
  INT_ADD,
  /** Bitwise operations on integers. */
  INT_LOGIC,
  /** Shifts by a number of bits. */
  INT_SHIFT,
  /** bfe, bfi, brev, popc, clz, prmt, funnel shift. */
  INT_BIT,
  /** 24-bit products, including multiply-add. */
  INT_MUL24,
  /** Low half of a product of up to 32 bits, including multiply-add. */
  INT_MUL32,
  /** Wide, high and 64-bit products, including multiply-add. */
  INT_MUL_WIDE,
  /** Division and remainder, not decomposed. */
  INT_DIV,
  /** Dot products of bytes and halves. */
  INT_DOT,
  /** Additions and subtractions below 64 bits. */
  FLOAT_ADD,
  /** Products below 64 bits. */
  FLOAT_MUL,
  /** Multiply-add with two roundings, below 64 bits. */
  FLOAT_MAD,
  /** Fused multiply-add below 64 bits; {@link Fusion} states whether the program requested it. */
  FLOAT_FMA,
  /** min, max, abs, neg, copysign below 64 bits. */
  FLOAT_MINMAX,
  /** Division below 64 bits. */
  FLOAT_DIV,
  /** Comparison of integers. */
  COMPARE_INT,
  /** Comparison of floats, and tests of their class. */
  COMPARE_FLOAT,
  /** Bitwise operations on predicates. */
  PREDICATE_LOGIC,
  /** Conversions between integers and floats. */
  CONVERT_INT_FLOAT,
  /** Conversions between integers. */
  CONVERT_INT,
  /** Conversions between floats, including rounding to integral values. */
  CONVERT_FLOAT,
  /** Reciprocal; of doubles only the approximate one. */
  SFU_RCP,
  /** Reciprocal of a square root. */
  SFU_RSQRT,
  /** Square root below 64 bits. */
  SFU_SQRT,
  /** Power of two, and hyperbolic tangent. */
  SFU_EXP,
  /** Logarithm to the base of two. */
  SFU_LOG,
  /** Sine and cosine. */
  SFU_SINCOS,
  /** 64-bit additions, subtractions, minima, maxima and sign operations. */
  DOUBLE_ADD,
  /** 64-bit products. */
  DOUBLE_MUL,
  /** 64-bit multiply-add, fused or not. */
  DOUBLE_FMA,
  /** 64-bit division, square root and exact reciprocal. */
  DOUBLE_DIV,
  /** Arithmetic on pointers. */
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
  /** Barrier of a work-group or a launch. */
  BARRIER,
  /** Memory fence. */
  FENCE,
  /** Operations between the lanes of a wavefront. */
  CROSS_LANE,
  /** Products of matrices that are distributed over a wavefront. */
  MATRIX,
  /** Jumps, branches and switches. */
  BRANCH,
  /** The end of a work-item. */
  EXIT,
  /** Output by printf. */
  EVENT
}
