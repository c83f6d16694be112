package io.lockstep.run.format;

import io.lockstep.run.RunResult;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Results as CSV: one row per result, the union of parameters, overrides and statistics as columns.
 */
public final class ResultCsv {
  /** How the columns of a field that is a map begin. */
  static final Map<String, String> BEGINNINGS =
      Map.of(
          ResultFields.PARAMETERS.name(), "param.",
          ResultFields.OVERRIDES.name(), "set.",
          ResultFields.STATISTICS.name(), "");

  private ResultCsv() {}

  /** Empty rows with the columns of results in their order. */
  static CsvRows rows() {
    String[] first = ResultFields.COLUMNS.stream().map(ResultField::name).toArray(String[]::new);
    return CsvRows.all(BEGINNINGS, first);
  }

  /**
   * {@return the whole table}
   *
   * @param results the results, one row each, in this order
   */
  public static String write(List<RunResult> results) {
    return write(results, Optional.empty());
  }

  /**
   * {@return the whole table, compared with a baseline; rows of the baseline that the results lack
   * are last, with {@code baseline.change} missing}
   *
   * @param results the results, one row each, in this order
   * @param compared these results with it, in the same order
   */
  public static String write(List<RunResult> results, Optional<Baseline.Comparison> compared) {
    return write(results, compared, (result, row) -> {});
  }

  /**
   * {@return the whole table, with further columns after those of each result}
   *
   * @param results the results, one row each, in this order
   * @param compared these results with a baseline, in the same order
   * @param more adds the further columns of a result
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
            ResultWriter.result(results.get(at), null, row);
            compared.ifPresent(c -> ResultWriter.change(c.changes().get(at), row));
            more.accept(results.get(at), row);
          });
    }
    compared.ifPresent(
        c -> c.missing().forEach(gone -> rows.row(row -> ResultWriter.gone(gone, row))));
    return rows.text();
  }
}
