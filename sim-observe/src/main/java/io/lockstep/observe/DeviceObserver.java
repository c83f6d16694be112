// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import io.lockstep.spi.Machine;

/** Observes one device's run; the driver of the simulation notifies it of launches and pauses. */
public final class DeviceObserver {
  /** Result of {@link #pause} if no pause is needed. */
  public static final long NEVER = Long.MAX_VALUE;

  private final Simulation simulation;
  private final Machine machine;
  private final TimelineRecording timeline; // null if not recorded
  private final SeriesFile.Device series; // null if not recorded
  private final FingerprintRecording fingerprints; // null if not recorded
  private final SimulationWatcher watcher; // null for none
  private final long last; // after this tick the watcher needs no more events
  private long launch = -1;
  private long startedAt;
  private long taken; // last tick of the last interval written
  private boolean ended;

  DeviceObserver(
      Simulation simulation,
      Machine machine,
      TimelineRecording timeline,
      SeriesFile.Device series,
      FingerprintRecording fingerprints,
      SimulationWatcher watcher) {
    this.simulation = simulation;
    this.machine = machine;
    this.timeline = timeline;
    this.series = series;
    this.fingerprints = fingerprints;
    this.watcher = watcher;
    last = watcher == null ? NEVER : watcher.last();
    taken = simulation.now() - 1;
    if (timeline != null) {
      machine.observe(timeline, simulation.now());
    }
  }

  /** Notifies that a launch begins, and returns its number, from 0 over the run. */
  public long launchStarts(int kernelIndex, long tick) {
    launch++;
    startedAt = tick;
    if (timeline != null) {
      timeline.launchStarts(kernelIndex);
    }
    return launch;
  }

  /** Notifies that a launch has ended; {@code number} is the result of {@link #launchStarts}. */
  public void launchEnds(int slot, int kernelIndex, long number, long start, long tick) {
    if (timeline != null) {
      timeline.launchEnds(slot, kernelIndex, number, start, tick);
    }
  }

  /** Notifies that a transfer in a stream has ended; numbers are in the order of submission. */
  public void transferEnds(boolean toDevice, long number, long bytes, long start, long tick) {
    if (timeline != null) {
      timeline.transferEnds(toDevice, number, bytes, start, tick);
    }
  }

  /** Notifies that statistics were reset. */
  public void reset() {
    if (series != null) {
      series.reset(simulation.now());
    }
  }

  /** Continues a launch after a resumption. */
  public void resumed(int kernelIndex, long number, long tick) {
    launchStarts(kernelIndex, tick);
    launch = number;
  }

  /** Returns the tick after which to pause the simulation for {@link #paused}, or NEVER. */
  public long pause() {
    return Math.min(last, interval());
  }

  /** Returns the last tick of the series' current interval. */
  private long interval() {
    return series == null ? NEVER : series.last(Math.max(taken + 1, startedAt));
  }

  /** Notifies that the simulation has reached the tick returned by {@link #pause}. */
  public void paused() {
    if (pause() == last) {
      throw new SeenEnoughException(last);
    }
    taken = interval();
    series.take(taken);
  }

  /** Sets the trace's identity, if it is known before {@link #end}. */
  public void identity(String traceSha256) {
    if (fingerprints != null) {
      fingerprints.identity(traceSha256);
    }
    if (watcher != null) {
      watcher.identity(traceSha256);
    }
  }

  /** Ends the observation of a completed or failed run and writes open intervals. */
  public void end() {
    if (ended) {
      return;
    }
    ended = true;
    if (timeline != null) {
      machine.observe(null, simulation.now());
    }
    if (series != null) {
      series.take(simulation.now());
    }
    if (fingerprints != null) {
      fingerprints.end();
    }
  }
}
