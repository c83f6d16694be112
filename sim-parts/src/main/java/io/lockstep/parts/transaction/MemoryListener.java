// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

/** Receives the completed instructions and state changes of a {@link MemoryUnit}. */
public interface MemoryListener extends CompletionListener {
  /**
   * Reports that instructions are accepted again after {@link MemoryUnit#canAccept} was false.
   *
   * @param tick current tick
   */
  void accepting(long tick);

  /**
   * Reports that all accesses are done after {@link MemoryUnit#drain} returned false.
   *
   * @param tick current tick
   */
  void drained(long tick);
}
