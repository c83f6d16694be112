// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code lockstep explain} between families. */
@Tag("slow")
class LadderTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double ROUNDING = 1e-6;

  private static final Map<List<String>, Cli> EXPLAINED = new HashMap<>();

  private static Cli explain(String from, String to, String... more) {
    List<String> words = new ArrayList<>(List.of("explain", Cli.example("vecadd"), "-p", "n=2048"));
    words.addAll(List.of("--from", from, "--to", to, "--phases", "2"));
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

  @Test
  @DisplayName("the factors multiply to the ratio that compare shows, and so do the costs of steps")
  void theFactorsMultiplyToTheRatio() throws IOException {
    JsonNode why = explain("gtx280", "mi300a", "-f", "json").json();
    Cli compare =
        Cli.run(
            "compare", Cli.example("vecadd"), "-p", "n=2048", "-d", "gtx280,mi300a", "-f", "json");
    JsonNode results = JSON.readTree(compare.out()).get("results");
    double ratio =
        results.get(1).get("seconds").asDouble() / results.get(0).get("seconds").asDouble();
    assertThat(why.get("ratio").asDouble()).isCloseTo(ratio, within(ROUNDING));
    double product =
        factors(why, "factor").values().stream().reduce(1.0, (all, factor) -> all * factor);
    assertThat(product).isCloseTo(why.get("ratio").asDouble(), within(ROUNDING));
    double[] times = {1, 1};
    for (JsonNode step : why.get("ladder")) {
      times[0] *= step.get("from").get("cost").asDouble();
      times[1] *= step.get("to").get("cost").asDouble();
    }
    double residual = factors(why, "factor").get("launch-phase residual");
    double costs = times[1] / times[0] * residual;
    assertThat(costs).isCloseTo(why.get("ratio").asDouble(), within(1e-4 * costs));
  }

  @Test
  @DisplayName("the way back is the reciprocal")
  void fromTheOtherSideEachFactorIsTheReciprocal() {
    JsonNode there = explain("hd5870", "mi300a", "-f", "json").json();
    JsonNode back = explain("mi300a", "hd5870", "-f", "json").json();
    for (String field : List.of("factor", "first", "last")) {
      Map<String, Double> backs = factors(back, field);
      factors(there, field)
          .forEach((name, f) -> assertThat(f * backs.get(name)).isCloseTo(1, within(1e-5)));
    }
  }

  @Test
  @DisplayName("the same bytes whatever the threads")
  void theSameBytesWhateverTheThreads() {
    String one = explain("gtx280", "mi300a", "-f", "json").out();
    assertThat(explain("gtx280", "mi300a", "-f", "json", "--threads", "3").out())
        .isEqualTo(one)
        .contains("\"ladder\"");
  }

  @Test
  @DisplayName("each simulation between is had again by run, with --set ideal or --ideal")
  void eachSimulationIsHadAgain() throws IOException {
    JsonNode why = explain("gtx280", "mi300a", "-f", "json").json();
    int at = 0;
    for (JsonNode spec : why.get("specifications")) {
      if (at++ % 13 != 5) {
        continue; // some of them
      }
      assertThat(spec.get("groups")).isNotEmpty();
      for (String option : List.of("--set=ideal=", "--ideal=")) {
        String ideal = option + spec.get("set").get("ideal").asText();
        JsonNode run =
            JSON.readTree(
                    Cli.run(
                            "run",
                            Cli.example("vecadd"),
                            "-p",
                            "n=2048",
                            "-f",
                            "json",
                            "--first-phase",
                            "1",
                            "-d",
                            spec.get("device").asText(),
                            ideal)
                        .out())
                .get("results")
                .get(0);
        assertThat(run.get("device_sha256")).as(ideal).isEqualTo(spec.get("device_sha256"));
        assertThat(run.get("statistics").get("time.kernels").asLong())
            .isEqualTo(spec.get("kernel_picoseconds").get(1).asLong());
      }
    }
    assertThat(at).isGreaterThan(13);
  }

  @Test
  @DisplayName("the table shows the roof's factors and waits, and says what binds either device")
  void theTableShowsTheRoofsFactorsAndWhatBindsEitherDevice() {
    Cli cli = explain("gtx280", "mi300a");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .contains("reason", "gtx280", "mi300a", "factor")
        .containsPattern("memory latency +× \\d")
        .contains("- mi300a: no resource limits the run")
        .containsPattern("- gtx280: (bound by|no resource limits the run)")
        .contains("(run --ideal)");
  }

  @Test
  @DisplayName("two values of a parameter on one device: no clock, no units, and a product")
  void twoValuesOfAParameterOnOneDevice() {
    JsonNode why =
        Cli.run(
                "explain",
                Cli.example("vecadd"),
                "-d",
                "hd5870",
                "-p",
                "n=2048",
                "--against",
                "n=8192",
                "--phases",
                "1",
                "-f",
                "json")
            .json();
    assertThat(why.get("from_name").asText()).isEqualTo("vecadd n=2048");
    assertThat(why.get("to_parameters").get("n").asInt()).isEqualTo(8192);
    assertThat(factors(why, "factor")).doesNotContainKeys("clock", "units");
    double product =
        factors(why, "factor").values().stream().reduce(1.0, (all, factor) -> all * factor);
    assertThat(product).isCloseTo(why.get("ratio").asDouble(), within(1e-4));
  }

  @Test
  @DisplayName("time for two runs alone: their roofs are printed, code 1, and the reason")
  void timeForTwoRunsAloneIsEnoughForTheirRoofs() {
    Cli cli =
        Cli.run(
            "explain",
            Cli.example("matmul"),
            "-p",
            "n=128",
            "-d",
            "gtx280,mi300a",
            "--time-limit",
            "3s",
            "--precise",
            "--phases",
            "200");
    assertThat(cli.code()).as(cli.all()).isEqualTo(1);
    assertThat(cli.err()).contains("time limit");
    assertThat(cli.out()).contains("clock", "waits", "unfinished: time limit");
  }

  @Test
  @DisplayName("an ideal device is not explained: code 5, one line")
  void anIdealDeviceIsNotExplained() {
    Cli cli = explain("hd5870", "hd5870", "--set", "ideal=lanes");
    assertThat(cli.code()).isEqualTo(5);
    assertThat(cli.err())
        .isEqualTo("lockstep: hd5870 is ideal in lanes; explained are real devices\n");
  }
}
