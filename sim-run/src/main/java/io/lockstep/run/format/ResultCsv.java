// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.RunResult;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Results as CSV: one row per result; parameters, overrides and statistics are columns. An instance
 * writes line by line, with columns that are known in advance, for more results than fit into
 * memory. Not thread-safe.
 */
public final class ResultCsv {
  private final CsvRows rows = rows();
  private final int width;

  /** Returns empty rows whose first columns are the fields of results. */
  private static CsvRows rows() {
    String[] first = ResultFields.COLUMNS.stream().map(ResultField::name).toArray(String[]::new);
    return CsvRows.all(ResultFields.PREFIXES, first);
  }

  public static String write(List<RunResult> results) {
    return write(results, (result, row) -> {});
  }

  /**
   * {@return the table, with further columns after those of each result}
   *
   * @param more visits the further fields of a result
   */
  public static String write(List<RunResult> results, BiConsumer<RunResult, Fields> more) {
    CsvRows rows = rows();
    for (RunResult result : results) {
      row(rows, result, row -> more.accept(result, row));
    }
    return rows.text();
  }

  private static void row(CsvRows rows, RunResult result, Consumer<Fields> more) {
    rows.row(
        row -> {
          ResultFields.ANSWER.write(result, row);
          more.accept(row);
        });
  }

  /**
   * Declares the columns by the names of all parameters, overrides and statistics of the results.
   *
   * @param optional names of fields that only some results have
   * @param more visits the further fields of a row
   */
  public ResultCsv(
      Collection<String> parameters,
      Collection<String> overrides,
      Collection<String> statistics,
      Collection<String> optional,
      Consumer<Fields> more) {
    rows.row(
        to -> {
          for (ResultField<?> field : ResultFields.COLUMNS) {
            boolean always = field.presence() != Presence.OPTIONAL;
            if (field.isScalar() && (always || optional.contains(field.name()))) {
              to.text(field.name(), null);
            }
          }
          to.typed(ResultFields.PARAMETERS.name(), texts(parameters));
          to.typed(ResultFields.OVERRIDES.name(), texts(overrides));
          Map<String, BigDecimal> figures = new TreeMap<>();
          statistics.forEach(name -> figures.put(name, BigDecimal.ZERO));
          to.figures(ResultFields.STATISTICS.name(), figures);
          more.accept(to);
        });
    width = rows.width();
    rows.drain(width);
  }

  private static Map<String, String> texts(Collection<String> names) {
    Map<String, String> texts = new TreeMap<>();
    names.forEach(name -> texts.put(name, ""));
    return texts;
  }

  public String header() {
    return rows.header();
  }

  /**
   * {@return a result's line}
   *
   * @throws IllegalStateException if the result has a name that was not declared
   */
  public String line(RunResult result, Consumer<Fields> more) {
    row(rows, result, more);
    return rows.drain(width);
  }
}
