package io.lockstep.workload;

import io.lockstep.execute.DeviceMemory;

/**
 * Runs a workload's launches instead of Lockstep's own execution: an oracle, whose buffers become
 * expectations. Not thread-safe.
 */
public interface LaunchRunner {
  /**
   * Runs a launch to completion.
   *
   * @param launch the launch, with all values
   * @param memory the buffers, read before and written after the launch
   */
  void run(ForeignLaunch launch, DeviceMemory memory);

  /** Announces a step other than a launch, which may change any buffer. */
  void hostStep();
}
