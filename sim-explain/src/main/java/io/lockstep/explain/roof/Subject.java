package io.lockstep.explain.roof;

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

/** One of two runs whose times are compared, with its roofs. Immutable. */
public final class Subject {
  private static final String UNITS = "unit.count";

  private final String name;
  private final DeviceSpec spec;
  private final RunResult result;
  private final Roofs roofs;
  private final List<IssuePort> ports;
  private final Optional<IssueScheme> issue;
  private final double tickHertz;
  private final SortedMap<String, double[]> byUnit = new TreeMap<>(); // port: fullest unit, sum

  /**
   * Creates a subject.
   *
   * @param name of the run in sentences
   * @param spec the device
   * @param result one that was simulated to its end
   * @param catalogue families with their statistics
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

  /** The largest sum of some statistics over a unit, and the sum over all units. */
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

  /** {@return name of the run in sentences} */
  public String name() {
    return name;
  }

  /** {@return the result} */
  public RunResult result() {
    return result;
  }

  /** {@return all roofs} */
  public Roofs roofs() {
    return roofs;
  }

  /** The cycle accounting of the family, if it has one. */
  Optional<IssueScheme> issue() {
    return issue;
  }

  /** Ticks a second. */
  double tickHertz() {
    return tickHertz;
  }

  /** Number of compute units; 1 if the specification does not say. */
  double units() {
    return spec.has(UNITS) ? spec.value(UNITS) : 1;
  }

  /** A statistic; 0 if it is not modelled. */
  double of(String statistic) {
    BigDecimal value = result.statistics().get(statistic);
    return value == null ? 0 : value.doubleValue();
  }

  /** The kind of port of a roof. */
  Optional<IssuePort> port(Roof roof) {
    return ports.stream().filter(p -> roofName(p).equals(roof.name())).findFirst();
  }

  /** The roof of a kind of port. */
  Optional<Roof> roof(IssuePort port) {
    return roofs.all().stream()
        .filter(r -> r.resource() == Resource.PORT && r.name().equals(roofName(port)))
        .findFirst();
  }

  /**
   * {@return the roof that explains most of the time: the largest; where that is below {@link
   * Roofs#BOUND} one of which the busiest unit, channel or slice is busier than that; else that of
   * the issue ports that are busiest; empty if the device declares no roofs that the run used}
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

  /** The roof of which the busiest unit, channel or slice is busiest. */
  Optional<Roof> busiest(Predicate<Roof> which) {
    return roofs.all().stream()
        .filter(r -> r.used() > 0 && which.test(r))
        .max(
            Comparator.comparingDouble(this::busy)
                .thenComparing(Roof::name, Comparator.reverseOrder()));
  }

  /** Share of the peak of the busiest unit, channel or slice. */
  double busy(Roof roof) {
    return roof.share() * uneven(roof);
  }

  /** Whether the busiest unit, channel or slice is used at {@link Roofs#BOUND} of its peak. */
  boolean isBusy(Roof roof) {
    return busy(roof) >= Roofs.BOUND;
  }

  /** How much the busiest part of a resource is busier than the mean, at most until it is full. */
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
   * {@return how much longer a roof takes because its load is uneven, by name of the step; empty if
   * it is even}
   *
   * @param roof one of this run's
   */
  public SortedMap<String, Double> unevenLoad(Roof roof) {
    SortedMap<String, Double> load = new TreeMap<>();
    if (uneven(roof) > 1) {
      load.put(step(roof), uneven(roof));
    }
    return load;
  }

  /** Whether each compute unit has its part of a roof's resource. */
  static boolean isOfUnits(Roof roof) {
    return step(roof).equals(Uneven.UNITS);
  }

  /** How much more work than the mean the unit with most has; 1 if units do not matter. */
  double unevenUnits(Roof roof) {
    return unevenLoad(roof).getOrDefault(Uneven.UNITS, 1.0);
  }

  /**
   * {@return the ideal parts that change a roof itself, and are no waits; of a resource that is
   * hardly used, and no issue port, none}
   *
   * @param roof one of this run's
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
