// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

/** The action of a cache for one write; all but {@link #KEEP} send it to the next level. */
public enum WriteAction {
  /** No change: a held line becomes stale. */
  PASS,
  /** Updates a held line and counts as a use of it. */
  UPDATE,
  /** Drops the held sectors among the written ones. */
  DROP,
  /** Allocates the sectors that are written completely; without any, as {@link #UPDATE}. */
  ALLOCATE,
  /** Keeps the write as dirty sectors, allocated without a fetch, until the line is evicted. */
  KEEP
}
