// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.sweep.point.PointLimits;
import java.util.List;

/**
 * Options for running points.
 *
 * @param phases launch phases; each phase is a separate point
 * @param kept patterns of statistics to keep; empty for all
 */
public record Work(List<Integer> phases, PointLimits limits, List<Item> kept) {
  /** Default options: a single launch phase, no limits, all statistics. */
  public static final Work USUAL = new Work(List.of(0), PointLimits.NONE, List.of());

  public Work {
    phases = List.copyOf(phases);
    kept = List.copyOf(kept);
  }
}
