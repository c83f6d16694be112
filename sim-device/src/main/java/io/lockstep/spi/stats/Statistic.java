// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Objects;
import java.util.Optional;

/**
 * The declaration of a statistic by the part that produces it.
 *
 * @param name stable, hierarchical name of the aggregate over the device
 * @param kind whether sums over units and over intervals are meaningful
 * @param unit unit of the value; {@code 1} for plain numbers, {@code ratio} for ratios
 * @param definition one sentence
 * @param part the part of a device, or of the run, that produces it
 * @param counter corresponding counter of the vendor's profiler, or empty
 * @param formula definition of a ratio in terms of other statistics; empty otherwise
 */
public record Statistic(
    String name,
    Kind kind,
    String unit,
    String definition,
    String part,
    String counter,
    Optional<Formula> formula) {
  /** Whether sums of a statistic are meaningful. */
  public enum Kind {
    /** Events or amounts: sums over units and over intervals are meaningful. */
    COUNT,
    /** The quotient of a {@link Formula} over counts and levels; sums are not meaningful. */
    RATIO,
    /** A momentary value or a maximum: sums are meaningful over units, not over intervals. */
    LEVEL
  }

  private static final String NAME = "[a-z0-9_]+(\\.[a-z0-9_]+)*";

  /**
   * Checks the declaration.
   *
   * @param name lower-case words with dots between them
   * @param kind whether sums over units and over intervals are meaningful
   * @param unit {@code 1} for plain numbers, {@code ratio} for ratios
   * @param definition one sentence
   * @param part which part of the model produces it
   * @param counter the vendor's counter, or empty
   * @param formula only for a ratio
   * @throws IllegalArgumentException if the name is malformed, the unit, definition or part is
   *     missing, or a ratio has no formula
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
          "statistic '%s' is a %s%s a formula"
              .formatted(name, kind, formula.isPresent() ? " with" : " without"));
    }
  }

  /**
   * Creates a count or a level.
   *
   * @param name lower-case words with dots between them
   * @param kind not a ratio
   * @param unit {@code 1} for plain numbers
   * @param definition one sentence
   * @param part which part of the model produces it
   * @param counter the vendor's counter, or empty
   * @throws IllegalArgumentException as for the canonical constructor, and for a ratio
   */
  public Statistic(
      String name, Kind kind, String unit, String definition, String part, String counter) {
    this(name, kind, unit, definition, part, counter, Optional.empty());
  }

  /** {@return the resource whose peak this roof is a share of; empty if this is not a roof} */
  public Optional<Resource> resource() {
    return formula.flatMap(Formula::resource);
  }

  /**
   * {@return a copy with a counter}
   *
   * @param named corresponding counter of the vendor's profiler
   */
  public Statistic withCounter(String named) {
    return new Statistic(name, kind, unit, definition, part, named, formula);
  }

  /**
   * {@return the name of the aggregate over the device: without instance prefixes, such as {@code
   * cu[3].} of {@code cu[3].l1.hits}}
   *
   * @param name with instances or without
   */
  public static String plain(String name) {
    int end = name.lastIndexOf("].");
    return end < 0 ? name : name.substring(end + 2);
  }
}
