// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

/** Receives completed instructions of a memory unit. */
public interface CompletionListener {
  /**
   * Reports a completed instruction.
   *
   * @param owner as passed to {@link MemoryUnit#begin}
   * @param token now free
   * @param tick when its data is available; now or later
   */
  void completed(int owner, int token, long tick);
}
