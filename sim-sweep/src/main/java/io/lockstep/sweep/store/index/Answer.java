package io.lockstep.sweep.store.index;

import java.util.List;

/** Receives the result of a query, row by row. */
public interface Answer {
  /**
   * Comes first, once.
   *
   * @param names of the columns, in their order
   */
  void columns(List<String> names);

  /**
   * A row.
   *
   * @param values a text, a {@link java.math.BigDecimal} or null for each column
   */
  void row(List<Object> values);
}
