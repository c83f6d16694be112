package io.lockstep.run.observe;

import io.lockstep.core.engine.Simulation;

/**
 * Looks at the runs of devices and keeps what it sees to itself. Belongs to whoever drives the
 * simulations.
 */
public interface SimulationWatcher {
  /**
   * The simulation is put together, and its state loaded if the run is a resumed one.
   *
   * @param simulation not yet run by this call
   * @param subject what is run
   */
  void begin(Simulation simulation, DeviceFingerprints.Subject subject);

  /**
   * {@return tick after which the run may end, having been seen enough of; asked after {@link
   * #begin}}
   */
  long last();

  /**
   * The run has ended, and the trace's identity is known.
   *
   * @param traceSha256 64 hexadecimal digits
   */
  default void identity(String traceSha256) {}
}
