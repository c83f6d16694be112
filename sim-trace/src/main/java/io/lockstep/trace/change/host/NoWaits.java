// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.host;

import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;

/**
 * A replay in which the host does not wait for the device between two operations that both run on
 * the device: launches, fills and copies. Programs with streams stay unchanged, since their waits
 * order operations of several streams.
 */
public final class NoWaits extends ForwardingProgramSource {
  private final boolean hasStreams;
  private ProgramItem wait; // not yet passed on; null if none
  private ProgramItem after; // the item that follows the last wait passed on; null if none

  /**
   * Creates a replay without these waits.
   *
   * @param source the program's replay
   */
  public NoWaits(ProgramSource source) {
    super(source);
    hasStreams = source.program().streams().any();
  }

  @Override
  public ProgramItem next() {
    if (after != null) {
      ProgramItem item = after;
      after = null;
      return item;
    }
    while (true) {
      ProgramItem item = source.next();
      if (hasStreams) {
        return item;
      }
      if (item instanceof HostStep.Synchronize) {
        wait = item;
        continue;
      }
      if (wait == null || isOnDevice(item)) {
        wait = null;
        return item;
      }
      after = item;
      item = wait;
      wait = null;
      return item;
    }
  }

  private static boolean isOnDevice(ProgramItem item) {
    return item instanceof HostStep.Launch
        || item instanceof HostStep.Fill
        || item instanceof HostStep.Copy;
  }
}
