// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import io.lockstep.spi.spec.Figures;

/**
 * The ready wavefronts of a compute unit with several issue ports (SIMDs or warp schedulers), each
 * with its own rule. Not thread-safe.
 */
public final class PolicyPorts {
  private final ReadyWavefronts[] ports;

  private PolicyPorts(ReadyWavefronts[] ports) {
    this.ports = ports;
  }

  /**
   * Creates the ports of a unit, unless the device uses the policy that the unit itself implements.
   *
   * @param own name of the unit's own policy
   * @param figures figures of the device, including {@link PolicySpec}
   * @param ports number of ports, at least one
   * @param slots wavefront slots of each port
   * @return null if the device uses the unit's own policy
   */
  public static PolicyPorts unless(String own, Figures figures, int ports, int slots) {
    ReadyWavefronts[] all = new ReadyWavefronts[ports];
    for (int p = 0; p < ports; p++) {
      all[p] = ReadyWavefronts.unless(own, figures, slots);
    }
    return all[0] == null ? null : new PolicyPorts(all);
  }

  /**
   * {@return the ready wavefronts of a port}
   *
   * @param port index of the port, from 0
   */
  public ReadyWavefronts at(int port) {
    return ports[port];
  }

  /**
   * Adds a wavefront that may use any port.
   *
   * @param wavefront slot of the wavefront
   */
  public void started(int wavefront) {
    for (ReadyWavefronts port : ports) {
      port.started(wavefront);
    }
  }
}
