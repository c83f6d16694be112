// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.advise.rule.LowOccupancy;
import io.lockstep.advise.rule.Overlap;
import io.lockstep.advise.rule.PageableMemory;
import io.lockstep.advise.rule.RedundantReads;
import io.lockstep.advise.rule.SmallLaunches;
import io.lockstep.advise.rule.Transfers;
import io.lockstep.explain.TrialOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.inspect.occupancy.OccupancyReport;
import io.lockstep.inspect.occupancy.WhatIf;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Installed;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.trace.change.Rewrite;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import org.assertj.core.api.Assertions;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdvisorTest {
  private static final Path TRANSPOSE = Path.of("../examples/transpose.yaml");
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private static Advisor advisor(List<AdviceRule> rules, Optional<Duration> limit, int phases) {
    return advisor(rules, limit, phases, true); // the kernels' own time
  }

  private static Advisor advisor(
      List<AdviceRule> rules, Optional<Duration> limit, int phases, boolean kernels) {
    TrialOptions options = new TrialOptions(StudyOptions.defaults(), phases, kernels, limit);
    return new Advisor(new Installed(CATALOGUE, Plugins.frontends()), options, rules);
  }

  private static Recommendations transpose(Advisor advisor) {
    return advisor.advise(
        TRANSPOSE,
        Map.of("n", "128"),
        List.of(new Side("hd5870", CATALOGUE.spec("hd5870"))),
        StudyProgress.NONE);
  }

  /** A rule whose proposals have these remedies. */
  private static AdviceRule rule(String name, int line, Remedy... remedies) {
    return new AdviceRule() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Proposal> proposals(Evidence evidence) {
        return List.of(
            new Proposal(
                new Place("transpose", line),
                "It happens.",
                "Change it.",
                new TreeMap<>(Map.of("share", 0.25)),
                List.of(remedies),
                0.5));
      }
    };
  }

  private static Remedy clock(String value) {
    return Remedy.figures(Map.of("clock.compute", value));
  }

  @Test
  void namesTheStridedLoadsOfAnArrayOfStructuresFirstWithTheirGainAtEachPhase() {
    Advisor advisor = advisor(Advisor.rules(), Optional.empty(), 2);
    Recommendations found =
        advisor.advise(
            Path.of("../validation/advice/dev/structs_slow.yaml"),
            Map.of("n", "16384"),
            List.of(new Side("hd5870", CATALOGUE.spec("hd5870"))),
            StudyProgress.NONE);
    assertThat(found.state()).isEqualTo(Recommendations.State.COMPLETE);
    Advice first = found.findings().get(0);
    assertThat(first.rule()).isEqualTo("uncoalesced-access");
    assertThat(first.place().kernel()).isEqualTo("structs_slow");
    assertThat(first.place().line()).isEqualTo(6); // of the source, not of what was compiled
    assertThat(first.gain().mean()).isBetween(first.gain().low(), first.gain().high());
    assertThat(first.gain().low()).isGreaterThan(1.5);
    assertThat(first.words().simulated()).isEqualTo("ideal=coalescing:structs_slow:6");
    assertThat(first.evidence()).hasSizeBetween(2, 4);
    assertThat(advisor.standing()).isPresent();
  }

  /** On the base, "simulated" is "arithmetic" in each of them. */
  @ParameterizedTest
  @CsvSource({
    "dev/barriers_slow, groups=8, barriers, ideal=combine-once",
    "dev/division_slow, n=4096, integer-division, ideal=cheap",
    "dev/precision_slow, n=4096, double-precision, ideal=singles",
    "dev/launches_slow, n=8192, small-launches, ideal=one-launch",
    "second/steps_slow, n=2048, small-launches, host.back_to_back=0us host.submit=0us",
    "dev/transfers_slow, n=8192, transfers, ideal=resident",
    "exam/quotient_slow, n=16384, special-functions, ideal=cheap"
  })
  void aStatedGainIsThatOfASimulatedProgram(
      String workload, String parameter, String rule, String simulated) {
    String[] set = parameter.split("=", 2);
    Recommendations found =
        advisor(Advisor.rules(), Optional.empty(), 1, false)
            .advise(
                Path.of("../validation/advice/" + workload + ".yaml"),
                Map.of(set[0], set[1]),
                List.of(new Side("hd5870", CATALOGUE.spec("hd5870"))),
                StudyProgress.NONE);
    assertThat(found.findings())
        .filteredOn(f -> f.rule().equals(rule))
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.words().simulated()).isEqualTo(simulated);
              assertThat(f.gain().mean()).isGreaterThan(1.05);
            });
    assertThat(found.findings()).noneMatch(f -> f.words().simulated().contains("arithmetic"));
  }

  /** Loads of a kernel stand on as many lines as a seed says: verbs follow these, not the loads. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void sentencesAgreeInNumberWithTheLinesThatTheyName(long seed, @TempDir Path folder)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder loads = new StringBuilder();
    TreeSet<Integer> lines = new TreeSet<>();
    int line = 10;
    for (int load = 0; load < 3; load++) {
      boolean parted = load > 0 && random.nextBoolean();
      line += parted ? 1 : 0;
      lines.add(line);
      loads.append(parted ? "\n" : " ");
      loads.append("ld.global.f32 %f2, [%rd1+" + 512 * load + "]; add.f32 %f1, %f1, %f2;");
    }
    Files.writeString(
        folder.resolve("sum.ptx"),
        """
        .version 2.3
        .target sm_13
        .address_size 64
        .entry sum(.param .u64 in, .param .u64 out) {
        .reg .u32 %r<6>; .reg .u64 %rd<4>; .reg .f32 %f<3>; .reg .pred %p1;
        mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r4, %r2, 64, %r1;
        mul.wide.u32 %rd3, %r4, 4; ld.param.u64 %rd1, [in]; add.u64 %rd1, %rd1, %rd3;
        ld.param.u64 %rd2, [out]; add.u64 %rd2, %rd2, %rd3; mov.f32 %f1, 0f00000000;
        mov.u32 %r5, 0;
        LOOP: LOADS
        add.u64 %rd1, %rd1, 4; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 64; @%p1 bra LOOP;
        st.global.f32 [%rd2], %f1; exit;
        }
        """
            .replace(" LOADS", loads));
    Path workload =
        Files.writeString(
            folder.resolve("sum.yaml"),
            """
            name: sum
            kernels: sum.ptx
            buffers:
              in: {type: f32, count: 4096, init: {uniform: {seed: 1}}}
              out: {type: f32, count: 1024}
            steps:
              - {launch: sum, grid: [16], block: [64], args: [in, out]}
            """);
    List<String> found = new ArrayList<>();
    AdviceRule rule =
        new AdviceRule() {
          @Override
          public String name() {
            return "redundant-reads";
          }

          @Override
          public List<Proposal> proposals(Evidence evidence) {
            List<Proposal> all = new RedundantReads().proposals(evidence);
            all.forEach(p -> found.add(p.finding()));
            return all;
          }
        };
    advisor(List.of(rule), Optional.empty(), 1)
        .advise(
            workload,
            Map.of(),
            List.of(new Side("gtx280", CATALOGUE.spec("gtx280"))),
            StudyProgress.NONE);
    SourceLines named = new SourceLines(List.copyOf(lines));
    assertThat(found)
        .singleElement()
        .asString()
        .contains("; " + named + " " + named.verb("ask") + " for");
  }

  @Test
  void privateMemoryInRegistersPromisesNoMoreThanTheRepairedKernelGains() {
    Recommendations slow = onHd5870(Advisor.rules(), "exam/window_slow");
    Recommendations repaired = onHd5870(List.of(), "exam/window_fast");
    double real = (double) slow.devices().get(0).picos() / repaired.devices().get(0).picos();
    assertThat(slow.findings())
        .filteredOn(f -> f.rule().equals("spills"))
        .singleElement()
        .satisfies(f -> assertThat(f.gain().mean()).isBetween(real / 1.5, real * 1.5));
  }

  @Test
  void workItemsOfSeveralElementsPromiseNothingWhereNeighboursBranchApart() {
    Recommendations found = onHd5870(Advisor.rules(), "dev/branch_slow");
    assertThat(found.findings().get(0).rule()).isEqualTo("divergence");
    assertThat(found.findings())
        .filteredOn(f -> f.rule().equals("low-packing"))
        .allSatisfy(f -> assertThat(f.gain()).isEqualTo(Advice.Gain.NONE));
  }

  private static Recommendations onHd5870(List<AdviceRule> rules, String workload) {
    return advisor(rules, Optional.empty(), 1)
        .advise(
            Path.of("../validation/advice/" + workload + ".yaml"),
            Map.of(),
            List.of(new Side("hd5870", CATALOGUE.spec("hd5870"))),
            StudyProgress.NONE);
  }

  private static Recommendations on(String device, List<AdviceRule> rules, Path workload) {
    return advisor(rules, Optional.empty(), 1, false)
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
    advisor(List.of(rule), Optional.empty(), 1)
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

  @Test
  void everyBuiltInRuleHasAPageOfItsName() {
    assertThat(Advisor.rules()).hasSizeGreaterThan(15);
    assertThat(Advisor.rules())
        .allSatisfy(r -> assertThat(Path.of("../docs/advice", r.name() + ".md")).exists());
    assertThat(Path.of("../docs/advice", NothingCheap.RULE + ".md")).exists();
  }

  @Test
  void ordersByGainMergesEqualGainsOfALineAndIsSilentBelowThreePercentAndWhereItIsSlower() {
    Recommendations found =
        transpose(
            advisor(
                List.of(
                    rule("a-small", 1, clock("*1.02")),
                    rule("b-slower", 2, clock("*0.5")),
                    rule("c-large", 3, clock("*2")),
                    rule("d-same", 3, clock("*2")),
                    rule("e-other", 4, clock("*2")),
                    rule("f-illegal", 5, Remedy.figures(Map.of("no.such", "1"))),
                    rule("g-best", 6, clock("*1.1"), clock("*1.2")),
                    rule("h-unknown", 7)),
                Optional.empty(),
                1));
    assertThat(found.findings().stream().map(Advice::rule))
        .containsExactly("c-large", "e-other", "g-best", "h-unknown");
    assertThat(found.findings().get(2).words().simulated()).isEqualTo("clock.compute=*1.2");
    assertThat(found.findings().get(3).gain()).isEqualTo(Advice.Gain.NONE);
    assertThat(found.findings().get(3).title()).isEqualTo("h unknown: transpose, line 7");
  }

  @Test
  void aNoteSaysWhyAChangeCouldNotBeSimulated() {
    Rewrite wide = new Rewrite(Rewrite.Kind.WIDE, 4);
    Recommendations found =
        advisor(List.of(rule("wider", 1, Remedy.rewritten(wide))), Optional.empty(), 1)
            .advise(
                Path.of("../examples/double_buffer.yaml"),
                Map.of(),
                List.of(new Side("hd5870", CATALOGUE.spec("hd5870"))),
                StudyProgress.NONE);
    assertThat(found.state()).isEqualTo(Recommendations.State.COMPLETE);
    assertThat(found.findings()).noneMatch(f -> f.rule().equals("wider"));
    assertThat(found.notes())
        .singleElement()
        .asString()
        .startsWith("hd5870: no gain of wider is known: ")
        .contains("a launch of vecadd is in a stream");
  }

  @ParameterizedTest
  @CsvSource({
    "rtx3080, 0, 1.8, 2.05, Add up in halves, matrix.m16n8k16_f32_f16=16cycles",
    "h100_sxm, 3, 1.25, 1.34, Use m16n8k16_f32_f16_f16, matrix.m16n8k8_f32_f16=3cycles",
  })
  void aFasterMatrixInstructionIsNamedWithItsGain(
      String device, int kind, double low, double high, String change, String simulated) {
    Recommendations found =
        advisor(Advisor.rules(), Optional.empty(), 1)
            .advise(
                Path.of("../validation/workloads/mma_rate.yaml"),
                Map.of("kind", "" + kind, "rounds", "16"),
                List.of(new Side(device, CATALOGUE.spec(device))),
                StudyProgress.NONE);
    assertThat(found.findings())
        .filteredOn(f -> f.rule().equals("matrix-products"))
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.gain().mean()).isBetween(low, high);
              assertThat(f.words().change()).startsWith(change);
              assertThat(f.words().simulated()).isEqualTo(simulated);
            });
  }

  /** What the advice for a step of a product of matrices says is what the next step does. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "product_plain, 2, a100, bank-conflicts, Pad each row of the array by one word",
    "product_plain, 3, a100, matrix-products, Use m16n8k16_f32_f16_f16",
    "product_plain, 3, mi300x, matrix-products, Use f32_32x32x8f16",
    "product_steps, 1, rtx4090, tile-copies, Copy asynchronously",
    "product_steps, 2, a100, bank-conflicts, Pad each row of the tile by 16 bytes",
    "product_steps, 4, a100, tile-copies, Start the copies of a later round",
    "product_permuted, 1, a100, idle-matrix-unit, Let each factor that is loaded serve",
  })
  void theAdviceForAStepNamesTheNextOne(
      String workload, String step, String device, String rule, String change) {
    boolean full = workload.equals("product_permuted"); // several work-groups a unit
    Recommendations found =
        advisor(Advisor.rules(), Optional.empty(), 1)
            .advise(
                Path.of("../validation/workloads/" + workload + ".yaml"),
                workload.equals("product_plain")
                    ? Map.of("step", step, "n", "64")
                    : Map.of("step", step, "m", "128", "n", "128", "k", full ? "256" : "128"),
                List.of(
                    new Side(
                        device,
                        CATALOGUE.spec(device).with(Map.of("unit.count", full ? "1" : "8")))),
                StudyProgress.NONE);
    assertThat(found.findings())
        .filteredOn(f -> f.rule().equals(rule))
        .anySatisfy(f -> assertThat(f.words().change()).startsWith(change));
  }

  @Test
  void parametersThatAreWrongForTheWorkloadCostNoOtherFinding() {
    Recommendations found =
        transpose(
            advisor(
                List.of(
                    rule("other", 1, Remedy.parameters(Map.of("n", "0"))),
                    rule("faster", 2, clock("*2"))),
                Optional.empty(),
                1));
    assertThat(found.findings().stream().map(Advice::rule)).contains("faster");
    assertThat(found.notes())
        .singleElement()
        .asString()
        .startsWith("hd5870: no gain of other is known: ")
        .contains("transpose.yaml");
  }

  @Test
  void aGainIsTheOldTimeByTheTimeOfTheSimulatedVariant() {
    Recommendations found =
        transpose(
            advisor(List.of(rule("all", 1, Remedy.ideal(Ideal.values()))), Optional.empty(), 1));
    Advice all = found.findings().get(0);
    assertThat(all.words().simulated()).contains("ideal=").contains("conflicts");
    assertThat(all.gain().mean()).isGreaterThan(1.1);
  }

  @Test
  void gainsAreOfTheKernelsOwnTimeWhereMostOfTheTimePassesOutsideOfThem() {
    List<AdviceRule> rules = List.of(rule("all", 1, Remedy.ideal(Ideal.values())));
    Advice alone = transpose(advisor(rules, Optional.empty(), 1)).findings().get(0);
    Recommendations whole = transpose(advisor(rules, Optional.empty(), 1, false));
    assertThat(whole.findings().stream().map(Advice::rule))
        .as("hd5870 takes 118 µs to launch")
        .containsExactly(NothingCheap.RULE, "all");
    assertThat(whole.findings().get(0).words().finding()).contains("outside of kernels");
    Advice same = whole.findings().get(1);
    assertThat(same.gain()).isEqualTo(alone.gain());
    assertThat(same.words().finding()).endsWith("The gain is of the kernels' own time.");
    assertThat(same.evidence()).containsKey("kernels_share_of_time");
    assertThat(alone.evidence()).doesNotContainKey("kernels_share_of_time");
  }

  @Test
  void whatIsKnownIsTheAnswerWhenTimeIsUp() {
    Recommendations found =
        transpose(
            advisor(
                List.of(
                    rule("known", 1),
                    rule("first", 2, Remedy.ideal(Ideal.LANES)),
                    rule("second", 3, Remedy.ideal(Ideal.CACHES))),
                Optional.of(Duration.ofNanos(1)),
                1));
    assertThat(found.state()).isEqualTo(Recommendations.State.PARTIAL);
    assertThat(found.findings().stream().map(Advice::rule)).contains("known");
  }

  @Test
  void aWorkloadThatDoesNotExistIsAnInputError() {
    Advisor advisor = advisor(Advisor.rules(), Optional.empty(), 1);
    Assertions.assertThatThrownBy(
            () ->
                advisor.advise(
                    Path.of("none.yaml"),
                    Map.of(),
                    List.of(new Side("hd5870", CATALOGUE.spec("hd5870"))),
                    StudyProgress.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none.yaml");
    assertThat(advisor.standing()).isEmpty();
  }

  @Test
  void aRuleOfAModuleThatWasCompiledApartIsFoundAndAsked(@TempDir Path folder) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/com/example/rule"));
    Path module = folder.resolve("src/module-info.java");
    Path rule = sources.resolve("Slow.java");
    Files.writeString(
        module,
        "module com.example.rule { requires io.lockstep.advise;"
            + " provides io.lockstep.advise.AdviceRule with com.example.rule.Slow; }");
    Files.writeString(
        rule,
        """
        package com.example.rule;
        import io.lockstep.advise.*;
        import java.util.*;
        public final class Slow implements AdviceRule {
          public String name() { return "plugged-in"; }
          public List<Proposal> proposals(Evidence evidence) {
            return List.of(new Proposal(new Place(Evidence.name(evidence.kernels().get(0)), 0),
                "Slow.", "Be fast.", new TreeMap<>(), List.of(), 1));
          }
        }
        """);
    Path classes = folder.resolve("classes");
    int code =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-d",
                classes.toString(),
                "-p",
                System.getProperty("jdk.module.path"),
                module.toString(),
                rule.toString());
    assertThat(code).isZero();
    ModuleLayer own = Advisor.class.getModule().getLayer();
    ModuleLayer layer =
        own.defineModulesWithOneLoader(
            own.configuration()
                .resolve(ModuleFinder.of(classes), ModuleFinder.of(), List.of("com.example.rule")),
            Advisor.class.getClassLoader());
    List<AdviceRule> rules =
        ServiceLoader.load(layer, AdviceRule.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(r -> r.name().equals("plugged-in"))
            .toList();
    Recommendations found = transpose(advisor(rules, Optional.empty(), 1));
    assertThat(found.findings().stream().map(Advice::rule)).contains("plugged-in");
  }
}
