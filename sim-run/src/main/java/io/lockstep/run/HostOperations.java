// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.trace.record.HostStep;

/** Books the time of host steps between launches and notes whether they write device memory. */
final class HostOperations implements Stateful {
  private final HostTimeline timeline;
  private final HostCosts costs;
  private final TransferCounts transfers = new TransferCounts();
  private boolean touched;

  HostOperations(HostTimeline timeline, HostCosts costs) {
    this.timeline = timeline;
    this.costs = costs;
  }

  /** Performs a step other than a launch. */
  void step(HostStep step) {
    if (step instanceof HostStep.Fill fill) {
      transfers.addOnDevice(timeline.deviceOperation(fill.bytes(), costs.fillBytesPerSecond()));
      touched = true;
    } else if (step instanceof HostStep.Copy copy) {
      transfers.addOnDevice(timeline.deviceOperation(copy.bytes(), costs.copyBytesPerSecond()));
      touched = true;
    } else if (step instanceof HostStep.Upload upload) {
      transfer(true, upload.bytes(), upload.pinned());
      touched = true;
    } else if (step instanceof HostStep.Download download) {
      transfer(false, download.bytes(), download.pinned());
    } else if (step instanceof HostStep.Synchronize) {
      timeline.synchronize();
    }
  }

  private void transfer(boolean toDevice, long bytes, boolean pinned) {
    transfers.add(toDevice, pinned, bytes, timeline.transfer(bytes, pinned));
  }

  TransferCounts transfers() {
    return transfers;
  }

  /** Returns whether a step wrote device memory since the last call. */
  boolean takeTouched() {
    boolean was = touched;
    touched = false;
    return was;
  }

  @Override
  public void save(StateWriter out) {
    out.writeBoolean(touched);
    transfers.save(out);
  }

  @Override
  public void load(StateReader in) {
    touched = in.readBoolean();
    transfers.load(in);
  }
}
