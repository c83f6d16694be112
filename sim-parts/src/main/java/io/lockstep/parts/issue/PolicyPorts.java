package io.lockstep.parts.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.spec.Figures;

/**
 * The ready wavefronts of each issue port, SIMD or warp scheduler of a compute unit that has
 * several, each with a rule of its own. Allocates nothing. Not thread-safe.
 */
public final class PolicyPorts implements Stateful {
  private final ReadyWavefronts[] ports;

  private PolicyPorts(ReadyWavefronts[] ports) {
    this.ports = ports;
  }

  /**
   * What a unit needs whose own code has one policy built in.
   *
   * @param own name of the unit's own policy
   * @param figures the device's, {@link PolicySpec} among them
   * @param ports how many there are, at least one
   * @param slots wavefronts that there may be at each of them
   * @return null where the device has the unit's own, which costs nothing then
   */
  public static PolicyPorts unless(String own, Figures figures, int ports, int slots) {
    ReadyWavefronts[] all = new ReadyWavefronts[ports];
    for (int p = 0; p < ports; p++) {
      all[p] = ReadyWavefronts.unless(own, figures, slots);
    }
    return all[0] == null ? null : new PolicyPorts(all);
  }

  /**
   * {@return the wavefronts that could issue at a port}
   *
   * @param port from 0
   */
  public ReadyWavefronts at(int port) {
    return ports[port];
  }

  /**
   * A wavefront has come that may ask for any port.
   *
   * @param wavefront its slot
   */
  public void started(int wavefront) {
    for (ReadyWavefronts port : ports) {
      port.started(wavefront);
    }
  }

  @Override
  public void save(StateWriter out) {
    for (ReadyWavefronts port : ports) {
      port.save(out);
    }
  }

  @Override
  public void load(StateReader in) {
    for (ReadyWavefronts port : ports) {
      port.load(in);
    }
  }
}
