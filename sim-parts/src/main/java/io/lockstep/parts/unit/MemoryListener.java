// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

/** Receives the completed instructions and state changes of a {@link MemoryUnit}. */
public interface MemoryListener extends CompletionListener {
  /**
   * Called when instructions are accepted again after {@link MemoryUnit#canAccept} failed.
   *
   * @param tick now
   */
  void accepting(long tick);

  /**
   * Called when all accesses are done after {@link MemoryUnit#drain} returned false.
   *
   * @param tick now
   */
  void drained(long tick);
}
