// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.plugin.Profiler;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultField.Presence;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Results as documents. Scripts rely on the names (docs/results.md).
 *
 * @param checks log of the checks; the findings are included if any checks were requested
 * @param places finds the source places of the lines of {@link RunResult#lines()}
 * @param profilers the profilers that count the same
 */
public record ResultAnswer(
    List<RunResult> results,
    CheckLog checks,
    Function<RunResult, LinePlaces> places,
    List<Profiler> profilers) {
  /**
   * A result of a document.
   *
   * @param places finds source places; empty to omit cycles by line and critical paths
   */
  record Row(RunResult result, Optional<LinePlaces> places) {}

  private static final Answer<RunResult.HostFigures> HOST =
      Answer.<RunResult.HostFigures>part()
          .number("seconds", "Wall time.", h -> BigDecimal.valueOf(h.nanos(), 9))
          .integer(
              "wavefront_instructions_per_second",
              "",
              RunResult.HostFigures::wavefrontInstructionsPerSecond)
          .integer(
              "work_item_instructions_per_second",
              "",
              RunResult.HostFigures::workItemInstructionsPerSecond)
          .integer("peak_bytes", "", RunResult.HostFigures::peakBytes);

  /** Declares a result, without cycles by line and critical paths. */
  public static final Answer<RunResult> RESULT = result();

  /** Declares a result of a document. */
  static final Answer<Row> ROW =
      Answer.<Row>part()
          .include(RESULT, Row::result)
          .group(
              ResultFields.BY_LINE.name(),
              "With --by-line: cycles of issue ports; docs/by-line.md.",
              r -> new LineAnswer(r.result.lines(), r.places.get()),
              LineAnswer.ANSWER)
          .when(r -> r.places.isPresent() && r.result.lines() != null)
          .group(
              ResultFields.CRITICAL_PATH.name(),
              "With --critical-path: composition of the launches' critical paths;"
                  + " docs/critical-path.md.",
              r -> new PathAnswer(r.result.path(), r.places.get()),
              PathAnswer.ANSWER)
          .when(r -> r.places.isPresent() && r.result.path() != null);

  /** Declares the document. */
  public static final Answer<ResultAnswer> ANSWER =
      Answer.<ResultAnswer>part()
          .list("results", "", ResultAnswer::rows, ROW)
          .list(
              "profilers",
              "Counters of vendors' profilers that mean the same as statistics.",
              ResultAnswer::profilers,
              Answer.<Profiler>part()
                  .text("profiler", "", Profiler::name)
                  .texts("devices", "Devices that it profiles.", Profiler::devices)
                  .named("counters", "Its counter by name of the statistic.", Profiler::counters))
          .when(a -> !a.profilers.isEmpty())
          .include(FindingAnswer.ANSWER, ResultAnswer::checks);

  /** {@return a document of results without findings} */
  public static String json(String version, List<RunResult> results) {
    return ANSWER.json(version, new ResultAnswer(results));
  }

  /** Creates the answer without findings and source places. */
  public ResultAnswer(List<RunResult> results) {
    this(results, CheckLog.none(), r -> LinePlaces.NOWHERE, List.of());
  }

  List<Row> rows() {
    return results.stream().map(r -> new Row(r, Optional.of(places.apply(r)))).toList();
  }

  private static Answer<RunResult> result() {
    Answer<RunResult> result = Answer.part();
    ResultFields.PRINTED.forEach(field -> declare(field, result));
    List<String> simulated =
        ResultFields.PRINTED.stream()
            .filter(f -> f.presence() == Presence.SIMULATED)
            .map(ResultField::name)
            .toList();
    List<String> words =
        Stream.of(RunStatus.OK, RunStatus.WRONG).map(ResultFields.STATUS.type()::words).toList();
    return result.knownIf(simulated, ResultFields.STATUS.name(), words);
  }

  private static BigDecimal seconds(Object picos) {
    return picos == null ? null : Numbers.seconds((Long) picos);
  }

  private static void declare(ResultField<?> field, Answer<RunResult> to) {
    String name = field.name();
    String meaning = field.meaning();
    String pattern = field.type().pattern();
    switch (field.kind()) {
      case TEXT -> to.text(name, meaning, field::text);
      case HEX -> to.text(name, meaning, field::text).keyword("pattern", "^" + pattern + "$");
      case WORD -> to.word(name, meaning, List.of(pattern.split("\\|")), field::text);
      case FLAG -> to.flag(name, meaning, r -> (Boolean) field.shown(r)).orNull();
      case COUNT ->
          to.integer(name, meaning, r -> field.shown(r) != null, r -> (Long) field.shown(r))
              .keyword("minimum", 0);
      case TIME -> to.number(name, meaning, r -> seconds(field.shown(r))).keyword("minimum", 0);
      case TEXTS -> to.typed(name, meaning, field::texts);
      case NUMBERS -> to.figures(name, meaning, field::numbers);
      case DETAIL -> {
        if (field != ResultFields.HOST) {
          return; // by line
        }
        to.group(name, meaning, RunResult::host, HOST);
      }
    }
    if (!field.type().unit().isEmpty()) {
      to.keyword("unit", field.type().unit());
    }
    switch (field.presence()) {
      case SIMULATED -> to.orNull();
      case KNOWN -> to.when(r -> field.shown(r) != null);
      case OPTIONAL -> to.onlyWhen(r -> field.shown(r) != null);
      case REQUIRED, ALWAYS, FILED -> {}
    }
  }
}
