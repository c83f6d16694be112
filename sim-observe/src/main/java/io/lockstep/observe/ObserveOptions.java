package io.lockstep.observe;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The outputs of a run besides its results.
 *
 * @param timeline a timeline's file, its name ending in .pftrace or .lktl
 * @param filter selects the content of the timeline
 * @param series an interval series' file (CSV)
 * @param interval ticks of an interval, at least one
 * @param fingerprints a file of fingerprints (.lkfp)
 * @param arguments how the run was called, for the file of fingerprints
 * @param checkpoint whether to resume, and when to write the state
 * @param setup how the run was called, for files that are to be run again
 */
public record ObserveOptions(
    Optional<Path> timeline,
    TimelineFilter filter,
    Optional<Path> series,
    long interval,
    Optional<Path> fingerprints,
    List<String> arguments,
    CheckpointPlan checkpoint,
    RunSetup setup) {
  /** Nothing is written down. */
  public static final ObserveOptions NONE =
      new ObserveOptions(
          Optional.empty(),
          TimelineFilter.ALL,
          Optional.empty(),
          1000,
          Optional.empty(),
          List.of(),
          CheckpointPlan.NONE,
          RunSetup.UNKNOWN);

  /**
   * Options without fingerprints and checkpoints.
   *
   * @param timeline a timeline's file, its name ending in .pftrace or .lktl
   * @param filter selects the timeline's contents
   * @param series a CSV file of statistics over time
   * @param interval of the series in ticks, at least 1
   */
  public ObserveOptions(
      Optional<Path> timeline, TimelineFilter filter, Optional<Path> series, long interval) {
    this(timeline, filter, series, interval, CheckpointPlan.NONE, RunSetup.UNKNOWN);
  }

  /**
   * Options without fingerprints.
   *
   * @param timeline a timeline's file, its name ending in .pftrace or .lktl
   * @param filter selects the timeline's contents
   * @param series a CSV file of statistics over time
   * @param interval of the series in ticks, at least 1
   * @param checkpoint whether to resume, and when to save
   * @param setup the run's request
   */
  public ObserveOptions(
      Optional<Path> timeline,
      TimelineFilter filter,
      Optional<Path> series,
      long interval,
      CheckpointPlan checkpoint,
      RunSetup setup) {
    this(timeline, filter, series, interval, Optional.empty(), List.of(), checkpoint, setup);
  }

  /**
   * Copies the arguments.
   *
   * @param timeline a timeline's file, its name ending in .pftrace or .lktl
   * @param filter selects the timeline's contents
   * @param series an interval series' file (CSV)
   * @param interval ticks of an interval, at least one
   * @param fingerprints a file of fingerprints (.lkfp)
   * @param arguments of the command, for the file of fingerprints
   * @param checkpoint whether to resume, and when to save the state
   * @param setup the run's request, for files whose run is repeated
   * @throws IllegalArgumentException if the interval is below 1
   */
  public ObserveOptions {
    arguments = List.copyOf(arguments);
    if (interval < 1) {
      throw new IllegalArgumentException("interval " + interval);
    }
  }
}
