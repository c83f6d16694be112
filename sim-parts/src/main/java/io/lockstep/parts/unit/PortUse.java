// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;
import java.util.List;

/** Utilization of a device's issue ports by kind. Not thread-safe. */
public final class PortUse {
  /** Statistic written only for devices with ideal parts: a lower bound of their time. */
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
  private final int[] ports; // by kind, over all units
  private final long[] issued; // by kind: issue ticks of all ports
  private final int[] kindOf; // by reason: one plus the kind that issues; 0 for a stall reason
  private final long[] busiest; // by kind: issue ticks of the busiest port

  /**
   * Collects the use of ports since the last reset.
   *
   * @param scheme kinds of ports and their reasons
   * @param portsOfUnit number of ports of a unit
   * @param units number of units of the device
   * @param sums totals of the statistics of all reasons, over all units
   */
  public PortUse(IssueScheme scheme, int portsOfUnit, int units, Totals sums) {
    this.scheme = scheme;
    List<IssuePort> kinds = scheme.ports();
    ports = new int[kinds.size()];
    issued = new long[kinds.size()];
    busiest = new long[kinds.size()];
    kindOf = new int[scheme.causes().size()];
    for (int c = 0; c < kindOf.length; c++) {
      kindOf[c] = scheme.port(scheme.causes().get(c)).map(p -> 1 + indexOf(p, kinds)).orElse(0);
    }
    for (int k = 0; k < ports.length; k++) {
      ports[k] = scheme.count(kinds.get(k), portsOfUnit) * units;
      issued[k] = scheme.issued(kinds.get(k)).stream().mapToLong(sums::get).sum();
    }
  }

  /** Compares references: code that compares records is made at run time, in 20 ms. */
  private static int indexOf(IssuePort kind, List<IssuePort> kinds) {
    int index = 0;
    while (kinds.get(index) != kind) {
      index++;
    }
    return index;
  }

  /**
   * Includes the ports of a unit in the search for the busiest port of each kind.
   *
   * @param account cycle accounting of the unit
   * @param tick tick up to which its time counts
   */
  public void add(IssueAccount account, long tick) {
    for (int port = 0; port < account.ports(); port++) {
      long[] byCause = new long[kindOf.length];
      account.report(port, tick, byCause);
      long[] own = new long[busiest.length + 1];
      for (int c = 0; c < byCause.length; c++) {
        own[kindOf[c]] += byCause[c];
      }
      for (int k = 0; k < busiest.length; k++) {
        busiest[k] = Math.max(busiest[k], own[1 + k]);
      }
    }
  }

  /** {@return the ticks that the busiest kind of ports needs for its instructions if never idle} */
  public long workAtPeak() {
    long most = 0;
    for (int k = 0; k < ports.length; k++) {
      most = Math.max(most, issued[k] / ports[k]);
    }
    return most;
  }

  /**
   * Writes the cycles and the utilization of each kind of port.
   *
   * @param kernels number of ticks in which kernels ran
   * @param out receives the statistics
   */
  public void write(long kernels, StatisticsSink out) {
    for (int k = 0; k < ports.length; k++) {
      IssuePort kind = scheme.ports().get(k);
      out.count(kind.cycles(), kernels * ports[k]);
      out.ratio(kind.busy(), issued[k], kernels * ports[k]);
      out.count(kind.busiest(), busiest[k] * ports[k]);
      out.ratio(kind.imbalance(), busiest[k] * ports[k], issued[k]);
    }
  }
}
