// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.RunResult;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.util.List;
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
      rows.row(
          row -> {
            ResultAnswer.RESULT.write(result, row);
            more.accept(result, row);
          });
    }
    return rows.text();
  }
}
