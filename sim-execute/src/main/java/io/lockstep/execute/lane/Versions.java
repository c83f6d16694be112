// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.lane;

/** Numbers the states of sets of work-items, so that equal numbers mean equal sets. */
public final class Versions {
  private long last;

  public long next() {
    return ++last;
  }
}
