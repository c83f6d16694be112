package io.lockstep.run.format;

import io.lockstep.run.RunResult;
import io.lockstep.run.baseline.Baseline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Results as CSV: one row per result, the union of parameters, overrides and statistics as columns.
 * Stateless.
 */
public final class ResultCsv {
  static final Map<String, String> BEGINNINGS =
      Map.of("parameters", "param.", "overrides", "set.", "statistics", "");

  /** Columns have this order, whatever that of the fields is. */
  static final String[] FIRST = {
    "workload",
    "device",
    "parameters",
    "overrides",
    "status",
    "verified",
    "message",
    "cycles",
    "seconds",
    "bound",
    "fingerprint",
    "trace_sha256",
    "device_sha256",
    "kernel_cycles",
    "kernel_seconds",
    "statistics",
    "failure",
    "host"
  };

  private ResultCsv() {}

  /**
   * {@return the whole table}
   *
   * @param results the results, one row each, in this order
   */
  public static String write(List<RunResult> results) {
    return write(results, Optional.empty());
  }

  /**
   * {@return the whole table beside a baseline: what it has and the results have not stands below,
   * under {@code baseline.change} missing}
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
    CsvRows rows = CsvRows.all(BEGINNINGS, FIRST);
    for (int i = 0; i < results.size(); i++) {
      int at = i;
      rows.row(
          row -> {
            ResultFields.result(results.get(at), row);
            compared.ifPresent(c -> ResultFields.change(c.changes().get(at), row));
            more.accept(results.get(at), row);
          });
    }
    compared.ifPresent(
        c -> c.missing().forEach(gone -> rows.row(row -> ResultFields.gone(gone, row))));
    return rows.text();
  }
}
