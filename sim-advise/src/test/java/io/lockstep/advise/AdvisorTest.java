// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.advise.rule.RedundantReads;
import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.figures.Side;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.trace.change.Rewrite;
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
    ExperimentOptions options =
        new ExperimentOptions(StudyOptions.defaults(), phases, kernels, limit);
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
