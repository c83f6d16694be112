// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.expression.Expression;
import io.lockstep.run.RunResult;
import io.lockstep.study.point.Point;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What queries read of points with each kind of outcome. */
class PointRowTest {
  private static final List<String> NAMES =
      List.of("n", "param.n", "seed", "lds.latency", "set.lds.latency", "waits", "stat.waits", "x");

  @TempDir private Path folder;

  /** Points of n=16 to 64: right, wrong, refused, failed, none. */
  private static RunResult made(Point point) {
    return switch ((int) PlantedSweep.number(point, "n")) {
      case 16 -> PlantedSweep.ok(point, 100, Map.of("waits", "7", "n", "3"));
      case 32 -> PlantedSweep.wrong(point, 200);
      case 48 -> PlantedSweep.refused(point, "too large");
      case 64 -> PlantedSweep.failed(point, "broken");
      default -> null;
    };
  }

  private SweepRows rows() {
    return PlantedSweep.of(
            folder,
            "0.1.0",
            PointRowTest::made,
            "workloads: matmul.yaml",
            "devices: gtx280",
            "let: {x: waits * 2}",
            "parameters: {n: [16, 32, 48, 64, 80]}",
            "set: {lds.latency?: ['*2']}")
        .rows(NAMES);
  }

  private List<PointRow> all() {
    List<PointRow> all = new ArrayList<>();
    rows().forEach(all::add);
    return all;
  }

  @Test
  void eachOutcomeHasItsStatusMessageAndTimes() {
    List<PointRow> all = all();
    assertThat(all)
        .extracting(PointRow::status)
        .containsExactly("ok", "wrong", "refused", "failed", "missing");
    assertThat(all).extracting(PointRow::failure).containsExactly("", "", "", "model", "");
    assertThat(all)
        .extracting(PointRow::message)
        .containsExactly("", "element 3 differs", "too large", "broken", "");
    assertThat(all).extracting(PointRow::isOk).containsExactly(true, false, false, false, false);
    assertThat(all)
        .extracting(PointRow::isSimulated)
        .containsExactly(true, true, false, false, false);
    assertThat(all).extracting(PointRow::picos).containsExactly(100L, 200L, 0L, 0L, 0L);
    assertThat(all).extracting(PointRow::kernelPicos).containsExactly(100L, 200L, 0L, 0L, 0L);
    assertThat(all.get(4).verdict()).isEqualTo("missing");
    assertThat(all.get(0).settings()).containsOnlyKeys("lds.latency");
    assertThat(all.get(0).parameters()).containsEntry("n", "16");
  }

  @Test
  void aNameIsAParameterThenAFigureThenAStatisticThenOneOfLet() {
    PointRow row = all().get(0);
    assertThat(row.value("n")).isEqualTo(16L);
    assertThat(row.value("param.n")).isEqualTo(16L);
    assertThat(row.value("seed")).isEqualTo(7L); // a default, of the result
    assertThat(row.value("set.lds.latency")).isEqualTo(row.value("lds.latency")).isNotNull();
    assertThat(row.value("waits")).isEqualTo(new BigDecimal("7"));
    assertThat(row.value("stat.waits")).isEqualTo(new BigDecimal("7"));
    assertThat(((Number) row.value("x")).doubleValue()).isEqualTo(14);
    assertThat(row.value("workload")).isEqualTo("matmul");
    assertThat(row.value("device")).isEqualTo("gtx280");
    assertThat(row.value("phase")).isEqualTo(0L);
    assertThat(row.value("status")).isEqualTo("ok");
    assertThat(row.value("cycles")).isEqualTo(100L);
    assertThat(row.value("param.lds.latency")).isNull();
    assertThat(row.value("set.n")).isNull();
    assertThat(row.value("nothing")).isNull();
  }

  @Test
  void aPointWithoutATimeHasNoNumbersButItsOwnSettings() {
    for (PointRow row : all().subList(2, 5)) {
      assertThat(row.value("cycles")).isNull();
      assertThat(row.value("waits")).isNull();
      assertThat(row.value("x")).isNull();
      assertThat(row.value("n")).isNotNull();
    }
  }

