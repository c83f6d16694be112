package io.lockstep.run.format;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.run.RunResult;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.line.LinePlaces;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Results as JSON. Stateless. */
public final class ResultJson {
  private ResultJson() {}

  /**
   * {@return the whole document}
   *
   * @param version of Lockstep
   * @param results in the order asked for
   */
  public static String write(String version, List<RunResult> results) {
    return write(version, results, CheckLog.none(), Optional.empty());
  }

  /**
   * {@return the whole document with what checks found where some were asked for, beside a
   * baseline}
   *
   * @param version of Lockstep
   * @param results in this order, without times by line
   * @param checks made while the program was executed
   * @param compared these results with it, in the same order
   */
  public static String write(
      String version,
      List<RunResult> results,
      CheckLog checks,
      Optional<Baseline.Comparison> compared) {
    return write(version, results, checks, compared, r -> LinePlaces.NOWHERE);
  }

  /**
   * {@return the whole document with what checks found where some were asked for, beside a
   * baseline}
   *
   * @param version of Lockstep
   * @param results in this order
   * @param checks made while the program was executed
   * @param compared these results with it, in the same order
   * @param places where the lines of a result's {@link RunResult#lines()} are
   */
  public static String write(
      String version,
      List<RunResult> results,
      CheckLog checks,
      Optional<Baseline.Comparison> compared,
      Function<RunResult, LinePlaces> places) {
    return JsonDocument.of(
        version,
        json -> {
          json.list(
              "results",
              IntStream.range(0, results.size()).boxed().toList(),
              (i, result) -> {
                RunResult one = results.get(i);
                ResultFields.result(one, places.apply(one), result);
                compared.ifPresent(c -> ResultFields.change(c.changes().get(i), result));
              });
          compared.ifPresent(c -> ResultFields.baseline(c, json));
          if (checks.wantsAny()) {
            ResultFields.checks(checks, json);
          }
        });
  }
}
