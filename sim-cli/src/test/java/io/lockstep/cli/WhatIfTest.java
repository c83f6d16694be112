// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code lockstep whatif}. */
@Tag("slow")
class WhatIfTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Cli whatIf(String workload, String device, String... more) {
    List<String> words = new ArrayList<>(List.of("whatif", workload, "-d", device));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static JsonNode changes(Cli cli) throws IOException {
    return cli.json().get("changes");
  }

  @Test
  @DisplayName("each value is a row, with the factor that compare's times have, paired by phase")
  void eachValueIsARowWithItsFactor() throws IOException {
    String reduce = Cli.workload("reduce");
    Cli cli = whatIf(reduce, "hd5870", "unit.count=4,40", "clock.compute=*0.5", "-f", "json");
    JsonNode changes = changes(cli);
    assertThat(changes).hasSize(3);
    JsonNode base = JSON.readTree(cli.out()).get("devices").get(0).get("picoseconds");
    assertThat(base).hasSize(4);
    double sum = 0;
    for (int k = 0; k < 4; k++) {
      Cli run =
          Cli.run(
              "run",
              reduce,
              "-d",
              "hd5870",
              "--set",
              "clock.compute=*0.5",
              "--first-phase",
              "" + k,
              "-f",
              "json");
      JsonNode result = JSON.readTree(run.out()).get("results").get(0);
      double picos = result.get("seconds").asDouble() * 1e12;
      assertThat(changes.get(2).get("picoseconds").get(k).asDouble()).isCloseTo(picos, within(1.0));
      sum += StrictMath.log(picos / base.get(k).asDouble());
    }
    assertThat(changes.get(2).get("value").asText()).isEqualTo("*0.5");
    assertThat(changes.get(2).get("factor").asDouble())
        .isCloseTo(StrictMath.exp(sum / 4), within(1e-6));
    assertThat(changes.get(2).get("error").asDouble()).isNotNegative();
  }

  @Test
  @DisplayName("factors of sampled times have errors that cover the exact factors")
  void sampledFactorsHaveErrorsThatCoverTheExactOnes() throws IOException {
    String matmul = Shell.REPOSITORY.resolve("validation/sampling/matmul.yaml").toString();
    String[] words = {"-p", "groups=2560", "unit.count=1", "--phases", "1", "-f", "json"};
    double exact = changes(whatIf(matmul, "hd5450", words)).get(0).get("factor").asDouble();
    List<String> more = new ArrayList<>(List.of(words));
    more.addAll(List.of("--sample", "error=5%"));
    Cli cli = whatIf(matmul, "hd5450", more.toArray(String[]::new));
    JsonNode sampled = changes(cli).get(0);
    double error = sampled.get("error").asDouble();
    assertThat(error).isBetween(0.01, 0.1);
    assertThat(StrictMath.log(sampled.get("factor").asDouble() / exact))
        .isCloseTo(0, within(error));
    assertThat(JSON.readTree(cli.out()).get("notes").get(0).asText())
        .startsWith("hd5450: sampled: ");
  }

  @Test
  @DisplayName("a change that matters has its reason by the rules of explain; another has none")
  void aChangeThatMattersHasItsReason() throws IOException {
    JsonNode changes =
        changes(
            whatIf(
                Cli.workload("mandelbrot"),
                "hd5870",
                "clock.compute=425MHz",
                "unit.count=8",
                "stack.entries=256",
                "--timing",
                "kernels",
                "-f",
                "json"));
    assertThat(changes.get(0).get("factor").asDouble()).isCloseTo(2, within(0.1));
    assertThat(changes.get(0).get("sentence").asText())
        .startsWith("clock.compute=425MHz: ")
        .contains("at 425 MHz instead of 850 MHz");
    assertThat(changes.get(1).get("sentence").asText())
        .contains("as 8 units instead of 20: of the 64 work-groups");
    assertThat(changes.get(2).get("sentence").isNull()).isTrue();
    assertThat(changes.get(2).get("factor").asDouble()).isEqualTo(1);
  }

