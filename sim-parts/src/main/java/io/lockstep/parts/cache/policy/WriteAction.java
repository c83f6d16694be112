// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/** The action of a cache for one write; all but {@link #KEEP} send it to the next level. */
public enum WriteAction {
  /** Leaves the cache unchanged; a held line becomes stale. */
  PASS,
  /** Updates a held line, which counts as a use in replacement. */
  UPDATE,
  /** Invalidates the held sectors among the written ones. */
  DROP,
  /** Allocates the completely written sectors; acts as {@link #UPDATE} if there are none. */
  ALLOCATE,
  /** Keeps the write as dirty sectors, allocated without a fetch, until the line is evicted. */
  KEEP
}
