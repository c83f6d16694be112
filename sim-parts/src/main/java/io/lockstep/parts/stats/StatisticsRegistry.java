package io.lockstep.parts.stats;

import io.lockstep.io.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All statistics that may come from somewhere: from a family's devices, or from any. A name has one
 * kind and one unit. Immutable and thread-safe.
 */
public final class StatisticsRegistry {
  private final SortedMap<String, Statistic> byName = new TreeMap<>();

  /**
   * Collects what parts have declared.
   *
   * @param declared in any order; one name may come more than once
   * @throws IllegalArgumentException where two declare one name in different ways
   */
  public StatisticsRegistry(List<Statistic> declared) {
    for (Statistic s : declared) {
      Statistic other = byName.putIfAbsent(s.name(), s);
      if (other != null && (other.kind() != s.kind() || !other.unit().equals(s.unit()))) {
        throw new IllegalArgumentException(
            "statistic '"
                + s.name()
                + "' is "
                + said(s)
                + " of "
                + s.part()
                + ", but "
                + said(other)
                + " of "
                + other.part());
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
   * The statistic of a name.
   *
   * @param name whatever instances such as {@code cu[3].} stand before it
   * @return its declaration, or empty
   */
  public Optional<Statistic> find(String name) {
    return Optional.ofNullable(byName.get(Statistic.plain(name)));
  }

  /**
   * Whether the values of a name are levels: no differences, no sums over time.
   *
   * @param name with instances before it or without
   * @return whether it is declared as one
   */
  public boolean isLevel(String name) {
    return find(name).filter(s -> s.kind() == Statistic.Kind.LEVEL).isPresent();
  }

  /**
   * What a message says behind a name that nobody has declared.
   *
   * @param name what was found
   * @return {@code "; did you mean 'x'?"}, or nothing where no name is near
   */
  public String hint(String name) {
    return Suggestions.nearest(Statistic.plain(name), byName.keySet())
        .map(n -> "; did you mean '" + n + "'?")
        .orElse("");
  }

  /**
   * This one and more.
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
