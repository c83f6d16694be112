// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.spi.Machine;

/** Records the run of one device for a file. */
interface RunRecorder {
  /** Called when the simulation is assembled. */
  default void begin(Machine machine, long tick) {}

  default void launchStarts(int kernel) {}

  default void launchEnds(int slot, int kernel, long number, long start, long tick) {}

  default void transferEnds(boolean toDevice, long number, long bytes, long start, long tick) {}

  /** Notifies that statistics were reset. */
  default void reset(long tick) {}

  /** Returns the last tick of the interval that contains a tick. */
  default long last(long tick) {
    return DeviceObserver.NEVER;
  }

  /** Ends an interval; {@code tick} is its last tick. */
  default void take(long tick) {}

  /** Called when the run has ended, normally or not. */
  default void end(Machine machine, long tick) {}
}
