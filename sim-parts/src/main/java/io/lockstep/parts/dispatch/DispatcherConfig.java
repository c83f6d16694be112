package io.lockstep.parts.dispatch;

import io.lockstep.parts.rate.Rate;

/**
 * How work-groups are handed out. Immutable and thread-safe.
 *
 * @param startTicks from the launch to the first group
 * @param groups groups a tick, over the whole device
 * @param latencyTicks from the dispatcher to a compute unit and back, each; at least 1
 * @param window groups that may be looked at for one that has room, in id order; 1 is strictly in
 *     order
 * @param groupsPerUnit most groups that any launch may have on a compute unit
 * @param domainUnits consecutive compute units that share a limit of wavefronts; 0 where there is
 *     none
 * @param domainWavefronts that limit
 */
public record DispatcherConfig(
    long startTicks,
    Rate groups,
    long latencyTicks,
    int window,
    int groupsPerUnit,
    int domainUnits,
    int domainWavefronts) {
  public DispatcherConfig {
    if (startTicks < 0 || latencyTicks < 1 || window < 1 || groupsPerUnit < 1) {
      throw new IllegalArgumentException(
          "a dispatcher with "
              + startTicks
              + " ticks to start, latency "
              + latencyTicks
              + ", window "
              + window
              + ", "
              + groupsPerUnit
              + " groups a unit");
    }
    if (domainUnits < 0 || domainUnits > 0 && domainWavefronts < 1) {
      throw new IllegalArgumentException(
          domainWavefronts + " wavefronts for each " + domainUnits + " units");
    }
  }
}
