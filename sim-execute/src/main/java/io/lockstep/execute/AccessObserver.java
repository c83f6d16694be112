package io.lockstep.execute;

/** Follows an access work-item by work-item, so that each change is known with its work-item. */
interface AccessObserver {
  /**
   * An access begins.
   *
   * @param at addresses by work-item
   * @param plus what is added to each
   * @return whether the observer wants to see each work-item's part
   */
  boolean begin(long[] at, long plus, ActiveLanes lanes);

  /** A work-item's bytes, as they are before its access. */
  void before(int item, long address, byte[] page, int position);

  /** The same after its access. */
  void after(int item, long address, byte[] page, int position);
}
