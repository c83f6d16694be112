package io.lockstep.parts.stats;

import java.util.Objects;
import java.util.Optional;

/**
 * One statistic, as the part that produces it declares it. Immutable.
 *
 * @param name stable, hierarchical name of the aggregate over the device
 * @param kind how its value behaves
 * @param unit unit of the value; {@code 1} for plain numbers, {@code ratio} for ratios
 * @param definition one sentence
 * @param part which part of a device, or of the run, produces it
 * @param counter the vendor profiler's counter that it corresponds to, or empty
 * @param formula of a ratio, and of nothing else: how it follows from other statistics
 */
public record Statistic(
    String name,
    Kind kind,
    String unit,
    String definition,
    String part,
    String counter,
    Optional<Formula> formula) {
  /** How the value of a statistic behaves. */
  public enum Kind {
    /** Events or amounts: it adds up over units and over the intervals of a series. */
    COUNT,
    /** Counts divided by others, by a {@link Formula}; intervals do not add up. */
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
   * @param part which part of the model produces it
   * @param counter the vendor's counter, or empty
   * @param formula of a ratio alone
   * @throws IllegalArgumentException where a name is no name, unit, sentence or part is missing, or
   *     a ratio has no formula
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
    if ((kind == Kind.RATIO) != formula.isPresent()) {
      throw new IllegalArgumentException(
          "statistic '"
              + name
              + "' is a "
              + kind
              + (formula.isPresent() ? " with" : " without")
              + " a formula");
    }
  }

  /**
   * A count or a level.
   *
   * @param name lower-case words with dots between them
   * @param kind how its value behaves
   * @param unit {@code 1} for plain numbers
   * @param definition one sentence
   * @param part which part of the model produces it
   * @param counter the vendor's counter, or empty
   * @throws IllegalArgumentException as the other, and for a ratio
   */
  public Statistic(
      String name, Kind kind, String unit, String definition, String part, String counter) {
    this(name, kind, unit, definition, part, counter, Optional.empty());
  }

  /**
   * {@return the same statistic}
   *
   * @param named the vendor's counter that it corresponds to
   */
  public Statistic withCounter(String named) {
    return new Statistic(name, kind, unit, definition, part, named, formula);
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
