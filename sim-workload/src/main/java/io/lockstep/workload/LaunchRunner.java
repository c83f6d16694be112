// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.DeviceMemory;

/**
 * Runs a workload's launches in place of Lockstep's own execution: an oracle, whose buffers become
 * expectations. Not thread-safe.
 */
public interface LaunchRunner {
  /** Runs a launch to completion; the buffers are read before and written after it. */
  void run(ForeignLaunch launch, DeviceMemory memory);

  /** Announces a step other than a launch, which may change any buffer. */
  void hostStep();
}
