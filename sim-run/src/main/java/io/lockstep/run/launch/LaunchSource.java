// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.WorkGroupSource;

/** Provides a launch slot with the work-groups of its launches. */
public interface LaunchSource {
  /**
   * Advances to a launch.
   *
   * @param number number of the launch in the pass, higher than before
   */
  HostStep.Launch seek(long number);

  /** Returns the work-groups of the launch. */
  WorkGroupSource groups();

  /** Returns the end of the launch; valid after the launch's groups have been read. */
  LaunchEnd launchEnd();

  /** Starts the next pass. */
  void rewind();
}
