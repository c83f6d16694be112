package io.lockstep.report.sweep;

import java.util.List;

/**
 * What a page of a sweep shows. Immutable.
 *
 * @param title name of the sweep
 * @param lead how it stands, in a sentence
 * @param grid its points
 * @param statuses how many points came out how
 * @param failures refusals and failures, those with one message together
 * @param best the best points
 * @param bestByDevice the best point of each workload on each device
 * @param fronts for each workload, or none
 * @param front the points of the fronts as rows; without rows where there are none
 * @param effects of values of axes
 * @param influences Sobol indices; none where the design has none
 * @param file the sweep's file
 * @param again what has to be typed to have the sweep again, and to ask it more
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
   * Copied.
   *
   * @param title name of the sweep
   * @param lead how it stands, in a sentence
   * @param grid its points
   * @param statuses how many points came out how
   * @param failures refusals and failures, those with one message together
   * @param best the best points
   * @param bestByDevice the best point of each workload on each device
   * @param fronts for each workload, or none
   * @param front the points of the fronts as rows
   * @param effects of values of axes
   * @param influences Sobol indices
   * @param file the sweep's file
   * @param again what has to be typed to have the sweep again
   */
  public SweepData {
    fronts = List.copyOf(fronts);
    effects = List.copyOf(effects);
    influences = List.copyOf(influences);
    again = List.copyOf(again);
  }
}
