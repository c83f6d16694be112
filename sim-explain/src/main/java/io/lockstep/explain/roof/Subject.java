// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.explain.ladder.Uneven;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Resource;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One of two compared runs, with its roofs. Immutable. */
public final class Subject {
  private static final String UNITS = "unit.count";

  private final String name;
  private final DeviceSpec spec;
  private final RunResult result;
  private final Roofs roofs;
  private final List<IssuePort> ports;
  private final Optional<IssueScheme> issue;
  private final double tickHertz;
  private final SortedMap<String, double[]> byUnit = new TreeMap<>();

  /**
   * @param name name of the run in sentences
   * @param result result of a completed simulation
   */
  public Subject(String name, DeviceSpec spec, RunResult result, Catalogue catalogue) {
    this.name = name;
    this.spec = spec;
    this.result = result;
    roofs = Roofs.of(result, catalogue, spec);
    issue = catalogue.statistics(spec.family()).issue();
    ports = issue.map(IssueScheme::ports).orElse(List.of());
    tickHertz = catalogue.device(spec).tickHertz();
    for (IssuePort port : ports) {
      byUnit.put(roofName(port), fullest(issue.orElseThrow().issued(port)));
    }
    byUnit.put("", fullest(List.of("lanes.issued")));
  }

  private static String roofName(IssuePort port) {
    return "port " + port.name();
  }

  /** Returns the largest sum of some statistics within a unit, and the sum over all units. */
  private double[] fullest(List<String> statistics) {
    Map<String, Double> units = new TreeMap<>();
    for (Map.Entry<String, BigDecimal> e : result.statistics().entrySet()) {
      int end = e.getKey().lastIndexOf("].");
      if (end > 0 && statistics.contains(e.getKey().substring(end + 2))) {
        units.merge(e.getKey().substring(0, end), e.getValue().doubleValue(), Double::sum);
      }
    }
    double sum = units.values().stream().mapToDouble(v -> v).sum();
    return new double[] {units.values().stream().mapToDouble(v -> v).max().orElse(0), sum};
  }

  /** Returns the name of the run in sentences. */
  public String name() {
    return name;
  }

  public RunResult result() {
    return result;
  }

  public Roofs roofs() {
    return roofs;
  }

  /** Returns the uncertain figures that move a roof's peak. */
  List<UncertainFigure> uncertain(Roof roof) {
    return PeakFigures.of(roof, spec.id(), spec);
  }

  Optional<IssueScheme> issue() {
    return issue;
  }

  double tickHertz() {
    return tickHertz;
  }

  /** Returns the number of compute units; 1 if the specification does not give the number. */
  double units() {
    return spec.has(UNITS) ? spec.value(UNITS) : 1;
  }

  /** Returns a statistic; 0 if it is not modelled. */
  double of(String statistic) {
    BigDecimal value = result.statistics().get(statistic);
    return value == null ? 0 : value.doubleValue();
  }

  Optional<IssuePort> port(Roof roof) {
    return ports.stream().filter(p -> roofName(p).equals(roof.name())).findFirst();
  }

  Optional<Roof> roof(IssuePort port) {
    return roofs.all().stream()
        .filter(r -> r.resource() == Resource.PORT && r.name().equals(roofName(port)))
        .findFirst();
  }

  /**
   * Returns the roof that explains most of the time: the largest roof if its share is {@link
   * Roofs#BOUND} or more; otherwise the roof with the busiest single unit, channel or slice, if
   * that reaches this share; otherwise the roof of the busiest issue port. Empty if the run used
   * none of the device's roofs.
   */
  public Optional<Roof> main() {
    if (roofs.isBound()) {
      return roofs.largest();
    }
    Optional<Roof> busiest = busiest(r -> true).filter(this::isBusy);
    return busiest
        .or(() -> busiest(r -> r.resource() == Resource.PORT))
        .or(() -> busiest(r -> true));
  }

