// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

/**
 * Observes an access work-item by work-item, so that each change of memory is attributed to a
 * work-item.
 */
interface AccessObserver {
  /**
   * An access begins.
   *
   * @param at addresses by work-item
   * @param plus offset that is added to each address
   * @return whether the observer requests each work-item's part
   */
  boolean begin(long[] at, long plus, ActiveLanes lanes);

  /** Receives a work-item's bytes before its access. */
  void before(int item, long address, byte[] page, int position);

  /** Receives a work-item's bytes after its access. */
  void after(int item, long address, byte[] page, int position);
}
