package io.lockstep.observe;

import io.lockstep.core.engine.EventFingerprints;
import io.lockstep.core.engine.Simulation;

/** Gathers the fingerprints of one device's run. Belongs to the driver of the simulation. */
final class FingerprintRecording {
  /** 28 bytes each, in a file some 10. */
  private static final int MOST_SUMS = 1 << 18;

  private final EventFingerprints gathering;
  private DeviceFingerprints.Subject subject;
  private DeviceFingerprints gathered;

  /** Gathers what lies in a window of ticks. */
  FingerprintRecording(
      DeviceFingerprints.Subject subject, Simulation simulation, long from, long to) {
    this.subject = subject;
    gathering = new EventFingerprints(simulation, from, to, MOST_SUMS);
  }

  /** The trace's identity, known when it has been read to its end. */
  void identity(String traceSha256) {
    subject =
        new DeviceFingerprints.Subject(
            subject.device(),
            subject.deviceSha256(),
            subject.workload(),
            traceSha256,
            subject.tickHertz(),
            subject.from());
  }

  /** The run is over. */
  void end() {
    gathered = DeviceFingerprints.of(subject, gathering);
  }

  /** What was gathered; what there is so far of a run that has not ended. */
  DeviceFingerprints gathered() {
    return gathered == null ? DeviceFingerprints.of(subject, gathering) : gathered;
  }
}
