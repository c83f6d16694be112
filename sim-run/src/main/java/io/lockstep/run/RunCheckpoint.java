// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.io.InputException;
import io.lockstep.observe.Checkpoint;
import io.lockstep.observe.CheckpointPlan;
import io.lockstep.observe.Observation;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;

/** The checkpoint that a device's run writes, if any, and the saved run that it resumes. */
final class RunCheckpoint {
  private final Observation observation;
  private final CheckpointPlan plan;
  private final DeviceSpec device;
  private final String traceSha256;
  private boolean due;

  /**
   * @param traceSha256 identity of the trace, or null if nothing is saved or resumed
   */
  RunCheckpoint(Observation observation, DeviceSpec device, String traceSha256) {
    this.observation = observation;
    this.device = device;
    this.traceSha256 = traceSha256;
    plan = observation.checkpoint();
    due = plan.target().isPresent();
  }

  /** Returns the earlier of the given tick and the tick of a checkpoint that is still due. */
  long before(long other) {
    return due ? Math.min(other, plan.at()) : other;
  }

  boolean isDueAt(long tick) {
    return due && tick == plan.at();
  }

  void write(byte[] state) {
    due = false;
    observation.write(
        new Checkpoint(
            observation.setup(), traceSha256, device.id(), device.hash(), plan.at(), state));
  }

  /** Fails if the program ended before the checkpoint's tick. */
  void requireWritten(long finishedAt) {
    if (due) {
      throw new InputException(
          "--checkpoint-at " + plan.at(),
          "the last launch ended at tick " + finishedAt + "; nothing was written");
    }
  }

  /** Reads a saved run, which must be of this program and device. */
  StateReader read(Path file, String program) {
    Checkpoint saved = Checkpoint.read(file);
    saved.require(
        file, observation.setup().version(), program, traceSha256, device.id(), device.hash());
    return saved.reader();
  }
}
