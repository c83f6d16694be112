package io.lockstep.parts.unit;

import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;
import java.util.List;

/**
 * Utilisation of a device's issue ports, by the kinds that its family declares. All ports of a kind
 * count, used or not. Immutable.
 */
public final class PortUse {
  /** Statistic of devices with ideal parts only: their minimum time. */
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
   * Collects the use of ports since the last reset.
   *
   * @param scheme the kinds of ports and their reasons
   * @param portsOfUnit number of ports of a unit
   * @param units number of units of the device
   * @param sums of the reasons' statistics over all units
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

  /**
   * {@return the ticks that the busiest kind of ports would need to issue all its instructions if
   * never idle}
   */
  public long workAtPeak() {
    long most = 0;
    for (int k = 0; k < ports.length; k++) {
      most = Math.max(most, issued[k] / ports[k]);
    }
    return most;
  }

  /**
   * Writes the cycles of each kind of port and the share in which it issued.
   *
   * @param kernels ticks in which kernels ran
   * @param out receives two statistics per kind
   */
  public void write(long kernels, StatisticsSink out) {
    for (int k = 0; k < ports.length; k++) {
      IssuePort kind = scheme.ports().get(k);
      out.count(kind.cycles(), kernels * ports[k]);
      out.ratio(kind.busy(), issued[k], kernels * ports[k]);
    }
  }
}
