// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.state;

import io.lockstep.core.engine.Stateful;

/** An object with counters, whose state can be saved. */
public interface Counting extends Stateful {
  /** Resets the counters. */
  void resetCounters();
}
