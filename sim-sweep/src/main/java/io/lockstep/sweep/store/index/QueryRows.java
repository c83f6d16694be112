// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import java.util.List;

/** Receives the result of a query. */
public interface QueryRows {
  /** Receives the names of the columns; called once, before the rows. */
  void columns(List<String> names);

  /**
   * Receives a row.
   *
   * @param values a String, a {@link java.math.BigDecimal} or null for each column
   */
  void row(List<Object> values);
}
