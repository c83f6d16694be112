package io.lockstep.report.sweep;

import java.util.List;

/**
 * The content of a sweep's page. Immutable.
 *
 * @param title name of the sweep
 * @param lead its status, one sentence
 * @param grid its points
 * @param statuses number of points by outcome
 * @param failures refusals and failures, those with one message together
 * @param best the best points
 * @param bestByDevice the best point of each workload on each device
 * @param fronts for each workload, or none
 * @param front the points of the fronts as rows; without rows if there are none
 * @param effects of values of axes
 * @param influences Sobol indices; empty if the design has none
 * @param file the sweep's file
 * @param again commands that repeat the sweep and query it
 */
public record SweepData(
    String title,
    String lead,
    SweepGrid grid,
    Rows statuses,
    Rows failures,
    Rows best,
    Rows bestByDevice,
    List<Front> fronts,
    Rows front,
    List<Effect> effects,
    List<Influence> influences,
    String file,
    List<String> again) {
  /**
   * Copies the lists.
   *
   * @param title name of the sweep
   * @param lead its status, one sentence
   * @param grid its points
   * @param statuses number of points by outcome
   * @param failures refusals and failures, those with one message together
   * @param best the best points
   * @param bestByDevice the best point of each workload on each device
   * @param fronts for each workload, or none
   * @param front the points of the fronts as rows
   * @param effects of values of axes
   * @param influences Sobol indices
   * @param file the sweep's file
   * @param again commands that repeat the sweep and query it
   */
  public SweepData {
    fronts = List.copyOf(fronts);
    effects = List.copyOf(effects);
    influences = List.copyOf(influences);
    again = List.copyOf(again);
  }
}
