package io.lockstep.workload;

import io.lockstep.execute.DeviceMemory;

/**
 * Runs a workload's launches in place of our own execution: an oracle, whose buffers become
 * expectations. Used by one thread.
 */
public interface LaunchRunner {
  /**
   * Runs a launch to its end.
   *
   * @param launch what is launched, all values known
   * @param memory the buffers: read for what the launch finds, written with what it leaves
   */
  void run(ForeignLaunch launch, DeviceMemory memory);

  /** A step that is no launch follows: it may change any buffer. */
  void hostStep();
}
