package io.lockstep.sweep.file;

import io.lockstep.sweep.point.PointLimits;
import java.util.List;

/**
 * Options of running points.
 *
 * @param phases launch phases, each a separate point
 * @param limits limits of each point
 * @param kept patterns of statistics; none for all
 */
public record Work(List<Integer> phases, PointLimits limits, List<Item> kept) {
  /** Default options: one phase, no limits, all statistics. */
  public static final Work USUAL = new Work(List.of(0), PointLimits.NONE, List.of());

  /**
   * Copies the collections.
   *
   * @param phases launch phases, each a point of its own
   * @param limits what each point may take
   * @param kept patterns of statistics; none for all
   */
  public Work {
    phases = List.copyOf(phases);
    kept = List.copyOf(kept);
  }
}
