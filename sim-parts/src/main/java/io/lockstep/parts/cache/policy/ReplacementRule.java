// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/**
 * Selects the lines that one cache evicts. The cache fills empty ways first, the lowest first,
 * without calling {@link #victim}. Called at every look-up, so it must not allocate. Not
 * thread-safe.
 */
public abstract class ReplacementRule {
  /** Called by subclasses. */
  protected ReplacementRule() {}

  /**
   * Selects the way to evict; must not change state, since the caller may not evict it.
   *
   * @param set index of a set whose ways are all in use
   * @return the way to evict
   */
  public abstract int victim(int set);

  /**
   * Reports that a line was filled.
   *
   * @param set set of the line
   * @param way way of the line
   */
  public void filled(int set, int way) {}

  /**
   * Reports that a line was read, written or filled.
   *
   * @param set set of the line
   * @param way way of the line
   */
  public void used(int set, int way) {}
}
