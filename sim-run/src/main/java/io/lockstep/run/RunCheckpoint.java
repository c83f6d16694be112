package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.io.InputException;
import io.lockstep.observe.Checkpoint;
import io.lockstep.observe.CheckpointPlan;
import io.lockstep.observe.Observation;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;

/** The checkpoint that a device's run is to write, if any, and that it goes on from. */
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

  /** The tick to stop at, for this or for something else that wants to. */
  long before(long other) {
    return due ? Math.min(other, plan.at()) : other;
  }

  /** Whether it is to be written at a tick. */
  boolean isDueAt(long tick) {
    return due && tick == plan.at();
  }

  void write(byte[] state) {
    due = false;
    observation.write(
        new Checkpoint(
            observation.setup(), traceSha256, device.id(), device.hash(), plan.at(), state));
  }

  /**
   * The program has ended.
   *
   * @param finishedAt tick at which its last launch did
   */
  void requireWritten(long finishedAt) {
    if (due) {
      throw new InputException(
          "--checkpoint-at " + plan.at(),
          "the last launch ended at tick " + finishedAt + "; nothing was written");
    }
  }

  /** Reads the state of a saved run of this program on this device. */
  StateReader read(Path file, String program) {
    Checkpoint saved = Checkpoint.read(file);
    saved.require(
        file, observation.setup().version(), program, traceSha256, device.id(), device.hash());
    return saved.reader();
  }
}
