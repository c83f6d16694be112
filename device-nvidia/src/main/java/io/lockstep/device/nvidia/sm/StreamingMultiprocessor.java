// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.stats.Totals;

final class StreamingMultiprocessor extends ComputeUnit {
  StreamingMultiprocessor(Cluster cluster, int index, MemorySide side, SmConfig config) {
    super(cluster, index, config.unit);
  }

  @Override
  protected void launchStarts(LaunchPlan plan) {}

  @Override
  protected void wavefrontStarted(int warp, long tick) {}

  @Override
  protected void barrierReleased(int warp, long tick) {}

  @Override
  protected void addStatistics(long tick, Totals out) {}
}
