package io.lockstep.run.plugin;

import io.lockstep.parts.board.SharedStatistics;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticsRegistry;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The statistics that devices of a family may write: the shared ones, the family's own, and one for
 * each reason of its issue ports. Immutable and thread-safe.
 */
public final class FamilyStatistics {
  private final String family;
  private final List<Statistic> own;
  private final Map<String, String> counters;
  private final Optional<IssueScheme> issue;
  private final StatisticsRegistry registry;

  /**
   * Asks a provider.
   *
   * @throws IllegalArgumentException if it declares a shared one in another way
   */
  FamilyStatistics(String family, DeviceProvider provider) {
    this.family = family;
    own = List.copyOf(provider.statistics());
    counters = Map.copyOf(provider.counters());
    issue = provider.issue();
    registry = SharedStatistics.with(provider);
  }

  /** {@return name of the family} */
  public String family() {
    return family;
  }

  /** {@return statistics of the family alone, without those of causes} */
  public List<Statistic> own() {
    return own;
  }

  /**
   * {@return statistics with the counters of the vendors' profilers that families name for them}
   *
   * @param shared of any family
   * @param families whose counters are used, in this order
   */
  public static List<Statistic> counted(List<Statistic> shared, List<FamilyStatistics> families) {
    return shared.stream()
        .map(
            s ->
                s.withCounter(
                    families.stream()
                        .map(f -> f.counters.get(s.name()))
                        .filter(Objects::nonNull)
                        .distinct()
                        .collect(Collectors.joining(", "))))
        .toList();
  }

  /** {@return issue ports and reasons, if there is cycle accounting} */
  public Optional<IssueScheme> issue() {
    return issue;
  }

  /** {@return causes of its issue ports} */
  public List<IssueCause> causes() {
    return issue.map(IssueScheme::causes).orElse(List.of());
  }

  /** {@return all that a machine may write} */
  public StatisticsRegistry registry() {
    return registry;
  }
}
