// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.EventFingerprints;
import io.lockstep.core.engine.Simulation;
import io.lockstep.spi.Machine;

final class FingerprintRecording implements RunRecorder {
  /** Maximum number of sums; each takes 28 bytes of memory and about 10 bytes in a file. */
  private static final int MOST_SUMS = 1 << 18;

  private final EventFingerprints gathering;
  private DeviceFingerprints.Subject subject;
  private DeviceFingerprints gathered;

  FingerprintRecording(
      DeviceFingerprints.Subject subject, Simulation simulation, long from, long to) {
    this.subject = subject;
    gathering = new EventFingerprints(simulation, from, to, MOST_SUMS);
  }

  @Override
  public void identity(String traceSha256) {
    subject =
        new DeviceFingerprints.Subject(
            subject.device(),
            subject.deviceSha256(),
            subject.workload(),
            traceSha256,
            subject.tickHertz(),
            subject.from());
  }

  @Override
  public void end(Machine machine, long tick) {
    gathered = DeviceFingerprints.of(subject, gathering);
  }

  /** Returns the collected fingerprints, which are partial if the run has not ended. */
  DeviceFingerprints gathered() {
    return gathered == null ? DeviceFingerprints.of(subject, gathering) : gathered;
  }
}
