// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.explain.figures.LegalSteps;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lockstep sensitivity WORKLOAD}. */
@Tag("slow")
class SensitivityTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Catalogue ALL = Catalogue.of(Optional.empty(), List.of());

  @TempDir private Path folder;

  private static Cli sensitivity(String workload, String device, String... more) {
    List<String> words = new ArrayList<>(List.of("sensitivity", workload, "-d", device));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static Map<String, JsonNode> figures(Cli cli) throws IOException {
    Map<String, JsonNode> figures = new TreeMap<>();
    cli.json().get("figures").forEach(f -> figures.put(f.get("figure").asText(), f));
    return figures;
  }

  private static double elasticity(JsonNode figure) {
    return figure.get("elasticity").asDouble();
  }

  /** Arithmetic of 240 groups, which are whole turns of 16, 20 and 24 units, and one store. */
  private String arithmetic() throws IOException {
    StringBuilder body = new StringBuilder();
    body.append(".reg .b32 %r<4>; .reg .b64 %rd<2>;\n ld.param.u64 %rd1, [p0];\n");
    body.append(" mov.u32 %r1, %tid.x;\n mov.u32 %r2, %ctaid.x;\n");
    for (int k = 0; k < 300; k++) {
      body.append(" mad.lo.u32 %r1, %r1, %r2, %r1;\n");
    }
    body.append(" st.global.u32 [%rd1], %r1;\n");
    return new Scratch(folder)
        .workload(
            Scratch.kernel(body.toString()), ", attributes: {k: {races: allow}}", 1, "240", "256");
  }

  @Test
  @DisplayName("work at peak: clock and units have -1, DRAM and caches have no effect")
  void workAtPeakGoesWithClockAndUnits() throws IOException {
    Map<String, JsonNode> figures =
        figures(
            sensitivity(
                arithmetic(),
                "hd5870",
                "--figures",
                "clock.compute,unit.count,dram.clock,dram.tcl,l1.size",
                "-f",
                "json"));
    assertThat(elasticity(figures.get("clock.compute"))).isCloseTo(-1, within(0.02));
    assertThat(elasticity(figures.get("unit.count"))).isCloseTo(-1, within(0.03));
    assertThat(figures.get("clock.compute").get("seen").asBoolean()).isTrue();
    for (String none : List.of("dram.clock", "dram.tcl", "l1.size")) {
      assertThat(figures.get(none).get("seen").asBoolean()).as(none).isFalse();
      assertThat(elasticity(figures.get(none))).as(none).isCloseTo(0, within(0.005));
    }
  }

  @Test
  @DisplayName("a stream that DRAM bounds: its clock has nearly -1, the core's nearly none")
  void aStreamThatDramBoundsGoesWithItsClock() throws IOException {
    Map<String, JsonNode> figures =
        figures(
            sensitivity(
                Path.of("..", "examples", "vecadd.yaml").toString(),
                "hd5870",
                "-p",
                "n=65536",
                "--set",
                "dram.clock=200MHz",
                "--figures",
                "dram.clock,clock.compute",
                "--phases",
                "2",
                "-f",
                "json"));
    assertThat(elasticity(figures.get("dram.clock"))).isCloseTo(-0.95, within(0.1));
    assertThat(elasticity(figures.get("clock.compute"))).isCloseTo(0, within(0.1));
  }

  @Test
  @DisplayName("each factor is that of the times which run with --set and --first-phase has")
  void eachFactorIsThatOfTheTimesWhichRunHas() throws IOException {
    Cli cli =
        sensitivity(
            Cli.workload("reduce"),
            "gtx280",
            "--figures",
            "unit.count",
            "--phases",
            "2",
            "-f",
            "json");
    JsonNode base = JSON.readTree(cli.out()).get("picoseconds");
    JsonNode steps = figures(cli).get("unit.count").get("steps");
    assertThat(steps).hasSize(2);
    for (JsonNode step : steps) {
      JsonNode picos = step.get("picoseconds");
      double sum = 0;
      for (int k = 0; k < picos.size(); k++) {
        Cli run =
            Cli.run(
                "run",
                Cli.workload("reduce"),
                "-d",
                "gtx280",
                "--set",
                "unit.count=" + step.get("value").asText(),
                "--first-phase",
                String.valueOf(k),
                "-f",
                "json");
        JsonNode time =
            JSON.readTree(run.out()).get("results").get(0).get("statistics").get("time.kernels");
        assertThat(picos.get(k).asLong()).isEqualTo(time.asLong());
        sum += StrictMath.log(time.asDouble() / base.get(k).asDouble());
      }
      assertThat(step.get("factor").asDouble())
          .isCloseTo(StrictMath.exp(sum / picos.size()), within(1e-8));
    }
  }

  @Test
  @DisplayName("structural figures have factors and no elasticity; permissions are left out")
  void structuralFiguresHaveFactorsAndNoElasticity() throws IOException {
    Map<String, JsonNode> figures =
        figures(
            sensitivity(
                Cli.workload("reduce"),
                "hd5870",
                "--figures",
                "unit.*,dispatch.*",
                "--phases",
                "1",
                "-f",
                "json"));
    JsonNode width = figures.get("unit.wavefront");
    assertThat(width.get("kind").asText()).isEqualTo("structure");
    assertThat(width.get("elasticity").isNull()).isTrue();
    assertThat(width.get("steps")).hasSize(1);
    assertThat(width.get("steps").get(0).get("value").asText()).isEqualTo("32");
    assertThat(figures.get("dispatch.placement").get("steps").size()).isGreaterThan(1);
    assertThat(figures.keySet())
        .doesNotContain("unit.double", "unit.fma", "unit.group_size", "dispatch.grid_x");
    assertThat(figures.get("unit.isa").get("message").asText()).isNotEmpty();
    assertThat(figures.get("unit.isa").get("seen").asBoolean()).isFalse();
  }

  @Test
  @DisplayName("the same bytes whatever the threads, and from results that were kept")
  void theSameBytesWhateverTheThreads() {
    List<String> texts = new ArrayList<>();
    String kept = folder.resolve("kept").toString();
    for (String threads : List.of("1", "3", "2")) {
      Cli cli =
          sensitivity(
              Cli.workload("reduce"),
              "mi100",
              "--figures",
              "l2.latency,l2.r*,clock.*",
              "--threads",
              threads,
              "--results",
              kept,
              "-f",
              "json");
      assertThat(cli.code()).as(cli.all()).isZero();
      texts.add(cli.out());
    }
    texts.add(
        sensitivity(
                Cli.workload("reduce"),
                "mi100",
                "--figures",
                "l2.latency,l2.r*,clock.*",
                "-f",
                "json")
            .out());
    assertThat(texts).allMatch(texts.get(0)::equals);
  }

  @Test
  @DisplayName("every step of every figure is legal, on its side, and within twice; both are near")
  void everyStepIsLegalAndOnItsSide() {
    for (String device : List.of("hd5870", "gtx280", "mi300a")) {
      DeviceSpec spec = ALL.spec(device);
      int both = 0;
      int numbers = 0;
      for (SpecSchema.Key key : spec.schema().keys()) {
        if (!spec.has(key.path()) || !key.dimension().isNumber() || spec.value(key.path()) == 0) {
          continue;
        }
        LegalSteps steps = new LegalSteps(ALL, spec);
        List<LegalSteps.Legal> legal = steps.of(key);
        long own = spec.value(key.path());
        numbers++;
        both += legal.size() == 2 ? 1 : 0;
        assertThat(legal.size() == 2 || !steps.refusal().isEmpty() || atBound(key, own))
            .as(device + " " + key.path())
            .isTrue();
        for (LegalSteps.Legal one : legal) {
          ALL.device(one.spec());
          assertThat(one.spec().value(key.path())).isEqualTo(one.value()).isNotEqualTo(own);
          assertThat(spec.with(key.path(), one.text()).value(key.path())).isEqualTo(one.value());
          assertThat((double) one.value() / own)
              .as(key.path())
              .isBetween(Math.min(0.5, 1 - 1.0 / own), 2.0);
          if (key.powerOfTwo()) {
            assertThat(one.value() == own * 2 || one.value() * 2 == own).as(key.path()).isTrue();
          }
        }
        if (legal.size() == 2) {
          assertThat(legal.get(0).value()).isLessThan(own);
          assertThat(legal.get(1).value()).isGreaterThan(own);
        }
      }
      assertThat(both).as(device).isGreaterThan(numbers * 3 / 4);
    }
  }

  private static boolean atBound(SpecSchema.Key key, long own) {
    return own <= Math.max(1, key.low()) || own >= key.high() || own * 2 > key.high();
  }

  @Test
  @DisplayName("where a fifth is not legal, the nearest that is: 16 and 24 units of two engines")
  void whereAFifthIsNotLegalTheNearestThatIs() {
    DeviceSpec spec = ALL.spec("hd5870");
    LegalSteps steps = new LegalSteps(ALL, spec);
    assertThat(steps.of(spec.schema().key("unit.count")).stream().map(LegalSteps.Legal::text))
        .containsExactly("16", "24");
    assertThat(steps.of(spec.schema().key("clock.compute")).stream().map(LegalSteps.Legal::text))
        .containsExactly("680MHz", "1020MHz");
    assertThat(steps.of(spec.schema().key("dram.response_latency"))).isEmpty();
    assertThat(steps.refusal()).contains("0ns").contains("no share");
  }

  @Test
  @DisplayName("a pattern without a figure, and too many phases, are usage errors in one line")
  void badInputIsOneLine() {
    Cli none = sensitivity(Cli.workload("reduce"), "hd5870", "--figures", "l9.*");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err()).contains("'l9.*'").contains("lockstep devices hd5870");
    Cli host = sensitivity(Cli.workload("reduce"), "hd5870", "--figures", "host.*");
    assertThat(host.err()).contains("--timing workload");
    assertThat(Cli.run("sensitivity", "-d", "hd5870").code()).isEqualTo(2);
    Cli phases = sensitivity(Cli.workload("reduce"), "hd5870", "--phases", "0");
    assertThat(phases.code()).isEqualTo(2);
  }

  @Test
  @DisplayName("a device that refuses the workload ends with 5, time that does not do with 1")
  void aDeviceThatRefusesAndTimeThatDoesNotDo() {
    Cli refused = sensitivity(Cli.workload("atomics"), "8800gtx");
    assertThat(refused.code()).as(refused.all()).isEqualTo(5);
    assertThat(refused.err().lines()).hasSize(1);
    Cli late = sensitivity(Cli.workload("reduce"), "hd5870", "--time-limit", "1ms");
    assertThat(late.code()).as(late.all()).isEqualTo(1);
  }

  @Test
  @DisplayName("the table lists elasticities, structural figures, and those without effect")
  void theTableListsElasticitiesStructuresAndTheOthers() {
    Cli cli =
        sensitivity(
            Cli.workload("reduce"),
            "hd5870",
            "--figures",
            "clock.*,issue.policy,stack.*",
            "--phases",
            "2");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .contains("clock.compute")
        .contains("680 MHz")
        .contains("structural parameter")
        .contains("issue.policy")
        .containsPattern("no effect seen \\(\\d+\\): .*stack.entries");
  }
}
