// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;

/** A file that records the runs of devices. */
interface RunFile extends AutoCloseable {
  /** Adds a device; devices are stored in the order of the calls. */
  RunRecorder device(DeviceSpec spec, Program program, ObservedMachine observed);

  /** Completes the file under its final name. */
  void finish();

  /** Releases all resources; an unfinished file is deleted. */
  @Override
  void close();
}
