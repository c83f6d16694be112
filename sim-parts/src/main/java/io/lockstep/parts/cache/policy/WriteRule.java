// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache.policy;

/**
 * Decides the action of one cache for each write. Called for every write, so it must not allocate.
 * Not thread-safe.
 */
public abstract class WriteRule {
  /** Constructor for use by subclasses. */
  protected WriteRule() {}

  /**
   * Decides the action; called once per write and line.
   *
   * @param set index of the set of the line
   * @param held whether the line is held
   * @param whole whether the write covers every sector that it touches
   * @return the action
   */
  public abstract WriteAction write(int set, boolean held, boolean whole);
}
