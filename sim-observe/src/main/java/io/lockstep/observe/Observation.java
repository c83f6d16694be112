// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import io.lockstep.io.output.OutputFile;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;

/**
 * The output files of one command besides its results: opened before the run, so that unwritable
 * files are detected at once, and completed after it.
 */
public final class Observation implements AutoCloseable {
  private final ObserveOptions options;
  private final TimelineFile timeline;
  private final SeriesFile series;
  private final FingerprintFile fingerprints;
  private final OutputFile checkpoint;
  private final SimulationWatcher watcher;
  private Meter meter = new Meter();

  private Observation(
      ObserveOptions options,
      TimelineFile timeline,
      SeriesFile series,
      FingerprintFile fingerprints,
      OutputFile checkpoint,
      SimulationWatcher watcher) {
    this.options = options;
    this.timeline = timeline;
    this.series = series;
    this.fingerprints = fingerprints;
    this.checkpoint = checkpoint;
    this.watcher = watcher;
  }

  /** Opens the files, which the caller finishes and closes; throws if one cannot be written. */
  public static Observation open(ObserveOptions options) {
    return open(options, null);
  }

  /** As {@link #open(ObserveOptions)}, with a watcher or null. */
  public static Observation open(ObserveOptions options, SimulationWatcher watcher) {
    TimelineFile timeline = null;
    SeriesFile series = null;
    FingerprintFile fingerprints = null;
    OutputFile checkpoint = null;
    try {
      timeline =
          options
              .timeline()
              .map(f -> new TimelineFile(f, options.filter(), options.interval()))
              .orElse(null);
      series = options.series().map(f -> new SeriesFile(f, options.interval())).orElse(null);
      fingerprints =
          options
              .fingerprints()
              .map(f -> new FingerprintFile(f, options.setup().version(), options.arguments()))
              .orElse(null);
      checkpoint = options.checkpoint().target().map(OutputFile::new).orElse(null);
      Observation observation =
          new Observation(options, timeline, series, fingerprints, checkpoint, watcher);
      timeline = null;
      series = null;
      fingerprints = null;
      checkpoint = null;
      return observation;
    } finally {
      close(timeline);
      close(series);
      close(fingerprints);
      close(checkpoint);
    }
  }

  public CheckpointPlan checkpoint() {
    return options.checkpoint();
  }

  /** Writes the requested checkpoint; the file is complete on return. */
  public void write(Checkpoint state) {
    state.write(checkpoint);
  }

  public RunSetup setup() {
    return options.setup();
  }

  /** Returns whether nothing is recorded or watched. */
  public boolean isNone() {
    return timeline == null
        && series == null
        && fingerprints == null
        && watcher == null
        && !checkpoint().isWanted();
  }

  public static Observation none() {
    return open(ObserveOptions.NONE);
  }

  /**
   * Returns whether a file is written whose order depends on the threads, so that all devices must
   * run on the caller's thread. Fingerprints are excluded, because they must show whether threads
   * make a difference.
   */
  public boolean isWatching() {
    return timeline != null || series != null;
  }

  /** Returns whether a timeline is recorded, which excludes other recorders of the machine. */
  public boolean isOfTimes() {
    return timeline != null;
  }

  /** Observes a device's run from now on; the driver of the run notifies the result of launches. */
  public DeviceObserver device(DeviceSpec spec, Program program, ObservedMachine observed) {
    Simulation simulation = observed.simulation();
    TimelineRecording recording =
        timeline == null
            ? null
            : timeline.device(
                spec.id(),
                spec.name(),
                program.name(),
                observed.tickHertz(),
                program.kernels().stream().map(Kernel::name).toList());
    SeriesFile.Device intervals = series == null ? null : series.device(spec.id(), observed);
    boolean resumed = checkpoint().resume().isPresent();
    DeviceFingerprints.Subject subject =
        new DeviceFingerprints.Subject(
            spec.id(),
            spec.hash(),
            program.name(),
            "",
            observed.tickHertz(),
            resumed ? simulation.now() + 1 : 0);
    FingerprintRecording sums = null;
    if (fingerprints != null) {
      sums = new FingerprintRecording(subject, simulation, 0, Long.MAX_VALUE);
      fingerprints.add(sums);
    }
    if (watcher != null) {
      watcher.begin(simulation, subject);
    }
    return new DeviceObserver(simulation, observed.machine(), recording, intervals, sums, watcher);
  }

  /** Sets the meter of the call's progress, which other threads query. */
  public void meter(Meter whose) {
    meter = whose;
  }

  public Meter meter() {
    return meter;
  }

  /** Assembles the files and completes them under their final names. */
  public void finish() {
    if (timeline != null) {
      timeline.finish();
    }
    if (series != null) {
      series.finish();
    }
    if (fingerprints != null) {
      fingerprints.finish();
    }
  }

  /** Releases all resources; unfinished files are deleted. */
  @Override
  public void close() {
    close(timeline);
    close(series);
    close(fingerprints);
    close(checkpoint);
  }

  private static void close(AutoCloseable file) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e); // no file throws checked exceptions
    }
  }
}
