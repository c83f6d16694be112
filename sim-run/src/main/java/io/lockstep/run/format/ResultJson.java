// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.run.baseline.Baseline;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Results as JSON. */
public final class ResultJson {
  private ResultJson() {}

  /** {@return a document of results, without cycles by line} */
  public static String write(String version, List<RunResult> results) {
    return write(version, results, CheckLog.none(), Optional.empty());
  }

  /**
   * {@return a document of results, without cycles by line}
   *
   * @param checks log of the checks; the findings are included if any checks were requested
   * @param compared the comparison of these results with a baseline, in the same order
   */
  public static String write(
      String version,
      List<RunResult> results,
      CheckLog checks,
      Optional<Baseline.Comparison> compared) {
    return write(version, results, checks, compared, r -> LinePlaces.NOWHERE);
  }

  /**
   * {@return a document of results, without cycles by line, and of further fields}
   *
   * @param compared the comparison of these results with a baseline, in the same order
   * @param more visits the further fields
   */
  public static String write(
      String version,
      List<RunResult> results,
      Optional<Baseline.Comparison> compared,
      Consumer<Fields> more) {
    return write(version, results, CheckLog.none(), compared, r -> LinePlaces.NOWHERE, more);
  }

  /**
   * {@return a document of results}
   *
   * @param checks log of the checks; the findings are included if any checks were requested
   * @param compared the comparison of these results with a baseline, in the same order
   * @param places finds the source places of the lines of {@link RunResult#lines()}
   */
  public static String write(
      String version,
      List<RunResult> results,
      CheckLog checks,
      Optional<Baseline.Comparison> compared,
      Function<RunResult, LinePlaces> places) {
    return write(version, results, checks, compared, places, document -> {});
  }

  private static String write(
      String version,
      List<RunResult> results,
      CheckLog checks,
      Optional<Baseline.Comparison> compared,
      Function<RunResult, LinePlaces> places,
      Consumer<Fields> more) {
    return JsonDocument.of(
        version,
        json -> {
          json.list(
              "results",
              IntStream.range(0, results.size()).boxed().toList(),
              (i, result) -> {
                RunResult one = results.get(i);
                ResultWriter.result(one, places.apply(one), result);
                compared.ifPresent(c -> ResultWriter.change(c.changes().get(i), result));
              });
          compared.ifPresent(c -> ResultWriter.baseline(c, json));
          FindingAnswer.ANSWER.write(checks, json);
          more.accept(json);
        });
  }

  /** Writes one result, without cycles by line. */
  public static void result(RunResult result, Fields to) {
    ResultWriter.result(result, null, to);
  }
}
