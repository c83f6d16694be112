// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.lane.ActiveLanes;
import java.util.Arrays;

/** Work-items that execute together, with the join at which they wait for other fragments. */
public final class Fragment {
  public final ActiveLanes lanes;

  /** Path classes of the work-items; each class lies wholly in this fragment. */
  public int[] classes = new int[2];

  public int classCount;

  public int block;

  public BarrierPoint barrier;

  /** Bit set of the barriers for which the fragment still waits. */
  int waiting;

  /** The join at which the fragment reconverges; null at the outermost level. */
  public Join<Fragment> join;

  Fragment(int size) {
    lanes = new ActiveLanes(size);
  }

  public void addClass(int c) {
    if (classCount == classes.length) {
      classes = Arrays.copyOf(classes, 2 * classCount);
    }
    classes[classCount++] = c;
  }

  /** Adds the work-items of another fragment at the same block. */
  void merge(Fragment other, long version) {
    lanes.add(other.lanes, version);
    for (int i = 0; i < other.classCount; i++) {
      addClass(other.classes[i]);
    }
  }
}
