package io.lockstep.run.observe;

import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.device.Machine;
import io.lockstep.core.engine.Simulation;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.record.Program;

/**
 * What one call of a runner writes down beside its results: opened before it, so that files that
 * cannot be written show at once; finished after it. Not thread-safe.
 */
public final class Observation implements AutoCloseable {
  private final TimelineFile timeline;
  private final SeriesFile series;

  private Observation(TimelineFile timeline, SeriesFile series) {
    this.timeline = timeline;
    this.series = series;
  }

  /**
   * Opens the files.
   *
   * @throws io.lockstep.trace.InputException where one cannot be written
   */
  public static Observation open(ObserveOptions options) {
    TimelineFile timeline = null;
    SeriesFile series = null;
    try {
      timeline = options.timeline().map(f -> new TimelineFile(f, options.filter())).orElse(null);
      series = options.series().map(f -> new SeriesFile(f, options.interval())).orElse(null);
      Observation observation = new Observation(timeline, series);
      timeline = null;
      series = null;
      return observation;
    } finally {
      close(timeline);
      close(series);
    }
  }

  /** Watches nothing. */
  public static Observation none() {
    return open(ObserveOptions.NONE);
  }

  /** Whether anything is written down: then all devices run on the caller's thread. */
  public boolean isWatching() {
    return timeline != null || series != null;
  }

  /**
   * Watches a device's run from now on.
   *
   * @param tickHertz rate of a tick
   */
  public DeviceObserver device(
      DeviceSpec spec, Program program, Simulation simulation, Machine machine, long tickHertz) {
    TimelineRecording recording =
        timeline == null
            ? null
            : timeline.device(
                spec.id(),
                spec.name(),
                program.name(),
                tickHertz,
                program.kernels().stream().map(Kernel::name).toList());
    SeriesFile.Device intervals =
        series == null ? null : series.device(spec.id(), simulation, machine, tickHertz);
    return new DeviceObserver(simulation, machine, recording, intervals);
  }

  /** Puts the files together and gives them their names. */
  public void finish() {
    if (timeline != null) {
      timeline.finish();
    }
    if (series != null) {
      series.finish();
    }
  }

  /** Lets go of everything; what was not finished leaves no file. */
  @Override
  public void close() {
    close(timeline);
    close(series);
  }

  private static void close(TimelineFile file) {
    if (file != null) {
      file.close();
    }
  }

  private static void close(SeriesFile file) {
    if (file != null) {
      file.close();
    }
  }
}
