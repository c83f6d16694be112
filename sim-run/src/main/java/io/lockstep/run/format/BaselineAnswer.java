// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.baseline.BaselineChange;
import io.lockstep.run.baseline.BaselineRow;
import io.lockstep.run.baseline.StatisticChange;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;

/** Declares the comparison of results with a baseline. */
final class BaselineAnswer {
  private static final Answer<BaselineRow> STATUS =
      Answer.<BaselineRow>part().text("status", "Earlier status.", BaselineRow::status);

  private static final Answer<BaselineRow> WAS = was();

  private static final Answer<BaselineRow> POINT =
      Answer.<BaselineRow>part()
          .text("workload", "", BaselineRow::workload)
          .text("device", "", BaselineRow::device)
          .typed("parameters", "", BaselineRow::parameters)
          .typed("overrides", "", BaselineRow::overrides);

  /** Declares the CSV row of an earlier result that the current run does not have. */
  static final Answer<BaselineRow> GONE =
      Answer.<BaselineRow>part()
          .include(POINT, row -> row)
          .group(
              "baseline",
              "",
              row -> row,
              Answer.<BaselineRow>part()
                  .text("change", "", row -> "missing")
                  .include(WAS, row -> row));

  /** Declares the comparison of a result with the earlier result. */
  static final Answer<BaselineChange> CHANGE =
      Answer.<BaselineChange>part()
          .word("change", "", BaselineChange.Kind.class, BaselineChange::kind)
          .include(WAS, c -> c.was().get())
          .numberOrNull(
              "time_ratio", "Current time / earlier time.", c -> c.timeRatio().orElse(null))
          .numberOrNull(
              "kernel_time_ratio",
              "Current kernel time / earlier kernel time.",
              c -> c.kernelRatio().orElse(null))
          .texts(
              "reasons",
              "Changes other than statistics: of status, trace, specification or events.",
              BaselineChange::reasons)
          .list(
              "statistics",
              "Changed statistics, the largest change first.",
              BaselineChange::statistics,
              Answer.<StatisticChange>part()
                  .text("name", "", StatisticChange::name)
                  .numberOrNull("was", "", s -> s.was().orElse(null))
                  .numberOrNull("now", "", s -> s.now().orElse(null)))
          .whenLast(ResultFields.NUMBERS.size() + 5, c -> c.was().isPresent());

  /** Declares the baseline's identity, its missing results and the added statistics. */
  static final Answer<Baseline.Comparison> ANSWER =
      Answer.<Baseline.Comparison>part()
          .text("file", "", c -> c.baseline().file().toString())
          .text("lockstep", "Version that wrote the file.", c -> c.baseline().version())
          .list(
              "missing",
              "Earlier results that the current run does not have.",
              Baseline.Comparison::missing,
              Answer.<BaselineRow>part().include(POINT, row -> row).include(STATUS, row -> row))
          .texts(
              "added_statistics",
              "Statistics that the baseline does not know.",
              Baseline.Comparison::added);

  private BaselineAnswer() {}

  private static Answer<BaselineRow> was() {
    Answer<BaselineRow> was = Answer.<BaselineRow>part().include(STATUS, row -> row);
    for (ResultField<Long> field : ResultFields.NUMBERS) {
      was.numberOrNull(field.name(), "", row -> row.number(field).orElse(null));
    }
    return was;
  }
}
