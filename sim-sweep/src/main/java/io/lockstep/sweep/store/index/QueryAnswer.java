// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The answer to a query as {@code sweep query} prints it.
 *
 * @param columns names of the columns, each different
 * @param rows a String, a {@link BigDecimal} or null by column; iterated over once, because the
 *     rows need not fit into memory
 */
public record QueryAnswer(List<String> columns, Iterable<Map<String, Object>> rows) {
  private static final Answer<Map<String, Object>> ROW =
      Answer.<Map<String, Object>>part()
          .others(
              "Value by column; real numbers have 15 digits, blobs are hexadecimal.", row -> row);

  /** Declares the document. */
  public static final Answer<QueryAnswer> ANSWER =
      Answer.<QueryAnswer>of("Answer to a query", "Output of sweep query with --format json.")
          .texts(
              "columns",
              "Names of the columns in their order; a number is appended to repeated names.",
              QueryAnswer::columns)
          .list("rows", "", QueryAnswer::rows, ROW);

  /** Passes on CSV text line by line. */
  public void csv(Consumer<String> to) {
    ROW.stream(columns, rows, to);
  }

  /** {@return the declaration of the table of rows, whose columns depend on the query} */
  public Answer<Map<String, Object>> table(List<Map<String, Object>> shown) {
    Answer<Map<String, Object>> table = Answer.part();
    for (String name : columns) {
      boolean isNumber =
          !shown.isEmpty()
              && shown.stream()
                  .map(row -> row.get(name))
                  .allMatch(value -> value == null || value instanceof BigDecimal);
      table.column((isNumber ? ">" : "") + name, row -> text(row.get(name)));
    }
    return table;
  }

  private static String text(Object value) {
    if (value == null) {
      return "-";
    }
    return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
  }
}
