// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.StatisticSet;

/**
 * Measures achieved occupancy: the mean number of resident wavefronts over the cycles in which the
 * unit held at least one, divided by its slots, as the vendors' profilers define it (NVIDIA, CUDA
 * Profiler User's Guide and Nsight Compute: warps per active cycle of a multiprocessor; AMD, ROCm,
 * MI200 and MI300 performance counters: mean occupancy per active compute unit). Cycles without
 * wavefronts do not lower the occupancy.
 *
 * <p>Updated when the number of wavefronts changes, not every cycle. Not thread-safe.
 */
public final class ResidentTime {
  /** The statistics of achieved occupancy. */
  public static final StatisticSet<ResidentTime> STATISTICS =
      StatisticSet.<ResidentTime>of("compute unit")
          .count(
              "occupancy.wavefront_cycles",
              "cycles",
              "Cycles summed over resident wavefronts.",
              t -> t.held)
          .count(
              "occupancy.slot_cycles",
              "cycles",
              "Cycles in which the unit held any wavefront, summed over its wavefront slots.",
              t -> t.offered)
          .ratio(
              "occupancy.achieved",
              "Wavefronts resident on average over the cycles in which the unit held any / its"
                  + " wavefront slots.",
              "occupancy.wavefront_cycles",
              "occupancy.slot_cycles")
          .build();

  private long held; // sum over ticks of the resident wavefronts
  private long offered; // sum of the slots over ticks with any wavefront
  private long since;

  ResidentTime() {}

  void until(long tick, int resident, int slots) {
    if (resident > 0) {
      held += (tick - since) * resident;
      offered += (tick - since) * slots;
    }
    since = tick;
  }

  void reset(long tick) {
    held = 0;
    offered = 0;
    since = tick;
  }
}
