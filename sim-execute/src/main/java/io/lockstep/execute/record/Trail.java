// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.record;

import io.lockstep.execute.lane.ActiveLanes;

/**
 * What the work-items of one fragment have executed together since their paths were last appended
 * to: they share it, so that a block or a branch costs the same for any number of paths.
 */
public final class Trail {
  final ActiveLanes lanes;
  int blocks;
  long outcomes;
  int bits; // of outcomes, at most 64
  boolean listed; // whether the recorder knows that the trail may not be empty

  /** Creates an empty trail; {@code lanes} are the work-items that it is about. */
  public Trail(ActiveLanes lanes) {
    this.lanes = lanes;
  }

  void clear() {
    blocks = 0;
    outcomes = 0;
    bits = 0;
  }
}
