// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

/** Receives completions and state changes of a {@link MemoryUnit}, on the partition's thread. */
public interface MemoryListener extends CompletionListener {
  /**
   * The unit accepts instructions again after {@link MemoryUnit#canAccept} returned false.
   *
   * @param tick now
   */
  void accepting(long tick);

  /**
   * All accesses are done after {@link MemoryUnit#drain} returned false.
   *
   * @param tick now
   */
  void drained(long tick);
}
