// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.parts.rate.Rate;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;

/**
 * Configuration of the dispatcher.
 *
 * @param startTicks ticks from a launch to its first group
 * @param groups groups per tick that each engine can dispatch
 * @param latencyTicks ticks from the dispatcher to a compute unit, and back; at least 1
 * @param window groups, in id order, that are examined for one that fits; 1 is strictly in order
 * @param groupsPerUnit maximum groups of any launch on a compute unit
 * @param domain limit of resident wavefronts that compute units share
 * @param engines dispatch engines, each for an equal share of the compute units; at least 1
 */
public record DispatcherConfig(
    long startTicks,
    Rate groups,
    long latencyTicks,
    int window,
    int groupsPerUnit,
    Domain domain,
    int engines) {
  // Groups per tick of an ideal dispatcher, more than all units hold.
  private static final long AT_ONCE = 1 << 20;

  /**
   * A limit of wavefronts that compute units share.
   *
   * @param units number of consecutive units that share the limit; 0 for no limit
   * @param wavefronts the limit
   */
  public record Domain(int units, int wavefronts) {
    /** No shared limit. */
    public static final Domain NONE = new Domain(0, 0);

    /**
     * Checks the limit.
     *
     * @param units number of units, at least 0
     * @param wavefronts the limit, at least 1 if {@code units} is positive
     * @throws IllegalArgumentException if one is out of its range
     */
    public Domain {
      if (units < 0 || units > 0 && wavefronts < 1) {
        throw new IllegalArgumentException(wavefronts + " wavefronts for each " + units + " units");
      }
    }
  }

  /**
   * Checks the values.
   *
   * @param startTicks ticks from a launch to its first group, at least 0
   * @param groups groups per tick that each engine can dispatch
   * @param latencyTicks ticks from the dispatcher to a compute unit, and back; at least 1
   * @param window number of groups examined for one that fits, at least 1
   * @param groupsPerUnit maximum groups of any launch on a compute unit, at least 1
   * @param domain limit of resident wavefronts that compute units share
   * @param engines number of dispatch engines, at least 1
   * @throws IllegalArgumentException if one is below its range
   */
  public DispatcherConfig {
    if (startTicks < 0 || latencyTicks < 1 || window < 1 || groupsPerUnit < 1 || engines < 1) {
      throw new IllegalArgumentException(
          "a dispatcher with %s ticks to start, latency %s, window %s, %s groups a unit, %s engines"
              .formatted(startTicks, latencyTicks, window, groupsPerUnit, engines));
    }
  }

  /**
   * Creates the configuration from figures in cycles; a tick is one cycle.
   *
   * @param f figures of {@link DispatchSpec}
   * @param dies number of dies, each of which receives groups at the specified interval
   * @param groupsPerUnit maximum groups of any launch on a compute unit
   * @param domain limit of resident wavefronts that compute units share
   * @return the configuration
   */
  public static DispatcherConfig of(Figures f, int dies, int groupsPerUnit, Domain domain) {
    if (f.ideals().has(Ideal.RESIDENCY)) {
      int window = Math.multiplyExact(f.integer("dispatch.window"), dies);
      return new DispatcherConfig(0, Rate.perTick(AT_ONCE), 1, window, groupsPerUnit, domain, 1);
    }
    return new DispatcherConfig(
        f.value("dispatch.launch_latency"),
        new Rate(dies * DispatchSpec.CYCLE, f.value("dispatch.group_interval")),
        f.value("dispatch.latency"),
        Math.multiplyExact(f.integer("dispatch.window"), dies),
        groupsPerUnit,
        domain,
        1);
  }

  int mostPerTick() {
    long perTick = engines * ((groups.amount() + groups.ticks() - 1) / groups.ticks());
    return (int) Math.min(perTick, 64);
  }

  /**
   * {@return a copy with several engines, each of which assigns groups at this rate} Groups stay in
   * order. An ideal dispatcher keeps its single engine.
   *
   * @param count number of engines, at least 1
   */
  public DispatcherConfig with(int count) {
    boolean ideal = groups.amount() / groups.ticks() >= AT_ONCE;
    return new DispatcherConfig(
        startTicks, groups, latencyTicks, window, groupsPerUnit, domain, ideal ? 1 : count);
  }
}
