// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;

/** Observes the runs of devices without influencing them; called by the simulations' driver. */
public interface SimulationWatcher {
  /** Observes nothing. */
  SimulationWatcher NONE =
      new SimulationWatcher() {
        @Override
        public void begin(Simulation simulation, DeviceFingerprints.Subject subject) {}

        @Override
        public long last() {
          return DeviceObserver.NEVER;
        }
      };

  /** Called when the simulation is assembled, and its state loaded if the run is resumed. */
  void begin(Simulation simulation, DeviceFingerprints.Subject subject);

  /** Returns the tick after which the run may end; called after {@link #begin}. */
  long last();

  /** Called when the run has ended and the trace's identity is known. */
  default void identity(String traceSha256) {}
}
