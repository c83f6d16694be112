package io.lockstep.parts.stats;

import java.util.Objects;

/**
 * One statistic, as the part that produces it declares it. Immutable.
 *
 * @param name stable, hierarchical name of the aggregate over the device
 * @param kind how its value behaves
 * @param unit unit of the value; {@code 1} for plain numbers, {@code ratio} for ratios
 * @param definition one sentence
 * @param part which part of a device, or of the run, produces it
 * @param counter the vendor profiler's counter that it corresponds to, or empty
 */
public record Statistic(
    String name, Kind kind, String unit, String definition, String part, String counter) {
  /** How the value of a statistic behaves. */
  public enum Kind {
    /** Events or amounts: it adds up over units and over the intervals of a series. */
    COUNT,
    /** One count divided by another; of intervals it cannot be told from its own values. */
    RATIO,
    /** What holds at a moment, or at most: units add up, intervals do not. */
    LEVEL
  }

  private static final String NAME = "[a-z0-9_]+(\\.[a-z0-9_]+)*";

  /**
   * Checks what is declared.
   *
   * @param name lower-case words with dots between them
   * @param kind how its value behaves
   * @param unit {@code 1} for plain numbers, {@code ratio} for ratios
   * @param definition one sentence
   * @param part who produces it
   * @param counter the vendor's counter, or empty
   * @throws IllegalArgumentException where a name is no name, or unit, sentence or part is missing
   */
  public Statistic {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(counter, "counter");
    if (!name.matches(NAME)) {
      throw new IllegalArgumentException(
          "a statistic's name is lower-case words with dots between them, not '" + name + "'");
    }
    if (unit.isBlank() || definition.isBlank() || part.isBlank()) {
      throw new IllegalArgumentException(
          "statistic '" + name + "' is declared without a unit, a definition or a part");
    }
    if ((kind == Kind.RATIO) != unit.equals("ratio")) {
      throw new IllegalArgumentException(
          "statistic '" + name + "' is a " + kind + " with the unit '" + unit + "'");
    }
  }

  /**
   * {@return the same statistic}
   *
   * @param named the vendor's counter that it corresponds to
   */
  public Statistic withCounter(String named) {
    return new Statistic(name, kind, unit, definition, part, named);
  }

  /**
   * A name without the instances before it, such as {@code cu[3].} of {@code cu[3].l1.hits}.
   *
   * @param name with instances or without
   * @return the name of the aggregate over the device
   */
  public static String plain(String name) {
    int end = name.lastIndexOf("].");
    return end < 0 ? name : name.substring(end + 2);
  }
}
