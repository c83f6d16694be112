package io.lockstep.run.format;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Results as CSV line by line, where there are too many to hold: the table that {@link ResultCsv}
 * would make of all of them, given the names that they have. Not thread-safe.
 */
public final class ResultCsvLines {
  private static final String[] ALWAYS = {
    "workload",
    "device",
    "status",
    "verified",
    "message",
    "cycles",
    "seconds",
    "kernel_cycles",
    "kernel_seconds",
    "fingerprint",
    "trace_sha256",
    "device_sha256",
    "bound"
  };

  private final CsvRows rows = CsvRows.all(ResultCsv.BEGINNINGS, ResultCsv.FIRST);
  private final int width;

  /**
   * Declares the columns.
   *
   * @param parameters names that results have; no result may have others
   * @param overrides likewise
   * @param statistics likewise
   * @param failures whether any result has failed
   * @param more tells the further fields of a row, whatever their values
   */
  public ResultCsvLines(
      Collection<String> parameters,
      Collection<String> overrides,
      Collection<String> statistics,
      boolean failures,
      Consumer<Fields> more) {
    rows.row(
        to -> {
          for (String name : ALWAYS) {
            to.text(name, null);
          }
          if (failures) {
            to.text("failure", null);
          }
          to.typed("parameters", texts(parameters));
          to.typed("overrides", texts(overrides));
          Map<String, BigDecimal> figures = new TreeMap<>();
          statistics.forEach(name -> figures.put(name, BigDecimal.ZERO));
          to.figures("statistics", figures);
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

  /** {@return the line with the names of the columns} */
  public String header() {
    return rows.header();
  }

  /**
   * {@return a result's line}
   *
   * @param result one of those that were declared
   * @param more tells the further fields
   * @throws IllegalStateException where it has a name that was not declared
   */
  public String line(RunResult result, Consumer<Fields> more) {
    rows.row(
        to -> {
          ResultFields.result(result, to);
          more.accept(to);
        });
    return rows.drain(width);
  }
}
