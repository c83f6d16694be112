// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

/** Receives the completed instructions of a memory unit. */
public interface CompletionListener {
  /**
   * Reports a completed instruction.
   *
   * @param owner number passed to {@link MemoryUnit#begin}
   * @param token token of the instruction, now free
   * @param tick tick at which its data is available, not before now
   */
  void completed(int owner, int token, long tick);
}
