package io.lockstep.parts.dispatch;

import java.util.function.IntConsumer;

/**
 * The units that a launch may claim from others, as free capacity: where a placement rule puts the
 * launch's next groups there, the launch claims them. Not thread-safe.
 */
final class UnitClaims implements FreeCapacity {
  private final RunningLaunches launches;
  private final UnitHolders holders;
  private final PlacementRule placement;
  private final IntConsumer drain;
  private RunningLaunch claiming;
  private int share; // of the units, to each launch that has groups to start

  /**
   * @param drain asks a unit to drain that is claimed and empty
   */
  UnitClaims(
      RunningLaunches launches, UnitHolders holders, PlacementRule placement, IntConsumer drain) {
    this.launches = launches;
    this.holders = holders;
    this.placement = placement;
    this.drain = drain;
  }

  /** A launch that finds no unit claims what is left of its share, where its groups belong. */
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
