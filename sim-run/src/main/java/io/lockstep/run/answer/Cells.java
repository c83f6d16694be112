// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import io.lockstep.run.Numbers;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Collects the scalar fields of one object by name, for tables that select and round them. Groups
 * and lists are omitted.
 */
public final class Cells implements Fields {
  private static final Cell NONE = new Cell("", 0, 0);

  private final Map<String, Cell> cells = new HashMap<>();

  /**
   * A field.
   *
   * @param text the full text; empty for a quotient
   * @param numerator numerator of a quotient, or a whole number
   * @param denominator denominator of a quotient, 1 for a whole number, 0 for a text
   */
  public record Cell(String text, long numerator, long denominator) {
    /** {@return a whole number with grouped digits; empty if the field has none} */
    public String grouped() {
      return denominator == 0 ? "" : String.format(Locale.ROOT, "%,d", numerator);
    }

    /** {@return a quotient as a percentage; empty if the denominator is 0} */
    public String percent() {
      return Numbers.percent(numerator, denominator);
    }

    /** {@return a quotient rounded half up; empty if the denominator is 0} */
    public String rounded(int digits) {
      return Numbers.rounded(numerator, denominator, digits);
    }
  }

  private Cells() {}

  /** Collects fields; the last of several fields with the same name is kept. */
  public static Cells of(Consumer<Fields> shown) {
    Cells cells = new Cells();
    shown.accept(cells);
    return cells;
  }

  /** {@return the field with a name, or an empty field if there is none} */
  public Cell get(String name) {
    return cells.getOrDefault(name, NONE);
  }

  @Override
  public void text(String name, String value) {
    cells.put(name, new Cell(value == null ? "" : value, 0, 0));
  }

  @Override
  public void number(String name, long value) {
    cells.put(name, new Cell(Long.toString(value), value, 1));
  }

  @Override
  public void ratio(String name, long numerator, long denominator) {
    cells.put(name, new Cell("", numerator, denominator));
  }

  @Override
  public void group(String name, Consumer<Fields> shown) {
    // omitted
  }

  @Override
  public <T> void list(String name, Iterable<T> items, BiConsumer<T, Fields> shown) {
    // omitted
  }
}
