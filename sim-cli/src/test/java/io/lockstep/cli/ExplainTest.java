// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.table.ExplanationTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code lockstep explain}. */
@Tag("slow")
class ExplainTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double ROUNDING = 1e-6;
  private static final Map<List<String>, Cli> EXPLAINED = new HashMap<>();

  private static Cli explain(String workload, String from, String to, String... more) {
    List<String> words = new ArrayList<>(List.of("explain", workload, "--from", from));
    if (!to.isEmpty()) {
      words.addAll(List.of("--to", to));
    }
    words.addAll(List.of(more));
    return EXPLAINED.computeIfAbsent(words, all -> Cli.run(all.toArray(String[]::new)));
  }

  private static Map<String, Double> factors(JsonNode document, String field) {
    Map<String, Double> factors = new TreeMap<>();
    document
        .get("reasons")
        .forEach(r -> factors.put(r.get("name").asText(), r.get(field).asDouble()));
    return factors;
  }

  private static double product(Map<String, Double> factors) {
    return factors.values().stream().reduce(1.0, (a, b) -> a * b);
  }

  @Test
  @DisplayName("the factors multiply to the ratio that compare shows, between two families too")
  void theFactorsMultiplyToTheRatio() throws IOException {
    String transpose = Cli.example("transpose");
    JsonNode why = explain(transpose, "hd5870", "hd6970", "-f", "json", "--phases", "2").json();
    Cli compare = Cli.run("compare", transpose, "-d", "hd5870,hd6970", "-f", "json");
    JsonNode results = JSON.readTree(compare.out()).get("results");
    double ratio =
        results.get(1).get("seconds").asDouble() / results.get(0).get("seconds").asDouble();
    assertThat(why.get("ratio").asDouble()).isCloseTo(ratio, within(ROUNDING));
    assertThat(product(factors(why, "factor"))).isCloseTo(ratio, within(ROUNDING));
    assertThat(factors(why, "factor").keySet())
        .containsExactlyInAnyOrder(
            "code",
            "clock",
            "units",
            "dispatch",
            "DRAM bandwidth",
            "host",
            "launch-phase residual");
  }

  @Test
  @DisplayName("from the other side each factor is the reciprocal, and first is last")
  void fromTheOtherSideEachFactorIsTheReciprocal() {
    JsonNode there =
        explain(Cli.example("transpose"), "hd5870", "hd6970", "-f", "json", "--phases", "2").json();
    JsonNode back =
        explain(Cli.example("transpose"), "hd6970", "hd5870", "-f", "json", "--phases", "2").json();
    Map<String, Double> backs = factors(back, "factor");
    factors(there, "factor")
        .forEach((name, f) -> assertThat(f * backs.get(name)).isCloseTo(1, within(ROUNDING)));
    Map<String, Double> lasts = factors(back, "last");
    factors(there, "first")
        .forEach((name, f) -> assertThat(f * lasts.get(name)).isCloseTo(1, within(ROUNDING)));
  }

  @Test
  @DisplayName("the same bytes whatever the threads, and in every run")
  void theSameBytesWhateverTheThreads() {
    List<String> texts = new ArrayList<>();
    for (String threads : List.of("1", "3")) {
      texts.add(
          explain(
                  Cli.example("vecadd"),
                  "8800gts",
                  "9800gtx",
                  "-p",
                  "n=4096",
                  "-f",
                  "json",
                  "--threads",
                  threads,
                  "--phases",
                  "1")
              .out());
    }
    assertThat(texts.get(1)).isEqualTo(texts.get(0)).contains("\"reasons\"");
  }

  @Test
  @DisplayName("a device that differs in one group: that factor is the ratio, there is no other")
  void aDeviceThatDiffersInOneGroup() {
    for (String set :
        List.of(
            "unit.count=10",
            "clock.compute=600MHz",
            "dram.clock=700MHz",
            "l2.size=128KiB",
            "registers.per_lane=128",
            "issue.latency=16cycles")) {
      JsonNode why =
          explain(
                  Cli.example("transpose"),
                  "hd5870",
                  "",
                  "--set",
                  set,
                  "-f",
                  "json",
                  "--phases",
                  "1")
              .json();
      assertThat(why.get("reasons")).as(set).hasSize(2);
      assertThat(why.get("reasons").get(0).get("factor")).isEqualTo(why.get("ratio"));
      assertThat(why.get("reasons").get(1).get("name").asText()).isEqualTo("launch-phase residual");
      assertThat(why.get("reasons").get(1).get("factor").asDouble()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("each specification in the document is had again by run, --set and --first-phase")
  void eachSpecificationIsHadAgainByRun() throws IOException {
    for (String to : List.of("hd6970", "hd4870")) {
      JsonNode why =
          explain(
                  Cli.example("vecadd"),
                  "hd5870",
                  to,
                  "-p",
                  "n=4096",
                  "-f",
                  "json",
                  "--phases",
                  "2")
              .json();
      int at = 0;
      for (JsonNode spec : why.get("specifications")) {
        if (at++ % 9 != 2) {
          continue; // some of them
        }
        List<String> words =
            new ArrayList<>(
                List.of(
                    "run",
                    Cli.example("vecadd"),
                    "-p",
                    "n=4096",
                    "-f",
                    "json",
                    "--first-phase",
                    "1"));
        words.addAll(List.of("-d", spec.get("device").asText()));
        spec.get("set")
            .properties()
            .forEach(e -> words.addAll(List.of("--set", e.getKey() + "=" + e.getValue().asText())));
        JsonNode run =
            JSON.readTree(Cli.run(words.toArray(String[]::new)).out()).get("results").get(0);
        assertThat(run.get("device_sha256"))
            .as(words.toString())
            .isEqualTo(spec.get("device_sha256"));
        assertThat(run.get("statistics").get("time.kernels").asLong())
            .isEqualTo(spec.get("kernel_picoseconds").get(1).asLong());
      }
      assertThat(at).isGreaterThan(10);
    }
  }

  @Test
  @DisplayName("the host's part, worked out from kernels' times, is what simulating it gives")
  void theHostsPart() {
    JsonNode why =
        explain(
                Cli.example("transpose"),
                "hd5870",
                "",
                "--set",
                "host.launch=236us",
                "-f",
                "json",
                "--phases",
                "1")
            .json();
    assertThat(factors(why, "factor").keySet()).containsExactly("host", "launch-phase residual");
    assertThat(product(factors(why, "factor")))
        .isCloseTo(why.get("ratio").asDouble(), within(ROUNDING));
    double more = why.get("to_seconds").asDouble() - why.get("from_seconds").asDouble();
    assertThat(more).isCloseTo(118e-6, within(2e-6));
    assertThat(why.get("reasons").get(0).get("sentence").asText())
        .contains("a launch takes 236 us instead of 118 us");
  }

  @Test
  @DisplayName("the host's part of a program of several launches is simulated")
  void theHostsPartOfSeveralLaunches() {
    JsonNode why =
        explain(
                Cli.example("life"),
                "hd5870",
                "",
                "--set",
                "host.back_to_back=16us",
                "--set",
                "clock.compute=600MHz",
                "-f",
                "json",
                "--phases",
                "1")
            .json();
    assertThat(factors(why, "factor").keySet())
        .containsExactlyInAnyOrder("host", "clock", "launch-phase residual");
    assertThat(why.get("specifications")).hasSize(4);
    assertThat(product(factors(why, "factor")))
        .isCloseTo(why.get("ratio").asDouble(), within(ROUNDING));
  }

  @Test
  @DisplayName(
      "hd5870 to hd6970 on matmul: code costs a tenth by registers, and nobody says bundles")
  void whyMatmul() {
    Cli cli =
        explain(
            Cli.example("matmul"),
            "hd5870",
            "hd6970",
            "-p",
            "n=256",
            "--timing",
            "kernels",
            "--phases",
            "1");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("24 units instead of 20").doesNotContain("bundles", "registers");
  }

  @Test
  @DisplayName("a device that refuses the workload: code 5, and the device's own reason")
  void aDeviceThatRefuses() {
    Cli cli = explain(Cli.example("matmul"), "hd5870", "hd4870");
    assertThat(cli.code()).isEqualTo(5);
    assertThat(cli.err()).startsWith("lockstep: -d hd4870 refuses it: kernel 'matmul'");
    assertThat(cli.err().lines()).hasSize(1);
  }

  @Test
  @DisplayName(
      "time that does not do: code 1, how many simulations were done, nothing half printed")
  void timeThatDoesNotDo() {
    Cli cli = explain(Cli.example("vecadd"), "hd5870", "hd6970", "--time-limit", "1ms");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).contains("time limit");
  }

  @Test
  @DisplayName("what cannot be asked for is a usage error, what is written wrongly bad input")
  void wrongWords() {
    Map<List<String>, Integer> cases = new HashMap<>();
    cases.put(List.of("--from", "hd5870"), 2);
    cases.put(List.of("--from", "hd5870", "--to", "hd6970", "--phases", "0"), 2);
    cases.put(List.of("--to", "hd5870"), 2);
    cases.put(List.of("-d", "hd5870"), 2);
    cases.put(List.of("-d", "hd5870,hd6970,gtx280"), 2);
    cases.put(List.of("-d", "hd5870", "--to", "hd6970"), 2);
    cases.put(List.of("-d", "hd5870", "--against", "m=1"), 3);
    cases.put(List.of("none.yaml", "-d", "hd5870"), 3);
    cases.put(List.of("--from", "hd5870", "--to", "hd6971"), 3);
    cases.put(List.of("--from", "hd5870", "--set", "l1.sise=1KiB"), 3);
    cases.forEach(
        (words, code) -> {
          List<String> all = new ArrayList<>(List.of("explain", Cli.example("vecadd")));
          all.addAll(words);
          Cli cli = Cli.run(all.toArray(String[]::new));
          assertThat(cli.code()).as(words + cli.all()).isEqualTo(code);
        });
  }

  @Test
  @DisplayName("csv has a line for each factor")
  void csvHasALineForEachFactor() {
    Cli cli = explain(Cli.example("vecadd"), "mi210", "mi250x", "-f", "csv", "--phases", "1");
    assertThat(cli.out()).startsWith("name,factor,error,first,last,sentence,kind,from,to\nunits,");
    assertThat(cli.out().lines()).hasSize(3);
    assertThat(cli.out().lines().toList().get(1).split(",")[2])
        .as("one phase says nothing of errors")
        .isEmpty();
  }

  @Test
  @DisplayName("a bar goes to the left where it is faster, to the right where it is slower")
  void aBarGoesToTheLeftWhereItIsFasterToTheRightWhere() {
    assertThat(ExplanationTable.bar(-0.1, 0.1)).isEqualTo("████████████│            ");
    assertThat(ExplanationTable.bar(0.05, 0.1)).isEqualTo("            │██████      ");
    assertThat(ExplanationTable.bar(0, 0.1)).isEqualTo("            │            ");
  }

  @Test
  @DisplayName("two kernels show lines of both, with their shares of their own kernel's work")
  void twoKernelsShowLinesOfBoth() {
    String[] words = {"explain", Cli.example("md5"), Cli.example("md5_il"), "-d", "hd5870"};
    JsonNode moved =
        Cli.run(
                Stream.of(words, new String[] {"-f", "json"})
                    .flatMap(Stream::of)
                    .toArray(String[]::new))
            .json()
            .get("moved");
    for (String side : List.of("from", "to")) {
      assertThat(moved.findValuesAsText(side)).as(side).anyMatch(at -> at.startsWith("md5"));
      double shares = 0;
      for (JsonNode row : moved) {
        shares += row.get(side + "_share").asDouble();
      }
      assertThat(shares).as(side).isCloseTo(1, within(ROUNDING));
    }
    assertThat(Cli.run(words).out())
        .contains("md5.cl:60")
        .containsPattern("md5\\.il:\\d+ ")
        .contains("other lines");
  }
}
