// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

/** What a row does in memory; the ordinal is the number in {@link SassCode}. */
public enum AccessKind {
  NONE,
  LOAD,
  STORE,
  /** An atomic operation without result (RED). */
  REDUCTION,
  /** An atomic operation whose result is read (ATOM, ATOMG, ATOMS). */
  ATOMIC,
  /** An asynchronous copy of global to shared memory (LDGSTS). */
  COPY,
  /** Zeros that such a copy writes without a source. */
  FILL
}