  @Test
  @DisplayName("at a single phase a change that matters has its reason too")
  void aChangeAtASinglePhaseHasItsReason() throws IOException {
    JsonNode changes =
        changes(
            whatIf(
                Cli.workload("matmul"),
                "hd5870",
                "unit.count=8",
                "--timing",
                "kernels",
                "--phases",
                "1",
                "-f",
                "json"));
    assertThat(changes.get(0).get("sentence").asText())
        .contains("as 8 units instead of 20: of the 16 work-groups");
  }

  @Test
  @DisplayName("a refused value is a row with its message, and the others go on")
  void aRefusedValueIsARowAndTheOthersGoOn() throws IOException {
    JsonNode changes =
        changes(
            whatIf(
                Cli.workload("reduce"),
                "hd5870",
                "l1.size=1B,16KiB,none",
                "--phases",
                "1",
                "-f",
                "json"));
    assertThat(changes).hasSize(3);
    assertThat(changes.get(0).get("factor").isNull()).isTrue();
    assertThat(changes.get(0).get("problem").asText()).contains("l1.size");
    assertThat(changes.get(1).get("problem").isNull()).isTrue();
    assertThat(changes.get(1).get("factor").asDouble()).isPositive();
    assertThat(changes.get(1).get("error").isNull()).isTrue();
    assertThat(changes.get(2).get("problem").asText()).contains("none");
    Cli all = whatIf(Cli.workload("reduce"), "hd5870", "l1.size=1B", "--phases", "1");
    assertThat(all.code()).as(all.all()).isEqualTo(5);
    assertThat(all.out()).containsPattern("l1.size=1B +none").contains("nearest legal: 1024B");
  }

  @Test
  @DisplayName("several devices have each their rows; one that lacks the figure says so")
  void severalDevicesHaveEachTheirRows() throws IOException {
    JsonNode changes =
        changes(
            whatIf(
                Cli.workload("reduce"),
                "mi300a,mi100",
                "mall.bandwidth=*0.5",
                "mall.latency=*2",
                "--phases",
                "1",
                "-f",
                "json"));
    assertThat(changes).hasSize(4);
    assertThat(changes.get(0).get("device").asText()).isEqualTo("mi300a");
    assertThat(changes.get(0).get("factor").asDouble()).isPositive();
    assertThat(changes.get(3).get("device").asText()).isEqualTo("mi100");
    assertThat(changes.get(3).get("problem").asText()).contains("mall.latency");
  }

  @Test
  @DisplayName("a figure that nobody knows, and a word that is not a setting, are told in one line")
  void badInputIsToldInOneLine() {
    Cli slip = whatIf(Cli.workload("reduce"), "hd5870", "l1.siez=16KiB");
    assertThat(slip.code()).isEqualTo(3);
    assertThat(slip.err()).contains("did you mean 'l1.size'?");
    assertThat(slip.err().lines()).hasSize(1);
    Cli word = whatIf(Cli.workload("reduce"), "hd5870", "l1.size");
    assertThat(word.code()).isEqualTo(2);
    assertThat(word.err()).contains("expected PARAMETER=VALUE");
  }

  @Test
  @DisplayName("the same bytes whatever the threads, in each format")
  void theSameBytesWhateverTheThreads() {
    for (String format : List.of("json", "csv", "table")) {
      List<String> texts = new ArrayList<>();
      for (String threads : List.of("1", "3")) {
        texts.add(
            whatIf(
                    Cli.workload("reduce"),
                    "gtx280",
                    "unit.count=15",
                    "dram.clock=*0.5",
                    "--phases",
                    "2",
                    "--threads",
                    threads,
                    "-f",
                    format)
                .out());
      }
      assertThat(texts.get(1)).isEqualTo(texts.get(0)).contains("unit.count");
    }
  }
}
