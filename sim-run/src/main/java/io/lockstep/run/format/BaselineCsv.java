package io.lockstep.run.format;

import io.lockstep.run.baseline.BaselineChange;
import io.lockstep.run.baseline.BaselineRow;
import io.lockstep.run.baseline.StatisticChange;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What has changed against a baseline, as columns of results in CSV. Stateless. */
final class BaselineCsv {
  static final List<String> HEADER =
      List.of(
          "baseline.change",
          "baseline.status",
          "baseline.cycles",
          "baseline.seconds",
          "baseline.time_ratio",
          "baseline.kernel_time_ratio",
          "baseline.reasons",
          "baseline.statistics");

  private BaselineCsv() {}

  /** Cells of a result; changed statistics by name, the largest change first. */
  static List<String> cells(BaselineChange change) {
    return List.of(
        change.kind().name().toLowerCase(Locale.ROOT),
        change.was().map(BaselineRow::status).orElse(""),
        text(change.was().flatMap(BaselineRow::cycles)),
        text(change.was().flatMap(BaselineRow::seconds)),
        text(change.timeRatio()),
        text(change.kernelRatio()),
        String.join("; ", change.reasons()),
        change.statistics().stream().map(StatisticChange::name).collect(Collectors.joining(" ")));
  }

  /** Cells of an earlier result that is not there any more. */
  static List<String> cells(BaselineRow missing) {
    return List.of(
        "missing",
        missing.status(),
        text(missing.cycles()),
        text(missing.seconds()),
        "",
        "",
        "",
        "");
  }

  private static String text(Optional<BigDecimal> value) {
    return value.map(BigDecimal::toPlainString).orElse("");
  }
}
