// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

/** What a row does in memory; the ordinal is the number in {@link SassCode}. */
public enum AccessKind {
  NONE,
  LOAD,
  /** A load of other words of the vector that the load before it reads, at the same address. */
  FURTHER_LOAD,
  STORE,
  /** An atomic operation without result (RED). */
  REDUCTION,
  /** An atomic operation whose result is read (ATOM, ATOMG, ATOMS). */
  ATOMIC,
  /** A load of the word that a loop of compare-and-swaps on shared memory changes (LDS). */
  ATTEMPT,
  /** The compare-and-swap of such a loop (ATOMS.CAST.SPIN). */
  SWAP,
  /** The branch of such a loop, taken by lanes whose swap failed. */
  RETRY,
  /** An asynchronous copy of global to shared memory (LDGSTS). */
  COPY,
  /** Zeros that such a copy writes without a source. */
  FILL,
  /** Arrivals at a barrier in shared memory, or its beginning or end. */
  ARRIVAL,
  /** Arrivals at such a barrier once the copies before are done (ARRIVES.LDGSTSBAR). */
  COPIED_ARRIVAL,
  /** A test of such a barrier. */
  TEST,
  /** A fence for the threads of the block (MEMBAR, scope CTA). */
  FENCE_OF_GROUP,
  /** A fence for all threads of the device (MEMBAR, scope GPU). */
  FENCE_OF_DEVICE,
  /** A fence for the host and other devices too (MEMBAR, scope SYS). */
  FENCE_OF_SYSTEM,
  /** Empties the first level, so that loads behind a fence see what others wrote (CCTL.IVALL). */
  INVALIDATION
}
