// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

/** A part whose counters are {@link PartCounters}. Not thread-safe. */
public abstract class CountingPart implements Counting {
  /** The registered counters. */
  protected final PartCounters own = new PartCounters();

  /** Constructor for use by subclasses. */
  protected CountingPart() {}

  @Override
  public void resetCounters() {
    own.resetCounters();
  }
}
