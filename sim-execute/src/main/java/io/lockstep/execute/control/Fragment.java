// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.record.Trail;

/** Work-items that execute together, with the join at which they wait for other fragments. */
public final class Fragment {
  public final ActiveLanes lanes;

  /** What the work-items have executed together and is not yet recorded. */
  public final Trail trail;

  public int block;

  public BarrierPoint barrier;

  /** Bit set of the barriers for which the fragment still waits. */
  int waiting;

  /** The join at which the fragment reconverges; null at the outermost level. */
  public Join<Fragment> join;

  Fragment(int size) {
    lanes = new ActiveLanes(size);
    trail = new Trail(lanes);
  }
}
