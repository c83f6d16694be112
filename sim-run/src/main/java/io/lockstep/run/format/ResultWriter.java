// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.baseline.BaselineChange;
import io.lockstep.run.baseline.BaselineRow;
import io.lockstep.run.baseline.StatisticChange;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Writes results and their comparison with a baseline as fields. Scripts rely on the names
 * (docs/results.md).
 */
final class ResultWriter {
  private ResultWriter() {}

  /**
   * @param places source places of lines, or null to omit cycles by line and critical paths
   */
  static void result(RunResult r, LinePlaces places, Fields to) {
    ResultFields.PRINTED.forEach(field -> write(field, r, places, to));
  }

  private static void write(ResultField<?> field, RunResult r, LinePlaces places, Fields to) {
    String name = field.name();
    Object value = field.shown(r);
    if (value == null && field.presence() == Presence.OPTIONAL) {
      return;
    }
    Fields own = to.when(value != null || field.presence() != Presence.KNOWN);
    switch (field.kind()) {
      case TEXT, HEX, WORD -> own.text(name, field.text(r));
      case FLAG -> own.flag(name, (Boolean) value);
      case COUNT, TIME ->
          own.number(name, value == null ? null : field.type().printed((Long) value));
      case TEXTS -> own.typed(name, field.texts(r));
      case NUMBERS -> own.figures(name, field.numbers(r));
      case DETAIL -> detail(name, value, places, to);
    }
  }

  private static void detail(String name, Object value, LinePlaces places, Fields to) {
    if (value instanceof RunResult.HostFigures h) {
      to.group(name, host -> host(h, host));
    } else if (places != null && value instanceof LineTimes times) {
      to.group(name, of -> LineAnswer.ANSWER.write(new LineAnswer(times, places), of));
    } else if (places != null && value instanceof CriticalPath path) {
      to.group(name, of -> PathAnswer.ANSWER.write(new PathAnswer(path, places), of));
    }
  }

  private static void host(RunResult.HostFigures h, Fields to) {
    to.number("seconds", BigDecimal.valueOf(h.nanos(), 9));
    to.number("wavefront_instructions_per_second", h.wavefrontInstructionsPerSecond());
    to.number("work_item_instructions_per_second", h.workItemInstructionsPerSecond());
    to.number("peak_bytes", h.peakBytes());
  }

  /** Writes the comparison of a result with the earlier result. */
  static void change(BaselineChange change, Fields result) {
    result.group(
        "baseline",
        to -> {
          to.word("change", change.kind());
          Fields then = to.when(change.was().isPresent());
          was(change.was(), then);
          then.number("time_ratio", change.timeRatio().orElse(null));
          then.number("kernel_time_ratio", change.kernelRatio().orElse(null));
          then.texts("reasons", change.reasons());
          then.list("statistics", change.statistics(), ResultWriter::statistic);
        });
  }

  private static void was(Optional<BaselineRow> row, Fields then) {
    then.text("status", row.map(BaselineRow::status).orElse(""));
    ResultFields.NUMBERS.forEach(
        field -> then.number(field.name(), row.flatMap(r -> r.number(field)).orElse(null)));
  }

  private static void statistic(StatisticChange s, Fields to) {
    to.text("name", s.name());
    to.number("was", s.was().orElse(null));
    to.number("now", s.now().orElse(null));
  }

  /** Writes a row for an earlier result that the current run does not have. */
  static void gone(BaselineRow row, Fields to) {
    point(row, to);
    to.group(
        "baseline",
        then -> {
          then.text("change", "missing");
          was(Optional.of(row), then);
        });
  }

  private static void point(BaselineRow row, Fields to) {
    to.text("workload", row.workload());
    to.text("device", row.device());
    to.typed("parameters", row.parameters());
    to.typed("overrides", row.overrides());
  }

  private static void missing(BaselineRow row, Fields to) {
    point(row, to);
    to.text("status", row.status());
  }

  /** Writes the baseline's identity, its missing results and the added statistics. */
  static void baseline(Baseline.Comparison compared, Fields document) {
    document.group(
        "baseline",
        to -> {
          to.text("file", compared.baseline().file().toString());
          to.text("lockstep", compared.baseline().version());
          to.list("missing", compared.missing(), ResultWriter::missing);
          to.texts("added_statistics", compared.added());
        });
  }
}
