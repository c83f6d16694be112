// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import java.util.function.IntConsumer;

/**
 * Claims units of other launches for one without free units: those that the placement rule selects
 * for its next groups if claimable units count as free.
 */
final class UnitClaims implements FreeCapacity {
  private final RunningLaunches launches;
  private final UnitHolders holders;
  private final PlacementRule placement;
  private final IntConsumer drain;
  private RunningLaunch claiming;
  private int share; // maximum units of each launch that has groups to start

  UnitClaims(
      RunningLaunches launches, UnitHolders holders, PlacementRule placement, IntConsumer drain) {
    this.launches = launches;
    this.holders = holders;
    this.placement = placement;
    this.drain = drain;
  }

  /** Claims units, up to the launch's share, for its next groups. */
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
