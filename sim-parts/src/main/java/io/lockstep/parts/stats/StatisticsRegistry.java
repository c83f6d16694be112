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
   * @param declared by the parts of a device and of the run; one may come several times if it is
   *     the same
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

  /**
   * All of them in the order of their names.
   *
   * @return all of them in the order of their names
   */
  public List<Statistic> all() {
    return List.copyOf(byName.values());
  }

  /**
   * Their names in order.
   *
   * @return their names in order
   */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /**
   * {@return the statistic of a name, whatever instances such as {@code cu[3].} stand before it}
   *
   * @param name with instances or without
   */
  public Optional<Statistic> find(String name) {
    return Optional.ofNullable(byName.get(Statistic.plain(name)));
  }

  /**
   * {@return whether the values of a name are levels: no differences, no sums over time}
   *
   * @param name with instances or without
   */
  public boolean isLevel(String name) {
    return find(name).filter(s -> s.kind() == Statistic.Kind.LEVEL).isPresent();
  }

  /**
   * {@code "; did you mean 'x'?"} for a name that nobody has declared, or nothing.
   *
   * @param name as a user wrote it
   * @return the hint, to be put behind a message
   */
  public String hint(String name) {
    return Suggestions.nearest(Statistic.plain(name), byName.keySet())
        .map(n -> "; did you mean '" + n + "'?")
        .orElse("");
  }

  /**
   * This one and more.
   *
   * @param more statistics that may be declared here already, in the same way
   * @return a registry of its own
   */
  public StatisticsRegistry and(List<Statistic> more) {
    List<Statistic> both = new ArrayList<>(byName.values());
    both.addAll(more);
    return new StatisticsRegistry(both);
  }
}
