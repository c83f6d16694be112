package io.lockstep.parts.unit;

import io.lockstep.parts.stats.IssuePort;
import io.lockstep.parts.stats.IssueScheme;
import io.lockstep.parts.stats.StatisticSet;
import io.lockstep.parts.stats.StatisticsSink;
import io.lockstep.parts.stats.Totals;
import java.util.List;

/**
 * How much the issue ports of a device did, by the kinds that its family declares: all ports of a
 * kind count, also those that never issued. Immutable.
 */
public final class PortUse {
  /** Statistic of devices with ideal parts alone: what they have to do at least. */
  public static final StatisticSet<PortUse> AT_PEAK =
      StatisticSet.<PortUse>of("ideal parts")
          .count(
              "ideal.work_cycles",
              "cycles",
              "Cycles in which the ports of the busiest kind, all of them, would have issued all that"
                  + " they did if none had been idle, rounded down; only where parts are ideal.",
              PortUse::workAtPeak)
          .build();

  private final IssueScheme scheme;
  private final int[] ports; // by kind, of all units
  private final long[] issued; // by kind

  /**
   * What ports did since the last reset.
   *
   * @param scheme which kinds there are and what each issues
   * @param portsOfUnit all ports of a unit
   * @param units of the device
   * @param sums of the causes' statistics over all units
   */
  public PortUse(IssueScheme scheme, int portsOfUnit, int units, Totals sums) {
    this.scheme = scheme;
    List<IssuePort> kinds = scheme.ports();
    ports = new int[kinds.size()];
    issued = new long[kinds.size()];
    for (int k = 0; k < ports.length; k++) {
      ports[k] = scheme.count(kinds.get(k), portsOfUnit) * units;
      issued[k] = scheme.issued(kinds.get(k)).stream().mapToLong(sums::get).sum();
    }
  }

  /** {@return ticks in which the ports of the busiest kind could have issued all that they did} */
  public long workAtPeak() {
    long most = 0;
    for (int k = 0; k < ports.length; k++) {
      most = Math.max(most, issued[k] / ports[k]);
    }
    return most;
  }

  /**
   * Writes the time of each kind of port and the share of it in which it issued.
   *
   * @param kernels ticks in which kernels ran
   * @param out takes two statistics a kind
   */
  public void write(long kernels, StatisticsSink out) {
    for (int k = 0; k < ports.length; k++) {
      IssuePort kind = scheme.ports().get(k);
      out.count(kind.cycles(), kernels * ports[k]);
      out.ratio(kind.busy(), issued[k], kernels * ports[k]);
    }
  }
}
