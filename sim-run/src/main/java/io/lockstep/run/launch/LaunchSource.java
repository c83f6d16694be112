// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import io.lockstep.trace.record.ProgramReader;

/** Provides a launch slot with the work-groups of its launches. */
public interface LaunchSource {
  /**
   * Advances to a launch.
   *
   * @param number number of the launch in the pass, higher than before
   * @return a reader at the launch, until the next call
   */
  ProgramReader seek(long number);

  /** Starts the next pass. */
  void rewind();
}
