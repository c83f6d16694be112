// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.RunResult;
import io.lockstep.study.point.Point;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepComparisonTest {
  private static final String[] LINES = {
    "workloads: [matmul.yaml, vecadd.yaml]", "devices: hd5870", "parameters: {n: [64, 128, 192]}"
  };

  @TempDir private Path folder;
  private int folders;

  private ComparedSide side(String lockstep, PlantedSweep.Made made, String... lines) {
    PlantedSweep sweep = PlantedSweep.of(folder.resolve("" + folders++), lockstep, made, lines);
    return ComparedSide.read(sweep.store, sweep.plan, name -> true);
  }

  private static List<String> words(SweepComparison compared) {
    return compared.changes().stream()
        .map(
            c ->
                c.kind()
                    + " "
                    + c.workload()
                    + c.parameters()
                    + c.settings()
                    + c.times().map(t -> " " + t.ratio()).orElse("")
                    + (c.isBeyond() ? "" : " within"))
        .toList();
  }

  @Test
  void pointsAreMatchedByWhatTheyAskForAndSortedByWhatHasChangedAndHowMuch() {
    ComparedSide was = side("0.1.0", p -> PlantedSweep.ok(p, 1000, Map.of("hits", "10")), LINES);
    ComparedSide now =
        side(
            "0.2.0",
            p ->
                switch ((int) p.index()) { // values in another way of writing and another order
                  case 0 -> PlantedSweep.ok(p, 1005, Map.of("hits", "10")); // vecadd 64
                  case 1 -> PlantedSweep.ok(p, 500, Map.of("hits", "10.0")); // vecadd 192
                  case 2 -> PlantedSweep.ok(p, 1000, Map.of("hits", "12", "misses", "1"));
                  case 3 -> PlantedSweep.refused(p, "too small");
                  default -> PlantedSweep.ok(p, 1000, Map.of("hits", "10.00"));
                },
            "workloads: [{file: vecadd.yaml, parameters: {n: [64, 192]}}, matmul.yaml]",
            "devices: hd5870",
            "parameters: {n: [64, 128, 192, 256]}");
    SweepComparison compared = SweepComparison.of(was, now, false, 0.01);
    assertThat(compared.differences())
        .containsExactly(new SweepComparison.Difference("lockstep", "0.1.0", "0.2.0"));
    assertThat(words(compared))
        .containsExactly(
            "GONE vecadd{n=128}{}",
            "NEW matmul{n=256}{}",
            "STATUS matmul{n=128}{}",
            "TIME vecadd{n=192}{} 0.5",
            "TIME vecadd{n=64}{} 1.005 within",
            "STATISTICS matmul{n=64}{} 1.0");
    assertThat(compared.same()).isEqualTo(1);
    assertThat(compared.beyond()).isEqualTo(5);
    assertThat(compared.changes().get(5).statistics())
        .extracting(StatisticChange::name)
        .containsExactly("misses", "hits");
    assertThat(compared.changes().get(3).statistics()).isEmpty(); // 10 and 10.0
  }

  @Test
  void statisticsThatChangeByNoMoreThanTheToleranceCountAsEqual() {
    String[] lines = {"workloads: matmul.yaml", "devices: hd5870", "parameters: {n: 1..3}"};
    ComparedSide was = side("", p -> PlantedSweep.ok(p, 1000, Map.of("hits", "100")), lines);
    PlantedSweep.Made now =
        p ->
            PlantedSweep.ok(
                p, 1000, Map.of("hits", List.of("102", "103", "98").get((int) p.index())));
    SweepComparison compared = SweepComparison.of(was, side("", now, lines), false, 0.02);
    assertThat(words(compared))
        .containsExactlyInAnyOrder(
            "STATISTICS matmul{n=1}{} 1.0 within",
            "STATISTICS matmul{n=2}{} 1.0",
            "STATISTICS matmul{n=3}{} 1.0 within");
    assertThat(compared.beyond()).isEqualTo(1);
  }

  @Test
  void pointsThatTakeLongerFailOrAreGoneAreSlowerAndNoOthers() {
    String devices = "devices: hd5870";
    PlantedSweep.Made before =
        p -> p.index() == 4 ? PlantedSweep.refused(p, "too large") : ok(p, 1000);
    ComparedSide was = side("", before, "workloads: matmul.yaml", devices, "parameters: {n: 1..5}");
    ComparedSide now =
        side(
            "",
            p ->
                switch ((int) p.index()) {
                  case 0 -> ok(p, 1050);
                  case 1 -> ok(p, 500);
                  case 2 -> PlantedSweep.wrong(p, 1000);
                  case 3 -> PlantedSweep.ok(p, 1000, Map.of("hits", "99"));
                  default -> ok(p, 1000);
                },
            "workloads: matmul.yaml",
            devices,
            "parameters: {n: 1..6}");
    SweepComparison compared = SweepComparison.of(was, now, false, 0);
    assertThat(compared.beyond()).isEqualTo(6);
    assertThat(slower(compared, 0.04)).containsExactly("3", "1"); // wrong, and 5 % slower
    assertThat(slower(compared, 0.05)).containsExactly("3");
    assertThat(compared.slower(0.04)).isEqualTo(2);
    SweepComparison back = SweepComparison.of(now, was, false, 0);
    assertThat(slower(back, 0.5)).containsExactly("6", "5", "2"); // gone, refused, twice as slow
  }

  private static List<String> slower(SweepComparison compared, double share) {
    return compared.changes().stream()
        .filter(c -> c.isSlower(share))
        .map(c -> c.parameters().get("n"))
        .toList();
  }

  private static RunResult ok(Point point, long picos) {
    return PlantedSweep.ok(point, picos, Map.of("hits", "10"));
  }

  @Test
  void whatAllPointsOfASweepHaveInOneWayAndAllOfTheOtherInAnotherIsWhatIsCompared() {
    String[] lines = {
      "workloads: matmul.yaml",
      "devices: hd5870",
      "parameters: {n: [64, 128]}",
      "set: {l1.size: [8KiB]}"
    };
    ComparedSide small = side("", p -> PlantedSweep.ok(p, 1000, Map.of()), lines);
    lines[3] = "set: {l1.size: 16KiB}";
    ComparedSide large = side("", p -> PlantedSweep.ok(p, 900, Map.of()), lines);
    SweepComparison compared = SweepComparison.of(small, large, false, 0);
    assertThat(compared.differences())
        .containsExactly(new SweepComparison.Difference("l1.size", "8192", "16384"));
    assertThat(words(compared))
        .containsExactly("TIME matmul{n=64}{} 0.9", "TIME matmul{n=128}{} 0.9");
    lines[1] = "devices: gtx280";
    lines[3] = "phases: 1";
    ComparedSide other = side("", p -> PlantedSweep.ok(p, 900, Map.of()), lines);
    SweepComparison devices = SweepComparison.of(small, other, false, 0);
    assertThat(devices.differences())
        .containsExactly(
            new SweepComparison.Difference("device", "hd5870", "gtx280"),
            new SweepComparison.Difference("l1.size", "8192", ""));
    assertThat(devices.changes()).hasSize(2);
    assertThat(SweepComparison.of(large, other, false, 0).same()).isEqualTo(2);
  }

  @Test
  void withLaunchPhasesItComparesMeansAndSaysWhetherTheyAreWithinTheNoise() {
    String[] lines = {
      "workloads: matmul.yaml", "devices: hd5870", "phases: 4", "parameters: {n: [64, 128]}"
    };
    ComparedSide was =
        side("", p -> PlantedSweep.ok(p, 1000 + 10 * p.phase(), Map.of("hits", "8")), lines);
    ComparedSide now =
        side(
            "",
            p ->
                PlantedSweep.ok(
                    p,
                    (PlantedSweep.number(p, "n") == 64 ? 1004 : 1200) + 10 * p.phase(),
                    Map.of("hits", "" + (8 + p.phase()))),
            lines);
    List<PointChange> changes = SweepComparison.of(was, now, true, 0).changes();
    assertThat(changes).hasSize(2);
    PointChange.Times far = changes.get(0).times().orElseThrow();
    assertThat(far.phases()).isEqualTo(4);
    assertThat(far.was()).isEqualByComparingTo("1015");
    assertThat(far.noise()).contains(false);
    assertThat(changes.get(1).times().orElseThrow().noise()).contains(true);
    assertThat(changes.get(1).statistics().get(0).now().orElseThrow()).isEqualByComparingTo("9.5");
    lines[2] = "phases: 1";
    ComparedSide single = side("", p -> PlantedSweep.ok(p, 7, Map.of()), lines);
    ComparedSide one = side("", p -> PlantedSweep.ok(p, 8, Map.of()), lines);
    assertThat(
            SweepComparison.of(single, one, true, 0).changes().get(0).times().orElseThrow().noise())
        .isEmpty();
  }
}
