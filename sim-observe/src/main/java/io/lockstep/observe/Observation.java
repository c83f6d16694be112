// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The output files of one command besides its results: opened before the run, so that unwritable
 * files are detected at once, and completed after it.
 */
public final class Observation implements AutoCloseable {
  private final ObserveOptions options;
  private final List<RunFile> files = new ArrayList<>();
  private final Optional<Consumer<Simulation>> watcher;
  private Meter meter = new Meter();

  private Observation(ObserveOptions options, Optional<Consumer<Simulation>> watcher) {
    this.options = options;
    this.watcher = watcher;
    try {
      options
          .timeline()
          .map(f -> new TimelineFile(f, options.filter(), options.interval()))
          .ifPresent(files::add);
      options.series().map(f -> new SeriesFile(f, options.interval())).ifPresent(files::add);
    } catch (RuntimeException e) {
      files.forEach(RunFile::close);
      throw e;
    }
  }

  /** Opens the files, which the caller finishes and closes; throws if one cannot be written. */
  public static Observation open(ObserveOptions options) {
    return new Observation(options, Optional.empty());
  }

  /**
   * As {@link #open(ObserveOptions)}, with a watcher, which is called when a simulation is
   * assembled; it must not influence the simulation.
   */
  public static Observation open(ObserveOptions options, Consumer<Simulation> watcher) {
    return new Observation(options, Optional.of(watcher));
  }

  /** Returns whether nothing is recorded or watched. */
  public boolean isNone() {
    return files.isEmpty() && watcher.isEmpty();
  }

  public static Observation none() {
    return open(ObserveOptions.NONE);
  }

  /** Returns an observation of progress alone. */
  public static Observation of(Meter progress) {
    Observation none = none();
    none.meter(progress);
    return none;
  }

  /**
   * Returns whether a file is written whose order depends on the threads, so that all devices must
   * run on the caller's thread.
   */
  public boolean isWatching() {
    return isOfTimes() || options.series().isPresent();
  }

  /** Returns whether a timeline is recorded, which excludes other recorders of the machine. */
  public boolean isOfTimes() {
    return options.timeline().isPresent();
  }

  /** Observes a device's run from now on; the driver of the run notifies the result of launches. */
  public DeviceObserver device(DeviceSpec spec, Program program, ObservedMachine observed) {
    List<RunRecorder> recorders =
        files.stream().map(f -> f.device(spec, program, observed)).toList();
    watcher.ifPresent(w -> w.accept(observed.simulation()));
    return new DeviceObserver(observed, recorders);
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
    files.forEach(RunFile::finish);
  }

  /** Releases all resources; unfinished files are deleted. */
  @Override
  public void close() {
    files.forEach(RunFile::close);
  }
}
