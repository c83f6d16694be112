// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.format.ResultAnswer;
import io.lockstep.run.result.ResultFields;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a comparison with an earlier version's file says of each result. */
class BaselineTest {
  @TempDir private Path folder;

  private static RunResult result(
      String device, String n, String size, RunStatus status, Map<String, String> statistics) {
    TreeMap<String, BigDecimal> figures = new TreeMap<>();
    statistics.forEach((name, value) -> figures.put(name, new BigDecimal(value)));
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "w")
        .set(ResultFields.DEVICE, device)
        .set(ResultFields.DEVICE_NAME, "A device")
        .set(ResultFields.PARAMETERS, new TreeMap<>(Map.of("n", n)))
        .set(
            ResultFields.OVERRIDES,
            new TreeMap<>(size.isEmpty() ? Map.of() : Map.of("l1.size", size)))
        .set(ResultFields.STATUS, status)
        .set(ResultFields.CYCLES, 850L)
        .set(ResultFields.SECONDS, 1_000_000L)
        .set(ResultFields.KERNEL_SECONDS, 400_000L)
        .set(ResultFields.FINGERPRINT, status == RunStatus.OK ? "00ff" : "")
        .set(ResultFields.TRACE_SHA256, status == RunStatus.OK ? "aa" : "")
        .set(ResultFields.DEVICE_SHA256, "bb")
        .set(ResultFields.STATISTICS, figures)
        .result();
  }

  private static RunResult usual() {
    return result(
        "toy",
        "64",
        "",
        RunStatus.OK,
        Map.of("time.kernels", "400000", "l1.hits", "90", "l1.misses", "10"));
  }

  private Baseline.Comparison compare(
      List<RunResult> before, UnaryOperator<String> edit, List<RunResult> now) throws IOException {
    Path file = folder.resolve("old.json");
    Files.writeString(file, edit.apply(ResultAnswer.json("1.0", before)));
    return Baseline.read(file).compare(now);
  }

  private BaselineChange change(UnaryOperator<String> edit) throws IOException {
    return compare(List.of(usual()), edit, List.of(usual())).changes().get(0);
  }

  @Test
  void a_statistic_that_only_this_version_counts_changes_no_row_and_is_told_once()
      throws IOException {
    Baseline.Comparison compared =
        compare(
            List.of(usual(), usual()),
            json -> json.replaceAll("\"l1.hits\" : 90,\\s*", ""),
            List.of(usual(), usual()));
    assertThat(compared.added()).containsExactly("l1.hits");
    assertThat(compared.changes())
        .hasSize(2)
        .allMatch(c -> c.kind() == BaselineChange.Kind.SAME)
        .allMatch(c -> c.statistics().isEmpty());
  }

  @Test
  void a_statistic_that_another_earlier_row_has_is_a_change_of_the_row_that_gains_it()
      throws IOException {
    Baseline.Comparison compared =
        compare(
            List.of(usual(), usual()),
            json -> json.replaceFirst("\"l1.hits\" : 90,\\s*", ""),
            List.of(usual(), usual()));
    assertThat(compared.added()).isEmpty();
    assertThat(compared.changes().get(0).statistics())
        .extracting(StatisticChange::name)
        .containsExactly("l1.hits");
    assertThat(compared.changes().get(1).kind()).isEqualTo(BaselineChange.Kind.SAME);
  }

  @Test
  void a_number_written_with_more_zeros_is_the_same_number() throws IOException {
    assertThat(change(json -> json.replace(": 90,", ": 90.000,")).kind())
        .isEqualTo(BaselineChange.Kind.SAME);
  }

  @Test
  void statistics_stand_by_the_size_of_their_change_the_largest_first() throws IOException {
    assertThat(
            change(
                    json ->
                        json.replace("\"l1.hits\" : 90", "\"l1.hits\" : 89")
                            .replace("\"l1.misses\" : 10", "\"l1.misses\" : 20"))
                .statistics())
        .extracting(StatisticChange::name)
        .containsExactly("l1.misses", "l1.hits");
  }

  @Test
  void the_time_alone_makes_a_row_a_changed_one() throws IOException {
    BaselineChange change = change(json -> json.replace("0.000001000000", "0.000002000000"));
    assertThat(change.kind()).isEqualTo(BaselineChange.Kind.CHANGED);
    assertThat(change.statistics()).isEmpty();
    assertThat(change.reasons()).isEmpty();
    assertThat(change.timeRatio()).contains(new BigDecimal("0.5000"));
    assertThat(change.kernelRatio()).contains(new BigDecimal("1.0000"));
  }

  @Test
  void the_kernels_ratio_is_of_the_kernels_own_time() throws IOException {
    BaselineChange change =
        change(json -> json.replace("\"time.kernels\" : 400000", "\"time.kernels\" : 1600000"));
    assertThat(change.timeRatio()).contains(new BigDecimal("1.0000"));
    assertThat(change.kernelRatio()).contains(new BigDecimal("0.2500"));
  }

  @Test
  void another_trace_specification_or_order_of_events_is_a_reason_each() throws IOException {
    assertThat(change(json -> json.replace("\"aa\"", "\"ab\"")).reasons())
        .containsExactly("another trace");
    assertThat(change(json -> json.replace("\"bb\"", "\"bc\"")).reasons())
        .containsExactly("another specification");
    assertThat(change(json -> json.replace("\"00ff\"", "\"00fe\"")).reasons())
        .containsExactly("other events");
    assertThat(change(json -> json.replace("\"00ff\"", "\"00fe\"")).kind())
        .isEqualTo(BaselineChange.Kind.CHANGED);
  }

  @Test
  void a_row_that_is_refused_now_has_no_trace_that_could_be_another() throws IOException {
    RunResult refused = result("toy", "64", "", RunStatus.REFUSED, Map.of());
    BaselineChange change =
        compare(List.of(usual()), json -> json, List.of(refused)).changes().get(0);
    assertThat(change.reasons()).containsExactly("status ok -> refused");
    assertThat(change.statistics()).isEmpty();
    assertThat(change.timeRatio()).isEmpty();
  }

  @Test
  void results_meet_those_of_their_workload_device_parameters_and_overrides() throws IOException {
    List<RunResult> before =
        List.of(
            result("toy", "64", "", RunStatus.OK, Map.of("x", "1")),
            result("toy", "128", "", RunStatus.OK, Map.of("x", "2")),
            result("toy", "64", "16KiB", RunStatus.OK, Map.of("x", "3")),
            result("old", "64", "", RunStatus.OK, Map.of("x", "4")));
    List<RunResult> now = List.of(before.get(3), before.get(2), before.get(1), before.get(0));
    Baseline.Comparison compared = compare(before, json -> json, now);
    assertThat(compared.changes()).allMatch(c -> c.kind() == BaselineChange.Kind.SAME);
    assertThat(compared.missing()).isEmpty();
    assertThat(compare(before, json -> json, now.subList(0, 2)).missing())
        .extracting(BaselineRow::point)
        .containsExactly("w  n=64", "w  n=128");
    RunResult other = result("toy", "64", "32KiB", RunStatus.OK, Map.of("x", "1"));
    assertThat(compare(before, json -> json, List.of(other)).changes().get(0).kind())
        .isEqualTo(BaselineChange.Kind.NEW);
  }

  @Test
  void rows_of_one_point_meet_one_after_the_other() throws IOException {
    RunResult one = result("toy", "64", "", RunStatus.OK, Map.of("x", "1"));
    RunResult two = result("toy", "64", "", RunStatus.OK, Map.of("x", "2"));
    Baseline.Comparison compared = compare(List.of(one, two), json -> json, List.of(one, two, two));
    assertThat(compared.changes())
        .extracting(BaselineChange::kind)
        .containsExactly(
            BaselineChange.Kind.SAME, BaselineChange.Kind.SAME, BaselineChange.Kind.NEW);
  }

  @Test
  void parametersMeetWhateverTheDigitsOfTheirNumbers() throws IOException {
    for (String typed : List.of("0.0000001", "1e-3", "0.50", "-0", "16KiB", "007")) {
      RunResult result = result("toy", typed, "", RunStatus.OK, Map.of());
      Baseline.Comparison compared = compare(List.of(result), json -> json, List.of(result));
      assertThat(compared.changes().get(0).kind()).as(typed).isEqualTo(BaselineChange.Kind.SAME);
    }
  }
}
