// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.lane.ActiveLanes;

/**
 * Observes a memory access work-item by work-item, so that each change of memory is attributed to
 * one work-item.
 */
interface AccessObserver {
  /**
   * Called before an access.
   *
   * @param at addresses by work-item
   * @param plus offset that is added to each address
   * @return whether the observer needs the access work-item by work-item
   */
  boolean begin(long[] at, long plus, ActiveLanes lanes);

  /** Called before a work-item's access, with the page and position of its bytes. */
  void before(int item, long address, byte[] page, int position);

  /** Called after a work-item's access, with the page and position of its bytes. */
  void after(int item, long address, byte[] page, int position);
}
