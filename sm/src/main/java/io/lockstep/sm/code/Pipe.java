// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

/**
 * The unit that executes an instruction of a warp; the ordinal is the number in {@link SassCode}.
 */
public enum Pipe {
  /** Single-precision arithmetic and multiplication of integers. */
  FMA,
  /** Integers, logic, comparisons, selections. */
  ALU,
  /** Pairs of half-precision numbers. */
  HALF,
  /** Double precision. */
  DOUBLE,
  /** Transcendental functions, conversions, counts of bits. */
  SPECIAL,
  /** One result for all lanes of a warp, in a uniform register. */
  UNIFORM,
  /** Branches, exits, convergence barriers, instructions without effect. */
  BRANCH,
  /** Barriers of a block and memory fences. */
  BARRIER,
  /** Exchanges between the lanes of a warp, through the memory queue. */
  SHUFFLE,
  /** A constant in memory, with an address in a register (LDC). */
  CONSTANT,
  /** Shared memory. */
  SHARED,
  /** Global memory, through the first-level cache. */
  GLOBAL,
  /** A thread's private memory (local memory), through the first-level cache. */
  PRIVATE,
  /** Textures and surfaces. */
  TEXTURE,
  /** Products of matrices. */
  TENSOR
}