  /** Returns the roof with the busiest single unit, channel or slice. */
  Optional<Roof> busiest(Predicate<Roof> which) {
    return roofs.all().stream()
        .filter(r -> r.used() > 0 && which.test(r))
        .max(
            Comparator.comparingDouble(this::busy)
                .thenComparing(Roof::name, Comparator.reverseOrder()));
  }

  /** Returns the utilization of the busiest unit, channel or slice, as a share of its peak. */
  double busy(Roof roof) {
    return roof.share() * uneven(roof);
  }

  /**
   * Whether the utilization of the busiest unit, channel or slice is {@link Roofs#BOUND} or more.
   */
  boolean isBusy(Roof roof) {
    return busy(roof) >= Roofs.BOUND;
  }

  /**
   * Returns the load of the busiest part of a resource relative to the mean, limited so that no
   * part exceeds its peak.
   */
  private double uneven(Roof roof) {
    return uneven(roof, step(roof));
  }

  private static String step(Roof roof) {
    return switch (roof.resource()) {
      case DRAM -> Uneven.CHANNELS;
      case L2 -> Uneven.SLICES;
      case ATOMICS -> "";
      default -> Uneven.UNITS;
    };
  }

  private double uneven(Roof roof, String step) {
    double times =
        switch (step) {
          case Uneven.CHANNELS -> of("dram.channel_imbalance");
          case Uneven.SLICES -> of("l2.slice_imbalance");
          case Uneven.UNITS -> {
            double[] most = byUnit.getOrDefault(roof.name(), byUnit.get(""));
            yield most[1] == 0 ? 1 : most[0] * units() / most[1];
          }
          default -> 1;
        };
    return Math.max(1, Math.min(times, 1 / Math.max(roof.share(), Double.MIN_NORMAL)));
  }

  /**
   * Returns the factor by which load imbalance prolongs a roof, by name of the step; empty if the
   * load is balanced.
   */
  public SortedMap<String, Double> unevenLoad(Roof roof) {
    SortedMap<String, Double> load = new TreeMap<>();
    if (uneven(roof) > 1) {
      load.put(step(roof), uneven(roof));
    }
    return load;
  }

  /**
   * Whether a roof's load imbalance is measured between compute units: true for every resource
   * except DRAM, the L2 and atomics.
   */
  static boolean isOfUnits(Roof roof) {
    return step(roof).equals(Uneven.UNITS);
  }

  /**
   * Returns the work of the busiest unit relative to the mean; 1 if the roof does not depend on
   * units.
   */
  double unevenUnits(Roof roof) {
    return unevenLoad(roof).getOrDefault(Uneven.UNITS, 1.0);
  }

  /**
   * Returns the parts that form a roof and are therefore not waits; empty for a resource that is
   * hardly used, unless it is an issue port.
   */
  public Set<Ideal> own(Roof roof) {
    if (!isBusy(roof) && roof.resource() != Resource.PORT) {
      return EnumSet.noneOf(Ideal.class);
    }
    return switch (roof.resource()) {
      case DRAM -> EnumSet.of(Ideal.DRAM_BANDWIDTH, Ideal.CACHES);
      case L1, L2, NETWORK, MEMORY_PATH -> EnumSet.of(Ideal.CACHES);
      case ATOMICS -> EnumSet.of(Ideal.CACHES);
      case LOCAL_MEMORY -> EnumSet.of(Ideal.CONFLICTS);
      case PORT ->
          switch (port(roof).map(IssuePort::work).orElse(IssuePort.Work.COMPUTE)) {
            case COMPUTE -> EnumSet.of(Ideal.LANES);
            case MEMORY -> EnumSet.of(Ideal.LANES, Ideal.CACHES);
            case LOCAL_MEMORY -> EnumSet.of(Ideal.LANES, Ideal.CONFLICTS);
          };
      default -> EnumSet.noneOf(Ideal.class);
    };
  }
}
