// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import java.util.ArrayList;
import java.util.List;

/** Collects the fingerprints of runs in memory, for a window of ticks. */
public final class FingerprintGatherer implements SimulationWatcher {
  private final long from;
  private final long to;
  private final List<FingerprintRecording> recordings = new ArrayList<>();

  /** Collects the fingerprints of a window of ticks; runs end after it. */
  public FingerprintGatherer(long from, long to) {
    this.from = from;
    this.to = to;
  }

  public FingerprintGatherer() {
    this(0, Long.MAX_VALUE);
  }

  @Override
  public void begin(Simulation simulation, DeviceFingerprints.Subject subject) {
    recordings.add(new FingerprintRecording(subject, simulation, from, to));
  }

  @Override
  public long last() {
    return to;
  }

  @Override
  public void identity(String traceSha256) {
    recordings.forEach(r -> r.identity(traceSha256));
  }

  /** Returns the collected fingerprints, in the order of the devices; after their runs. */
  public List<DeviceFingerprints> gathered() {
    return recordings.stream().map(FingerprintRecording::gathered).toList();
  }
}
