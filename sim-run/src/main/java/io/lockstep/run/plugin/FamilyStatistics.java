// SPDX-License-Identifier: Apache-2.0
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statistics that devices of a family may write: shared statistics, the family's own, and one
 * for each stall reason of its issue ports. Immutable and thread-safe.
 */
public final class FamilyStatistics {
  private final String family;
  private final List<Statistic> own;
  private final String profiler;
  private final Map<String, String> counters;
  private final Optional<IssueScheme> issue;
  private final StatisticsRegistry registry;

  /**
   * @throws IllegalArgumentException if the provider declares a shared statistic differently
   */
  FamilyStatistics(String family, DeviceProvider provider) {
    this.family = family;
    own = List.copyOf(provider.statistics());
    profiler = provider.profiler();
    counters = Map.copyOf(provider.counters());
    issue = provider.issue();
    registry = SharedStatistics.with(provider);
  }

  public String family() {
    return family;
  }

  /** {@return the family's own statistics, without the statistics of stall reasons} */
  public List<Statistic> own() {
    return own;
  }

  /**
   * {@return the counters of the vendor's profiler by statistic, those of stall reasons included}
   */
  public SortedMap<String, String> counters() {
    SortedMap<String, String> all = new TreeMap<>(counters);
    Stream.concat(own.stream(), issue.stream().flatMap(i -> i.declared().stream()))
        .filter(s -> !s.counter().isEmpty())
        .forEach(s -> all.put(s.name(), s.counter()));
    return all;
  }

  /**
   * {@return the vendor's profiler, if results show its counters}
   *
   * @param devices ids of devices of the family
   */
  public Optional<Profiler> profiler(List<String> devices) {
    return profiler.isEmpty()
        ? Optional.empty()
        : Optional.of(new Profiler(profiler, devices, counters()));
  }

  /** {@return shared statistics with the names of the families' profiler counters} */
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

  /** {@return the cycle accounting of issue ports, if the family has any} */
  public Optional<IssueScheme> issue() {
    return issue;
  }

  /** {@return stall reasons of the issue ports} */
  public List<IssueCause> causes() {
    return issue.map(IssueScheme::causes).orElse(List.of());
  }

  /** {@return all statistics that a machine of the family may write} */
  public StatisticsRegistry registry() {
    return registry;
  }
}
