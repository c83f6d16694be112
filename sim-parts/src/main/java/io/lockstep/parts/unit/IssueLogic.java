// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.stats.Totals;

/**
 * The issue logic that a device adds to a {@link ComputeUnit}: it is notified of launches, groups
 * and wavefronts, and issues their instructions. All calls happen at the current tick, on the
 * partition's thread.
 */
public abstract class IssueLogic {
  IssueLogic() {}

  /**
   * Prepares tables for the code of a launch before its start, while no wavefront is resident.
   *
   * @param plan code, geometry and occupancy
   */
  protected abstract void launchStarts(LaunchPlan plan);

  /**
   * Called when a wavefront has started; it is at the kernel's entry and may issue.
   *
   * @param wavefront slot of the wavefront
   * @param tick current tick
   */
  protected abstract void wavefrontStarted(int wavefront, long tick);

  /**
   * Called when a barrier has opened for a wavefront that waited, or that arrived last.
   *
   * @param wavefront slot of the wavefront
   * @param tick current tick
   */
  protected abstract void barrierReleased(int wavefront, long tick);

  /**
   * Called when a group has been assigned a slot, before its wavefronts start.
   *
   * @param group slot of the group
   * @param tick current tick
   */
  protected void groupStarted(int group, long tick) {}

  /**
   * Called when all wavefronts of a group have ended.
   *
   * @param group slot of the group, now free
   * @param tick current tick
   */
  protected void groupEnded(int group, long tick) {}

  /**
   * Enables or disables critical paths for the next launch.
   *
   * @param wanted paths of the unit's wavefronts; null if disabled
   */
  protected void followed(WavefrontPaths wanted) {}

  /** {@return the polling state of the unit's wavefronts; null if polling is not simulated} */
  protected PollRounds pollRounds() {
    return null;
  }

  /**
   * Adds the device's own statistics since the last reset. It may be called at any tick, also
   * during a launch.
   *
   * @param tick current tick
   * @param out receives the statistics, which are added to those of other units
   */
  protected abstract void addStatistics(long tick, Totals out);
}
