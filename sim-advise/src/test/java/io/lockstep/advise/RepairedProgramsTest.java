// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.advise.rule.LowOccupancy;
import io.lockstep.advise.rule.Overlap;
import io.lockstep.advise.rule.PageableMemory;
import io.lockstep.advise.rule.SmallLaunches;
import io.lockstep.advise.rule.Transfers;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.inspect.occupancy.OccupancyReport;
import io.lockstep.inspect.occupancy.WhatIf;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.Device;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gains of advice beside those of repaired programs and kernels. */
@Tag("slow")
class RepairedProgramsTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static Advisor advisor(List<AdviceRule> rules) {
    ExperimentOptions options =
        new ExperimentOptions(StudyOptions.defaults(), 1, false, Optional.empty());
    return new Advisor(new Installed(CATALOGUE, Plugins.frontends()), options, rules);
  }

  private static Recommendations on(String device, List<AdviceRule> rules, Path workload) {
    return advisor(rules)
        .advise(
            workload,
            Map.of(),
            List.of(new Side(device, CATALOGUE.spec(device))),
            StudyProgress.NONE);
  }

  private static double picos(String device, Path workload) {
    return on(device, List.of(), workload).devices().get(0).picos();
  }

  private static Advice of(String rule, Recommendations found) {
    return found.findings().stream().filter(f -> f.rule().equals(rule)).findFirst().orElseThrow();
  }

  /** A program with a loop in the kernel in place of 32 launches, each of which uses the last. */
  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "gtx280", "mi300a", "rtx4090"})
  void launchesOfWhichOneUsesWhatAnotherWritesGainNoMoreThanALoopInTheKernel(String device) {
    Path pairs = Path.of("../validation/advice/second");
    Advice advice =
        of(
            "small-launches",
            on(device, List.of(new SmallLaunches()), pairs.resolve("steps_slow.yaml")));
    double real =
        picos(device, pairs.resolve("steps_slow.yaml"))
            / picos(device, pairs.resolve("steps_fast.yaml"));
    assertThat(advice.words().finding()).contains("32 launches of ").contains("all of steps_slow");
    assertThat(advice.words().change()).contains("of which one uses what another writes");
    assertThat(advice.gain().mean()).isBetween(1.5, real); // values do not stay in registers
  }

  @Test
  void launchesBetweenWhichTheHostWaitsAreOneThatItAwaitsOnce(@TempDir Path folder)
      throws Exception {
    Path pairs = Path.of("../validation/advice/dev");
    Files.copy(pairs.resolve("launches.ptx"), folder.resolve("launches.ptx"));
    String slow = Files.readString(pairs.resolve("launches_slow.yaml"));
    String fast =
        Files.readString(pairs.resolve("launches_fast.yaml"))
            .replace("source: launches.cl\n", "")
            .replaceFirst("(?s)expect:.*", "");
    Path workload =
        Files.writeString(
            folder.resolve("waiting.yaml"),
            slow.replace("source: launches.cl\n", "")
                .replaceFirst("(      - \\{launch.*\n)", "$1      - synchronize\n"));
    Path one = Files.writeString(folder.resolve("one.yaml"), fast + "  - synchronize\n");
    Advice advice = of("small-launches", on("hd5870", List.of(new SmallLaunches()), workload));
    double real = picos("hd5870", workload) / picos("hd5870", one);
    assertThat(advice.words().simulated()).isEqualTo("ideal=no-waits+one-launch");
    assertThat(advice.gain().mean()).isGreaterThan(20).isBetween(real / 1.02, real * 1.02);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "gtx280", "mi300a", "rtx4090"})
  void pageLockedMemoryGainsWhatTheProgramThatUsesItDoes(String device, @TempDir Path folder)
      throws Exception {
    Path pairs = Path.of("../validation/advice/dev");
    Files.copy(pairs.resolve("transfers.ptx"), folder.resolve("transfers.ptx"));
    Path slow = pairs.resolve("transfers_slow.yaml");
    Path kept = pairs.resolve("transfers_fast.yaml");
    Path both =
        Files.writeString(
            folder.resolve("both.yaml"),
            Files.readString(kept)
                .replace("source: transfers.cl\n", "")
                .replaceAll("\\{(upload|download): (\\w)}", "{$1: {buffer: $2, pinned: true}}"));
    Recommendations found = on(device, List.of(new PageableMemory(), new Transfers()), slow);
    double own = picos(device, slow);
    Advice.Gain resident = of("transfers", found).gain();
    assertThat(resident.mean()).isCloseTo(own / picos(device, kept), Percentage.withPercentage(1));
    Advice locked = of("pageable-memory", found);
    assertThat(locked.words().change()).contains("keep the data on the device");
    assertThat(locked.gain().mean())
        .isGreaterThan(resident.mean())
        .isCloseTo(own / picos(device, both), Percentage.withPercentage(1));
  }

  @Test
  void theBoundOfOverlapIsThatOfPageLockedMemory(@TempDir Path folder) throws Exception {
    Path pairs = Path.of("../validation/advice/dev");
    Files.copy(pairs.resolve("transfers.ptx"), folder.resolve("transfers.ptx"));
    Path slow = pairs.resolve("transfers_slow.yaml");
    Path locked =
        Files.writeString(
            folder.resolve("locked.yaml"),
            Files.readString(slow)
                .replace("source: transfers.cl\n", "")
                .replaceAll("\\{(upload|download): (\\w)}", "{$1: {buffer: $2, pinned: true}}"));
    String finding = of("overlap", on("gtx280", List.of(new Overlap()), slow)).words().finding();
    assertThat(finding).contains("Side by side, and from page-locked memory, they would");
    double bound = Double.parseDouble(finding.replaceAll(".*at most (\\S+) times.*", "$1"));
    assertThat(bound).isGreaterThan(picos("gtx280", slow) / picos("gtx280", locked));
  }

  /** The repaired kernels need little local memory; other limits of occupancy remain. */
  @ParameterizedTest
  @CsvSource({
    "dev/occupancy, hd5870",
    "dev/occupancy, gtx280",
    "exam/pool, hd5870",
    "exam/pool, gtx280",
    "exam/pool, mi300a",
    "second/hops, gtx280",
  })
  void lessLocalMemoryGainsWhatTheRepairedKernelDoes(String pair, String device) {
    Path slow = Path.of("../validation/advice", pair + "_slow.yaml");
    double real =
        picos(device, slow) / picos(device, Path.of("../validation/advice", pair + "_fast.yaml"));
    List<Advice> found =
        on(device, List.of(new LowOccupancy()), slow).findings().stream()
            .filter(f -> f.rule().equals("occupancy"))
            .toList();
    assertThat(found.isEmpty()).isEqualTo(real < Advisor.LEAST_GAIN);
    assertThat(found)
        .allSatisfy(
            f -> {
              assertThat(f.words().simulated()).startsWith("lds.size=");
              assertThat(f.gain().mean()).isBetween(real / 1.1, real * 1.1);
            });
  }

  /** Writes a workload whose kernel keeps so many floats in registers through a loop. */
  private static Path keeping(int live, Path folder) throws IOException {
    StringBuilder loads = new StringBuilder();
    StringBuilder loop = new StringBuilder();
    StringBuilder sum = new StringBuilder();
    for (int f = 1; f <= live; f++) {
      loads.append("ld.global.f32 %f" + f + ", [%rd1+" + 4 * f + "];\n");
      loop.append("mul.f32 %f" + f + ", %f" + f + ", %f" + (f % live + 1) + ";\n");
      sum.append("add.f32 %f0, %f0, %f" + f + ";\n");
    }
    Files.writeString(
        folder.resolve("keep.ptx"),
        """
        .version 2.3
        .target sm_13
        .address_size 64
        .entry keep(.param .u64 in, .param .u64 out, .param .u32 rounds) {
        .reg .u32 %r<5>; .reg .u64 %rd<4>; .reg .f32 %f<FLOATS>; .reg .pred %p1;
        ld.param.u64 %rd1, [in]; ld.param.u32 %r1, [rounds]; mov.f32 %f0, 0f00000000;
        LOADS
        LOOP: ROUND
        sub.u32 %r1, %r1, 1; setp.gt.u32 %p1, %r1, 0; @%p1 bra LOOP;
        SUM
        mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mad.lo.u32 %r4, %r3, 64, %r2;
        mul.wide.u32 %rd3, %r4, 4; ld.param.u64 %rd2, [out]; add.u64 %rd2, %rd2, %rd3;
        st.global.f32 [%rd2], %f0; exit;
        }
        """
            .replace("FLOATS", "" + (live + 1))
            .replace("LOADS", loads)
            .replace("ROUND", loop)
            .replace("SUM", sum));
    return Files.writeString(
        folder.resolve("keep.yaml"),
        """
        name: keep
        kernels: keep.ptx
        buffers:
          a: {type: f32, count: 1024, init: {uniform: {seed: 1}}}
          b: {type: f32, count: 128000}
        steps:
          - {launch: keep, grid: [2000], block: [64], args: [a, b, {i32: 2}]}
        """);
  }

  /** The device that is simulated for a kernel with fewer registers holds the groups it names. */
  @ParameterizedTest
  @CsvSource({"hd5870, 160", "gtx280, 48", "a100, 160"})
  void fewerRegistersAreSimulatedByARegisterFileForOneMoreStep(
      String device, int live, @TempDir Path folder) throws Exception {
    Path workload = keeping(live, folder);
    List<Proposal> found = new ArrayList<>();
    List<Integer> groups = new ArrayList<>();
    AdviceRule rule =
        new AdviceRule() {
          @Override
          public String name() {
            return "occupancy";
          }

          @Override
          public List<Proposal> proposals(Evidence evidence) {
            found.addAll(new LowOccupancy().proposals(evidence));
            groups.add(resident(evidence.device(), evidence));
            found.forEach(p -> groups.add(resident(changed(p), evidence)));
            return List.of();
          }

          private Device changed(Proposal proposal) {
            Map<String, String> figures = proposal.remedies().get(0).figures();
            return CATALOGUE.device(CATALOGUE.spec(device).with(figures));
          }

          private int resident(Device on, Evidence evidence) {
            return new OccupancyReport(List.of(on), WhatIf.none(), failure -> {})
                .launches(evidence.shapes(new TreeMap<>()))
                .get(0)
                .occupancy()
                .groups();
          }
        };
    advisor(List.of(rule))
        .advise(
            workload,
            Map.of(),
            List.of(new Side(device, CATALOGUE.spec(device))),
            StudyProgress.NONE);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).remedies().get(0).words()).startsWith("registers.");
    assertThat(found.get(0).change())
        .contains("registers fewer: " + groups.get(1) + " groups")
        .endsWith(" The gain is that of " + groups.get(1) + " groups.");
    assertThat(groups.get(1)).isGreaterThan(groups.get(0));
  }
}
