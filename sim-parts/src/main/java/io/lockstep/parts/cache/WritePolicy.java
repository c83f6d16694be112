package io.lockstep.parts.cache;

/** What a cache does with a write. */
public enum WritePolicy {
  /** Writes pass it by; a line that is held goes stale, as in texture caches. */
  READ_ONLY,
  /** Writes go through; a line that is held is updated. Misses allocate nothing. */
  WRITE_UPDATE,
  /** Writes go through; what is held of the written sectors is dropped. */
  WRITE_INVALIDATE,
  /** Writes stay as dirty sectors, allocated without a fetch, until the line is evicted. */
  WRITE_BACK
}
