package io.lockstep.parts.cache;

/** What a cache does with one write; all but {@link #KEEP} send it on to the next level. */
public enum WriteAction {
  /** Nothing: a line that is held goes stale. */
  PASS,
  /** A line that is held is updated and counts as used. */
  UPDATE,
  /** What is held of the written sectors is dropped. */
  DROP,
  /** Sectors that are covered wholly are held from now on; if there are none, as UPDATE. */
  ALLOCATE,
  /** Stays as dirty sectors, allocated without a fetch, until the line is evicted. */
  KEEP
}
