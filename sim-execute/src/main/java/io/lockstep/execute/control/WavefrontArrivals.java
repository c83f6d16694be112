// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The wavefronts of a group that wait at barriers while no work-item can run. */
final class WavefrontArrivals {
  private final int width;
  private final Reconvergence fragments;

  WavefrontArrivals(int width, Reconvergence fragments) {
    this.width = width;
    this.fragments = fragments;
  }

  /**
   * Lets work-items continue that wait at joins for work-items of other wavefronts alone.
   *
   * @param parked the fragments that wait at barriers
   * @return a fragment at a barrier for which they have waited; empty if there are none
   */
  Optional<Fragment> releaseOthers(List<Fragment> parked) {
    BitSet waiting = new BitSet();
    parked.forEach(f -> add(f, waiting));
    Optional<Fragment> first = Optional.empty();
    List<Join<Fragment>> seen = new ArrayList<>();
    for (Fragment f : parked) {
      for (Join<Fragment> join = f.join; join != null && !seen.contains(join); join = join.parent) {
        seen.add(join);
        if (join.arrived != null && release(join, waiting)) {
          first = first.isPresent() ? first : Optional.of(f);
        }
      }
    }
    return first;
  }

  private boolean release(Join<Fragment> join, BitSet waiting) {
    long[] part = join.arrived.lanes.mask.clone();
    boolean any = false;
    boolean all = true;
    for (int lane = 0; lane < part.length * Long.SIZE; lane++) {
      if ((part[lane >>> 6] & 1L << lane) != 0) {
        if (waiting.get(lane / width)) {
          part[lane >>> 6] &= ~(1L << lane);
          all = false;
        } else {
          any = true;
        }
      }
    }
    if (all) {
      fragments.release(join);
    } else if (any) {
      fragments.release(join, part);
    }
    return any;
  }

  /** Returns whether a work-item of each wavefront that has not ended waits at a barrier. */
  boolean haveArrived(List<Fragment> parked, int barrier) {
    BitSet arrived = new BitSet();
    for (Fragment f : parked) {
      if ((f.waiting & 1 << barrier) != 0) {
        add(f, arrived);
      }
    }
    BitSet live = BitSet.valueOf(fragments.live());
    for (int lane = live.nextSetBit(0); lane >= 0; lane = live.nextSetBit(lane + 1)) {
      if (!arrived.get(lane / width)) {
        return false;
      }
    }
    return true;
  }

  private void add(Fragment f, BitSet waves) {
    for (int r = 0; r < f.lanes.ranges(); r++) {
      waves.set(f.lanes.low[r] / width, (f.lanes.high[r] - 1) / width + 1);
    }
  }
}
