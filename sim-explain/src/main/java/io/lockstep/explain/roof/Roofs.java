// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All roofs of a result, computed from the statistics that are declared with a {@link Resource}.
 * Immutable.
 */
public final class Roofs {
  /** Minimum share of its peak rate at which a resource is considered to limit a run. */
  public static final double BOUND = 0.4;

  private static final double PICOS = 1e12;
  private static final String DRAM_PEAK = "dram.bandwidth"; // bytes per second

  private final List<Roof> all;

  /**
   * @param all roofs in any order
   */
  Roofs(List<Roof> all) {
    this.all =
        all.stream()
            .sorted(Comparator.comparingDouble((Roof r) -> -r.share()).thenComparing(Roof::name))
            .toList();
  }

  /**
   * Computes the roofs of a completed result.
   *
   * @param catalogue families with their statistics
   */
  public static Roofs of(RunResult result, Catalogue catalogue, DeviceSpec spec) {
    FamilyStatistics family = catalogue.statistics(spec.family());
    Map<String, BigDecimal> values = result.statistics();
    List<Statistic> declared =
        family.registry().roofs().stream().filter(s -> values.containsKey(s.name())).toList();
    List<Roof> all = new ArrayList<>();
    for (Statistic s : declared) {
      Resource resource = s.resource().orElseThrow();
      Formula formula = s.formula().orElseThrow();
      double used = sum(values, formula.numerator());
      double peak = sum(values, formula.denominator());
      if (peak <= 0 || result.kernelPicos() == 0) {
        continue;
      }
      boolean pins = resource == Resource.DRAM && hasPeak(spec);
      double rate = pins ? spec.value(DRAM_PEAK) / PICOS : peak / result.kernelPicos();
      boolean only = declared.stream().filter(d -> d.resource().equals(s.resource())).count() == 1;
      all.add(
          new Roof(
              resource,
              s.name(),
              name(s, resource, only, family),
              values.get(s.name()).doubleValue(),
              used,
              rate,
              family
                  .registry()
                  .find(formula.numerator().get(0))
                  .map(Statistic::unit)
                  .orElse("cycles")));
    }
    return new Roofs(all);
  }

  private static boolean hasPeak(DeviceSpec spec) {
    return spec.known(DRAM_PEAK).isPresent();
  }

  private static double sum(Map<String, BigDecimal> values, List<String> names) {
    return names.stream()
        .mapToDouble(n -> values.getOrDefault(n, BigDecimal.ZERO).doubleValue())
        .sum();
  }

  private static String name(Statistic s, Resource resource, boolean only, FamilyStatistics of) {
    if (resource == Resource.PORT) {
      List<IssuePort> ports = of.issue().map(i -> i.ports()).orElse(List.of());
      return ports.stream()
          .filter(p -> p.busy().equals(s.name()))
          .findFirst()
          .map(p -> "port " + p.name())
          .orElse(s.name());
    }
    String last = s.name().substring(1 + s.name().lastIndexOf('.')).replace("busy", "");
    String part = last.replace('_', ' ').strip();
    return only || part.isEmpty() ? resource.words() : resource.words() + ", " + part;
  }

  /** Returns all roofs, the largest share first. */
  public List<Roof> all() {
    return all;
  }

  /** Returns the roof with the largest share; empty if the device declares none. */
  public Optional<Roof> largest() {
    return all.stream().findFirst();
  }

  /** Whether a resource is used at {@link #BOUND} of its peak or more. */
  public boolean isBound() {
    return largest().filter(r -> r.share() >= BOUND).isPresent();
  }
}
