// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import java.util.function.IntConsumer;

/**
 * Claims units of other launches for a launch without free units. The placement rule selects the
 * units for the next groups, as if all claimable units were free.
 */
final class UnitClaims implements FreeCapacity {
  private final RunningLaunches launches;
  private final UnitHolders holders;
  private final PlacementRule placement;
  private final IntConsumer drain;
  private RunningLaunch claiming;
  private int share; // units divided by the launches with groups left to start

  UnitClaims(
      RunningLaunches launches, UnitHolders holders, PlacementRule placement, IntConsumer drain) {
    this.launches = launches;
    this.holders = holders;
    this.placement = placement;
    this.drain = drain;
  }

  /** Claims units for the next groups of a launch, up to an equal share. */
  void claim(RunningLaunch launch) {
    claiming = launch;
    share = Math.max(1, units() / launches.starting());
    long most = Math.min(share - launch.units, launch.unstarted());
    long first = launch.held[0].group();
    for (long k = 0; k < most; k++) {
      int unit = placement.place(first + k, this);
      if (unit == PlacementRule.NONE) {
        break;
      }
      if (holders.claim(launch, unit)) {
        drain.accept(unit);
      }
    }
    launch.spread();
  }

  @Override
  public int units() {
    return holders.count();
  }

  @Override
  public int resident(int unit) {
    return holders.resident(unit);
  }

  @Override
  public boolean hasRoom(int unit) {
    return holders.isClaimable(claiming, unit, share);
  }
}