  @Test
  void aNameThatNoRowHasIsRefusedWithTheNearestOne() {
    SweepRows rows = rows();
    for (String name : NAMES) {
      rows.check("--by", name);
    }
    for (String name : List.of("device", "cycles", "waits + x")) {
      rows.check(Expression.of("--by", name));
    }
    assertThat(rows.hasStatistic("waits")).isTrue();
    assertThat(rows.hasStatistic("seed")).isFalse();
    assertThatThrownBy(() -> rows.check("--by", "wait"))
        .hasMessage("--by: no point of the sweep has 'wait'; did you mean 'waits'?");
    assertThatThrownBy(() -> rows.check("--by", "stat.n0"))
        .hasMessageStartingWith("--by: no point of the sweep has 'stat.n0'");
    assertThatThrownBy(() -> rows.check("--by", "set.seed"))
        .hasMessageStartingWith("--by: no point of the sweep has 'set.seed'");
    assertThat(RowNames.unmarked("a?")).isEqualTo("a");
    assertThat(RowNames.unmarked("a")).isEqualTo("a");
  }

  @Test
  void phasesOfOnePointAreOneCandidateUnlessAPhaseIsAskedFor() {
    SweepRows rows =
        PlantedSweep.of(
                folder.resolve("phases"),
                "0.1.0",
                p ->
                    PlantedSweep.number(p, "n") == 32 && p.phase() == 1
                        ? PlantedSweep.failed(p, "broken")
                        : PlantedSweep.ok(p, 100 + 10L * p.phase(), Map.of()),
                "workloads: matmul.yaml",
                "devices: gtx280",
                "phases: 2",
                "parameters: {n: [16, 32, 48]}")
            .rows(List.of("n"));
    assertThat(candidates(rows, "cycles", Optional.empty(), false))
        .containsExactly("0 x 2: 105", "4 x 2: 105"); // n=32 lacks one phase
    assertThat(candidates(rows, "cycles", Optional.of("n < 48"), false))
        .containsExactly("0 x 2: 105");
    assertThat(candidates(rows, "cycles", Optional.empty(), true))
        .containsExactly("0 x 1: 100", "1 x 1: 110", "2 x 1: 100", "4 x 1: 100", "5 x 1: 110");
    assertThat(candidates(rows, "cycles + phase", Optional.empty(), false))
        .containsExactly("0 x 1: 100", "1 x 1: 111", "2 x 1: 100", "4 x 1: 100", "5 x 1: 111");
    assertThat(candidates(rows, "cycles", Optional.of("phase == 1"), false))
        .containsExactly("1 x 1: 110", "5 x 1: 110");
    assertThatThrownBy(() -> candidates(rows, "cycles / (n - n)", Optional.empty(), false))
        .hasMessageContaining("--by");
  }

  private static List<String> candidates(
      SweepRows rows, String figure, Optional<String> where, boolean apart) {
    List<String> words = new ArrayList<>();
    new PhaseCandidates(
            List.of(Expression.of("--by", figure)),
            where.map(w -> Expression.of("--where", w)),
            apart)
        .forEach(
            rows,
            c ->
                words.add(
                    c.row().point().index()
                        + " x "
                        + c.phases()
                        + ": "
                        + c.values().get(0).stripTrailingZeros().toPlainString()));
    return words;
  }

  @Test
  void fourChangedStatisticsAreNamedAndOthersCounted() {
    StatisticChange up = change("up", "200", "250");
    assertThat(
            StatisticWords.parts(
                List.of(up, change("down", "-100", "-150"), change("new", null, "3"))))
        .containsExactly("up +25.0%", "down -50.0%", "new new");
    assertThat(
            StatisticWords.parts(
                List.of(
                    change("gone", "3", null),
                    change("zero", "0", "5"),
                    change("tiny", "100000", "100001"),
                    up,
                    up,
                    up)))
        .containsExactly(
            "gone gone", "zero 0 -> 5", "tiny 100000 -> 100001", "up +25.0%", "2 statistics more");
    assertThat(StatisticWords.parts(List.of(up, up, up, up))).hasSize(4);
  }

  private static StatisticChange change(String name, String was, String now) {
    return new StatisticChange(
        name,
        Optional.ofNullable(was).map(BigDecimal::new),
        Optional.ofNullable(now).map(BigDecimal::new));
  }
}
