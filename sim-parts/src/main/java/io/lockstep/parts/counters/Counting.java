// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

/** An object with counters. */
public interface Counting {
  /** Resets the counters. */
  void resetCounters();
}
