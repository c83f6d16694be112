// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static io.lockstep.sweep.plan.Sweeps.plan;
import static io.lockstep.sweep.plan.Sweeps.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.point.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepPlanTest {
  private static final String MATMUL = "workloads: matmul.yaml";

  @TempDir private Path folder;

  @Test
  void listsAreCombinedTheFirstParameterVaryingSlowestAndDevicesFastest() {
    assertThat(
            words(
                plan(
                    MATMUL,
                    "devices: [hd5870, gtx280]",
                    "parameters: {n: [64, 128]}",
                    "set: {l1.size?: [8KiB, 16KiB]}")))
        .containsExactly(
            "n=64 hd5870 l1.size?=8KiB",
            "n=64 gtx280 l1.size?=8KiB",
            "n=64 hd5870 l1.size?=16KiB",
            "n=64 gtx280 l1.size?=16KiB",
            "n=128 hd5870 l1.size?=8KiB",
            "n=128 gtx280 l1.size?=8KiB",
            "n=128 hd5870 l1.size?=16KiB",
            "n=128 gtx280 l1.size?=16KiB");
  }

  @Test
  void aConditionOfAllMayReadAParameterOfOneWorkloadBehindTheWorkloadsName() {
    String[] both = {
      "workloads: [matmul.yaml, spmv.yaml]",
      "devices: hd5870",
      "parameters: {n?: [64, 128], rows?: [1024, 2048]}"
    };
    assertThat(words(plan(both[0], both[1], both[2], "when: workload != 'spmv' || rows == 2048")))
        .containsExactly("n=64 hd5870", "n=128 hd5870", "rows=2048 hd5870");
    SweepPlan one =
        plan(both[0], both[1], both[2], "when: [\"workload == 'spmv' && rows == 2048\"]");
    assertThat(words(one)).containsExactly("rows=2048 hd5870");
    assertThat(words(SweepPlan.frozen(SweepFile.read("s.yaml", one.text(), Path.of("nowhere")))))
        .containsExactly("rows=2048 hd5870");
    assertThatThrownBy(() -> plan(both[0], both[1], both[2], "when: rows == 2048"))
        .hasMessageContaining("unknown name 'rows' for matmul.yaml")
        .hasMessageEndingWith(
            "a condition on a parameter of one workload stands at its entry, or after workload =="
                + " 'NAME' &&");
    assertThatThrownBy(
            () -> plan(both[0], both[1], both[2], "when: workload == 'spmv' && rowz == 2048"))
        .hasMessageContaining("unknown name 'rowz' for spmv.yaml");
  }

  @Test
  void workloadsComeOneAfterAnotherEachWithItsOwnParametersOnTopOfThoseOfAll() {
    Plan plan =
        plan(
            "workloads:",
            "  - {file: matmul.yaml, parameters: {n: 32}}",
            "  - vecadd.yaml",
            "  - {file: matmul.yaml, devices: gtx280, when: n > 64}",
            "devices: hd5870",
            "parameters: {n?: [64, 128]}");
    List<String> all = new ArrayList<>();
    plan.forEach(p -> all.add(p.index() + " " + p.workload().getFileName() + " " + words(p)));
    assertThat(all)
        .containsExactly(
            "0 matmul.yaml n=32 hd5870",
            "1 vecadd.yaml n=64 hd5870",
            "2 vecadd.yaml n=128 hd5870",
            "3 matmul.yaml n=128 gtx280");
    assertThat(plan.iterator().next().workload()).isAbsolute();
  }

  @Test
  void aWordStandsForAFamilyAPatternOrAllDevicesEachOnce() {
    List<String> all = words(plan(MATMUL, "devices: all"));
    assertThat(all).containsExactlyElementsOf(words(plan(MATMUL)));
    assertThat(words(plan(MATMUL, "devices: [hd5870, 'hd57*', 'gtx2?0']")))
        .startsWith("hd5870")
        .doesNotHaveDuplicates()
        .contains("hd5770", "gtx280")
        .isSubsetOf(all);
    assertThat(words(plan(MATMUL, "devices: evergreen")))
        .contains("hd5870", "hd5450")
        .doesNotContain("gtx280");
  }

  @Test
  void zipsVaryInStepAndPhasesArePointsOfTheirOwn() {
    assertThat(
            words(
                plan(
                    MATMUL,
                    "devices: hd5870",
                    "phases: 2",
                    "zip:",
                    "  parameters: {n: [64, 128]}",
                    "  set: {l1.size: [8KiB, 16KiB]}")))
        .containsExactly(
            "n=64 hd5870 l1.size=8KiB",
            "n=64 hd5870 l1.size=8KiB phase=1",
            "n=128 hd5870 l1.size=16KiB",
            "n=128 hd5870 l1.size=16KiB phase=1");
  }

  @Test
  void conditionsVariablesAndExpressionsSeeWhatIsVariedAndDefaults() {
    assertThat(
            words(
                plan(
                    MATMUL,
                    "devices: [hd5870, gtx280]",
                    "let: {lines: n * 4 / 64}",
                    "parameters: {n: 64..256:64}",
                    "set: {l1.size?: {expression: lines * 2, unit: KiB}}",
                    "when: [\"n != 128 || device == 'gtx280'\", lines < 16]")))
        .containsExactly(
            "n=64 hd5870 l1.size?=8KiB",
            "n=64 gtx280 l1.size?=8KiB",
            "n=128 gtx280 l1.size?=16KiB",
            "n=192 hd5870 l1.size?=24KiB",
            "n=192 gtx280 l1.size?=24KiB");
    assertThat(words(plan(MATMUL, "devices: hd5870", "when: n == 96"))) // its default
        .containsExactly("n=96 hd5870");
  }

  @Test
  void aCommandLineIsOnTopOfTheFile() {
    SweepFile file =
        Sweeps.file(
            "workloads: [{file: matmul.yaml, devices: gtx280, parameters: {n: 32}}]",
            "zip: {set: {l1.size: [8KiB, 16KiB], l1.miss_latency: [10cycles, 20cycles]}}");
    Plan plan =
        SweepPlan.of(
            file.with(Map.of("n", "64..128:64"), Map.of("l1.size", "4KiB,8KiB"), List.of("hd5870")),
            Sweeps.CATALOGUE);
    assertThat(words(plan))
        .hasSize(8)
        .startsWith("n=64 hd5870 l1.miss_latency=10cycles l1.size=4KiB")
        .endsWith("n=128 hd5870 l1.miss_latency=20cycles l1.size=8KiB");
  }

  @Test
  void aPlanGivesItsPointsFromAnyOneOnWithoutMakingThoseBefore() {
    Plan plan =
        plan(
            "workloads: [matmul.yaml, {file: matmul.yaml, when: \"phase > 0 || device == 'hd5870'\"}]",
            "devices: [hd5870, gtx280, hd5450]",
            "phases: 0..2",
            "parameters: {n: 16..112:16}",
            "when: n % 32 == 0");
    List<Point> all = new ArrayList<>();
    plan.forEach(all::add);
    assertThat(all).hasSize((int) plan.size()).hasSize(27 + 21);
    for (int first = 0; first <= all.size(); first++) {
      List<Point> rest = new ArrayList<>();
      plan.iterator(first).forEachRemaining(rest::add);
      assertThat(rest).isEqualTo(all.subList(first, all.size()));
    }
    assertThat(plan.iterator(1000).hasNext()).isFalse();
  }

  @Test
  void limitsAndKeptStatisticsAreThePlans() {
    Plan plan = plan(MATMUL, "limits: {time: 90s, memory: 1GiB}", "keep: [launches, 'l1.*']");
    assertThat(plan.limits().time()).contains(Duration.ofSeconds(90));
    assertThat(plan.limits().memoryBytes()).hasValue(1L << 30);
    assertThat(plan.kept()).containsExactly("launches", "l1.*");
  }

  @Test
  void includesAreBehindTheFileThatIncludesThem() throws IOException {
    Path sub = Files.createDirectory(folder.resolve("sub"));
    Files.copy(Sweeps.EXAMPLES.resolve("matmul.yaml"), sub.resolve("m.yaml"));
    Files.writeString(
        sub.resolve("base.yaml"),
        "workloads: m.yaml\nparameters: {n: [16, 32]}\nwhen: n > 16\nphases: 3\n");
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "include: sub/base.yaml\nparameters: {n: [16, 48, 64]}\nwhen: n < 64\n"
                + "devices: gtx280\nphases: [5]\n");
    SweepPlan plan = SweepPlan.read(file, Sweeps.CATALOGUE);
    assertThat(words(plan)).containsExactly("n=48 gtx280 phase=5");
    Files.delete(sub.resolve("base.yaml"));
    Files.delete(sub.resolve("m.yaml"));
    Path frozen = Files.writeString(folder.resolve("frozen.yaml"), plan.text());
    assertThat(SweepPlan.frozen(frozen)).containsExactlyElementsOf(plan);
  }

  @Test
  void aMillionPointsTakeNoMemoryAndAreSkippedQuickly() {
    Plan plan = plan(MATMUL, "devices: hd5870", "parameters: {n: 16..16000:16}", "phases: 1000");
    assertThat(plan.size()).isEqualTo(1_000_000);
    Iterator<Point> late = plan.iterator(999_999);
    assertThat(words(late.next())).isEqualTo("n=16000 hd5870 phase=999");
    assertThat(late.hasNext()).isFalse();
  }
}
