// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.DeviceMemory;

/**
 * Runs a workload's launches instead of Lockstep's own execution. An oracle implements it, and its
 * buffers become expectations. Not thread-safe.
 */
public interface LaunchRunner {
  /** Runs a launch to completion: reads the buffers from memory and writes them back. */
  void run(ForeignLaunch launch, DeviceMemory memory);

  /** Announces a step other than a launch, which may change any buffer. */
  void hostStep();
}
