// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.plugin.Profiler;
import io.lockstep.run.result.ResultFields;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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

  /** Declares a result of a document. */
  static final Answer<Row> ROW =
      Answer.<Row>part()
          .include(ResultFields.ANSWER, Row::result)
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
}
