// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.lower.Transformation;

/** Transformations of the compiler that experiments can leave out. */
public enum SassOption implements Transformation {
  /** Counted loops make four iterations, two and one at a time. */
  UNROLLED_LOOPS,
  /** Small private arrays are kept in registers, also where an index is no constant. */
  PROMOTED_ARRAYS,
  /**
   * Integer divisions compute the reciprocal of a divisor that a loop does not change before it.
   */
  INVARIANT_DIVISORS,
  /** Loads of adjacent words of shared memory become one load. */
  SHARED_LOADS,
  /** The steps of a sum that a loop carries have the register of the sum. */
  REUSED_REGISTERS,
  /** Orders of instructions that need fewer registers are tried. */
  REGISTER_ORDERS,
  /** Values beyond the registers that launch bounds leave, or 255, are kept in local memory. */
  SPILLS,
  /** An asynchronous copy is one instruction; left out, a load and a store, without groups. */
  ASYNC_COPIES,
  /** Atomics that shared memory lacks are loops of compare-and-swaps; left out, one instruction. */
  ATOMIC_LOOPS,
  /** Lanes that certainly operate on one word are combined before the atomic. */
  COMBINED_ATOMICS,
  /** Accesses that release or acquire have fences; left out, the access alone. */
  MEMORY_ORDERS,
  /** Constants at an address that is an argument are loaded into uniform registers. */
  UNIFORM_CONSTANTS,
  /** Induction variables that are equal for all threads of a block are in uniform registers. */
  UNIFORM_INDUCTION,
  /** Immediates in registers are moved out of loops of one block. */
  LOOP_IMMEDIATES,
}
