// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.host;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;

/** A replay in which all transfers are from and to page-locked memory of the host. */
public final class PinnedTransfers extends ForwardingProgramSource {
  /**
   * Creates a replay with these transfers.
   *
   * @param source the program's replay
   */
  public PinnedTransfers(ProgramSource source) {
    super(source);
  }

  @Override
  public ProgramItem next() {
    ProgramItem item = source.next();
    return item instanceof HostStep step ? pinned(step) : item;
  }

  private static HostStep pinned(HostStep step) {
    if (step instanceof HostStep.Upload u) {
      return new HostStep.Upload(u.number(), u.buffer(), u.bytes(), true);
    }
    if (step instanceof HostStep.Download d) {
      return new HostStep.Download(d.number(), d.buffer(), d.bytes(), true);
    }
    return step instanceof HostStep.InStream own
        ? new HostStep.InStream(own.stream(), pinned(own.operation()))
        : step;
  }
}
