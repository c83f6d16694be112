// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The declarations of all statistics that a family's devices, or any devices, may produce. A name
 * has one kind and one unit. Immutable and thread-safe.
 */
public final class StatisticsRegistry {
  private final SortedMap<String, Statistic> byName = new TreeMap<>();

  /**
   * Collects declarations.
   *
   * @param declared in any order; a name may occur more than once
   * @throws IllegalArgumentException if two declarations of a name differ in kind or unit
   */
  public StatisticsRegistry(List<Statistic> declared) {
    for (Statistic s : declared) {
      Statistic other = byName.putIfAbsent(s.name(), s);
      if (other != null && (other.kind() != s.kind() || !other.unit().equals(s.unit()))) {
        throw new IllegalArgumentException(
            "statistic '%s' is %s of %s, but %s of %s"
                .formatted(s.name(), said(s), s.part(), said(other), other.part()));
      }
    }
  }

  private static String said(Statistic s) {
    return "a " + s.kind().name().toLowerCase(java.util.Locale.ROOT) + " in '" + s.unit() + "'";
  }

  /** {@return all declarations in the order of their names} */
  public List<Statistic> all() {
    return List.copyOf(byName.values());
  }

  /** {@return all names in order} */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** {@return the shares of a resource's peak ({@link Statistic#resource}), ordered by name} */
  public List<Statistic> roofs() {
    return byName.values().stream().filter(s -> s.resource().isPresent()).toList();
  }

  /**
   * {@return the declaration of a name, or empty}
   *
   * @param name with or without instance prefixes such as {@code cu[3].}
   */
  public Optional<Statistic> find(String name) {
    return Optional.ofNullable(byName.get(Statistic.plain(name)));
  }

  /**
   * {@return whether a name is declared as a level, for which sums over time are meaningless}
   *
   * @param name with or without instance prefixes
   */
  public boolean isLevel(String name) {
    return find(name).filter(s -> s.kind() == Statistic.Kind.LEVEL).isPresent();
  }

  /**
   * {@return a suggestion for an undeclared name, {@code "; did you mean 'x'?"}, or the empty text}
   *
   * @param name the undeclared name
   */
  public String hint(String name) {
    return Suggestions.nearHint(Statistic.plain(name), byName.keySet());
  }

  /**
   * {@return a registry of these and more declarations}
   *
   * @param more declarations
   */
  public StatisticsRegistry and(List<Statistic> more) {
    List<Statistic> both = new ArrayList<>(byName.values());
    both.addAll(more);
    return new StatisticsRegistry(both);
  }
}
