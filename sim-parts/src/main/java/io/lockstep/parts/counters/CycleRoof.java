// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.counters;

import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.spi.stats.Totals;
import java.util.List;
import java.util.Optional;

/**
 * Utilization of a resource that each compute unit has once: the share of the kernels' time in
 * which the resource is busy. Immutable and thread-safe.
 */
public final class CycleRoof {
  private final String used;
  private final Statistic peak;
  private final Statistic share;

  /**
   * Declares the utilization of a resource.
   *
   * @param resource the resource
   * @param part name of the resource in listings
   * @param name prefix of the statistics {@code NAME.kernel_cycles} and {@code NAME.busy}
   * @param used name of the statistic that counts the units' busy cycles
   * @param each plural of the resource, for the definition, for example {@code local memories}
   */
  public CycleRoof(Resource resource, String part, String name, String used, String each) {
    this.used = used;
    peak =
        new Statistic(
            name + ".kernel_cycles",
            Statistic.Kind.COUNT,
            "cycles",
            "Cycles of all units' " + each + " while kernels ran.",
            part,
            "");
    share =
        new Statistic(
            name + ".busy",
            Statistic.Kind.RATIO,
            "ratio",
            "Share of these in which they were busy.",
            part,
            "",
            Optional.of(Formula.of(used, peak.name()).roof(resource)));
  }

  /** {@return the two statistics, for the whole device} */
  public List<Statistic> declared() {
    return List.of(peak, share);
  }

  /**
   * Writes the utilization over a device; writes nothing if the units do not count busy cycles.
   *
   * @param sums totals over all units
   * @param cycles sum over all units of the cycles in which kernels ran
   * @param out receives the statistics
   */
  public void write(Totals sums, long cycles, StatisticsSink out) {
    if (sums.has(used)) {
      out.count(peak.name(), cycles);
      out.ratio(share.name(), sums.get(used), cycles);
    }
  }
}
