// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class FrozenPlanTest {
  private static List<Point> points(SweepPlan plan) {
    List<Point> all = new ArrayList<>();
    plan.forEach(all::add);
    return all;
  }

  private static void isSameAgain(String text) {
    SweepPlan plan =
        SweepPlan.of(SweepFile.read("s.yaml", text, Sweeps.EXAMPLES), Sweeps.CATALOGUE);
    SweepFile read = SweepFile.read("frozen.yaml", plan.text(), Path.of("/nowhere"));
    SweepPlan again = SweepPlan.frozen(read);
    assertThat(points(again)).as(text).isNotEmpty().isEqualTo(points(plan));
    assertThat(again.text()).isEqualTo(plan.text());
    assertThat(again.limits()).isEqualTo(plan.limits());
    assertThat(again.kept()).isEqualTo(plan.kept());
    assertThat(SweepPlan.of(read, Sweeps.CATALOGUE).text()).isEqualTo(plan.text());
  }

  @Property(tries = 150)
  void theFrozenTextGivesTheSamePointsInTheSameOrder(@ForAll("files") String text) {
    isSameAgain(text);
  }

  @Example
  void namesAndPatternsWithAnyCharactersAreFrozen() {
    isSameAgain(
        "workloads: vecadd.yaml\ndevices: gtx280\nkeep: ['*']\n"
            + "limits: {time: 2m, memory: 512MiB}\n"
            + "objectives: [{minimise: seconds}, {maximise: a / b}]\n"
            + "constraints: occupancy >= 0.5\nwhen: [\"workload == 'vecadd'\", 'device != \"\t\\ é \uD83D\uDE00\"']\n");
  }

  @Example
  void theWidthOfSobolSequencesIsFrozenWhereThereAreSeveral() {
    String lists =
        "workloads: matmul.yaml\ndevices: hd5870\ndesign: saltelli\npoints: 4\nset:\n"
            + "  dram.read_queue: {from: 8, to: 64}\n  dram.tcl: {from: 10ns, to: 18ns}\n";
    String more =
        "  l1.size: {from: 4KiB, to: 64KiB, scale: log2}\n"
            + "  dram.trcd: {from: 10ns, to: 18ns}\n  dram.trp: {from: 10ns, to: 18ns}\n"
            + "  dram.bandwidth: {from: '*0.5', to: '*2'}\n  dram.write_queue: {from: 8, to: 64}\n";
    SweepPlan few =
        SweepPlan.of(SweepFile.read("s.yaml", lists, Sweeps.EXAMPLES), Sweeps.CATALOGUE);
    assertThat(few.text()).doesNotContain("sequence_width"); // the text of earlier versions
    isSameAgain(lists + more);
    SweepPlan many =
        SweepPlan.of(SweepFile.read("s.yaml", lists + more, Sweeps.EXAMPLES), Sweeps.CATALOGUE);
    assertThat(many.text()).contains("sequence_width: 12\n");
    String earlier = many.text().replace("sequence_width: 12\n", "");
    SweepPlan old = SweepPlan.frozen(SweepFile.read("f", earlier, Path.of("/")));
    assertThat(old.text()).isEqualTo(earlier);
    assertThat(points(old)).hasSameSizeAs(points(many)).isNotEqualTo(points(many));
  }

  @Example
  void objectivesAndConstraintsAreFrozen() {
    SweepFile file =
        Sweeps.file(
            "workloads: matmul.yaml",
            "objectives: [{minimise: seconds}, {maximise: ipc}]",
            "constraints: ['occupancy >= 0.5']");
    SweepFile again = SweepFile.read("t", file.text(), Path.of("/"));
    assertThat(again.goals().objectives().get(1).minimise()).isFalse();
    assertThat(again.goals().objectives().get(0).value().text()).isEqualTo("seconds");
    assertThat(again.goals().constraints().get(0).text()).isEqualTo("occupancy >= 0.5");
    assertThat(again.text()).isEqualTo(file.text());
  }

  @Provide
  Arbitrary<String> files() {
    Arbitrary<String> values =
        Arbitraries.of(
            "32",
            "[16, 32, 64]",
            "16..96:16",
            "64..512:*2",
            "['32', 48..80:16]",
            "{from: 16, to: 64, times: 2}",
            "{expression: side * 2}",
            "{expression: 64}");
    Arbitrary<String> sizes =
        Arbitraries.of(
            "16KiB",
            "[8KiB, 16KiB]",
            "8KiB..64KiB:*2",
            "['*2', '*0.5']",
            "'*0.5..*2:0.5'",
            "{expression: side, unit: KiB}",
            "{from: 4KiB, to: 12KiB, step: 4KiB}");
    Arbitrary<String> spans =
        Arbitraries.of(
            "{from: 8KiB, to: 64KiB}", "{from: 8KiB, to: 64KiB, scale: log2}",
            "{from: 1KiB, to: 64KiB, scale: log, round: 512B}", "{choices: [8KiB, 16KiB]}");
    Arbitrary<String> designs =
        Arbitraries.of("sobol", "latin-hypercube", "saltelli")
            .flatMap(
                kind ->
                    Arbitraries.integers()
                        .between(1, 40)
                        .map(n -> "design: " + kind + "\npoints: " + n + "\nseed: 7\n"));
    Arbitrary<String> workloads =
        Arbitraries.of(
            "workloads: matmul.yaml",
            "workloads: [matmul.yaml, '*add.yaml']",
            "workloads: [{file: matmul.yaml, set: {l1.line?: [64B, 128B]}, when: phase == 0},"
                + " vecadd.yaml, {file: vecadd.yaml, devices: gtx280}]");
    Arbitrary<String> devices =
        Arbitraries.of("", "devices: [hd5870, gtx2*]", "devices: evergreen");
    Arbitrary<String> rest =
        Arbitraries.of(
            "",
            "phases: 3",
            "when: n * 2 >= side",
            "when: ['n > 0', \"device != 'hd5770'\"]",
            "zip: [{parameters: {n?: [32, 64]}, set: {l1.size?: [8KiB, 16KiB]}}]",
            "keep: [launches, 'l1.*']\nlimits: {memory: 1GiB}");
    return Combinators.combine(workloads, devices, values, sizes, spans, designs, rest)
        .as(
            (w, d, n, size, span, design, last) -> {
              boolean drawn = span.length() % 2 == 0;
              String set = last.startsWith("zip") ? "" : "set: {l1.size?: " + (drawn ? span : size);
              String top = last.startsWith("zip") ? "" : "parameters: {n?: " + n + "}\n";
              return String.join("\n", w, d, "let: {side: 16 + 16}", top)
                  + (set.isEmpty() ? "" : set + "}\n")
                  + (drawn && !set.isEmpty() ? design : "")
                  + last
                  + "\n";
            });
  }

  @Example
  void aCommandLineIsFrozenWithTheFile() {
    SweepPlan plan =
        SweepPlan.of(
            SweepFile.of(List.of(Sweeps.EXAMPLES.resolve("matmul.yaml")))
                .with(Map.of("n", "32,64..128:32"), Map.of("l1.size", "*2"), List.of("hd5870")),
            Sweeps.CATALOGUE);
    SweepPlan again = SweepPlan.frozen(SweepFile.read("f", plan.text(), Path.of("/")));
    assertThat(points(again)).hasSize(4).isEqualTo(points(plan));
  }
}
