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
   * @throws IllegalArgumentException if two declarations of a name differ
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

  /** {@return all of them in the order of their names} */
  public List<Statistic> all() {
    return List.copyOf(byName.values());
  }

  /** {@return their names in order} */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /**
   * {@return the roofs in the order of their names: shares of a resource's peak ({@link
   * Statistic#resource})}
   */
  public List<Statistic> roofs() {
    return byName.values().stream().filter(s -> s.resource().isPresent()).toList();
  }

  /**
   * Finds the declaration of a name.
   *
   * @param name with or without instance prefixes such as {@code cu[3].}
   * @return its declaration, or empty
   */
  public Optional<Statistic> find(String name) {
    return Optional.ofNullable(byName.get(Statistic.plain(name)));
  }

  /**
   * Whether a name is declared as a level, so that differences and sums over time have no meaning.
   *
   * @param name with or without instance prefixes
   * @return whether it is a level
   */
  public boolean isLevel(String name) {
    return find(name).filter(s -> s.kind() == Statistic.Kind.LEVEL).isPresent();
  }

  /**
   * A suggestion for a message about an undeclared name.
   *
   * @param name the undeclared name
   * @return {@code "; did you mean 'x'?"}, or the empty text if no name is similar
   */
  public String hint(String name) {
    return Suggestions.nearest(Statistic.plain(name), byName.keySet())
        .map(n -> "; did you mean '" + n + "'?")
        .orElse("");
  }

  /**
   * Combines this registry with more declarations.
   *
   * @param more declarations
   * @return a registry of both
   */
  public StatisticsRegistry and(List<Statistic> more) {
    List<Statistic> both = new ArrayList<>(byName.values());
    both.addAll(more);
    return new StatisticsRegistry(both);
  }
}
