// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.RunResult;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Results as CSV: one row per result; parameters, overrides and statistics are columns. */
public final class ResultCsv {
  private ResultCsv() {}

  /** Returns empty rows whose first columns are the fields of results. */
  static CsvRows rows() {
    String[] first = ResultFields.COLUMNS.stream().map(ResultField::name).toArray(String[]::new);
    return CsvRows.all(ResultFields.PREFIXES, first);
  }

  public static String write(List<RunResult> results) {
    return write(results, Optional.empty());
  }

  /**
   * {@return the table, compared with a baseline} Results that only the baseline has come last,
   * with {@code baseline.change} {@code missing}.
   *
   * @param compared the comparison of these results, in the same order
   */
  public static String write(List<RunResult> results, Optional<Baseline.Comparison> compared) {
    return write(results, compared, (result, row) -> {});
  }

  /**
   * {@return the table, with further columns after those of each result}
   *
   * @param compared the comparison of these results, in the same order
   * @param more visits the further fields of a result
   */
  public static String write(
      List<RunResult> results,
      Optional<Baseline.Comparison> compared,
      BiConsumer<RunResult, Fields> more) {
    CsvRows rows = rows();
    for (int i = 0; i < results.size(); i++) {
      int at = i;
      rows.row(
          row -> {
            ResultAnswer.ROW.write(
                new ResultAnswer.Row(
                    results.get(at), Optional.empty(), compared.map(c -> c.changes().get(at))),
                row);
            more.accept(results.get(at), row);
          });
    }
    compared.ifPresent(
        c -> c.missing().forEach(gone -> rows.row(row -> BaselineAnswer.GONE.write(gone, row))));
    return rows.text();
  }
}
