// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.execute.memory.DeviceMemory;

/**
 * Runs launches outside Lockstep's own execution. An oracle implements it: its buffers become a
 * workload's expectations, or are compared with those of a program. Not thread-safe.
 */
public interface LaunchRunner extends AutoCloseable {
  /** Runs a launch to completion: reads the buffers from memory and writes them back. */
  void run(ForeignLaunch launch, DeviceMemory memory);

  /** Announces a step other than a launch, which may change any buffer. */
  void hostStep();

  /** Ends the external runtime. */
  @Override
  default void close() {
    // most have nothing to end
  }
}
