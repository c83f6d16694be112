package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

  private static String example(String name) {
    Path root = Path.of("").toAbsolutePath().getParent();
    return root.resolve("examples/" + name + ".yaml").toString();
  }

  private static Cli explain(String from, String to, String... more) {
    List<String> words = new ArrayList<>(List.of("explain", example("vecadd"), "-p", "n=4096"));
    words.addAll(List.of("--from", from, "--to", to, "--phases", "2"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static JsonNode json(Cli cli) {
    assertThat(cli.code()).as(cli.all()).isZero();
    try {
      return JSON.readTree(cli.out());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Double> factors(JsonNode document, String field) {
    Map<String, Double> factors = new TreeMap<>();
    document
        .get("reasons")
        .forEach(r -> factors.put(r.get("name").asText(), r.get(field).asDouble()));
    return factors;
  }

  @Test
  @DisplayName("the factors multiply to the ratio that compare shows, and are quotients of costs")
  void theFactorsMultiplyToTheRatio() throws IOException {
    JsonNode why = json(explain("gtx280", "mi300a", "-f", "json"));
    Cli compare =
        Cli.run("compare", example("vecadd"), "-p", "n=4096", "-d", "gtx280,mi300a", "-f", "json");
    JsonNode results = JSON.readTree(compare.out()).get("results");
    double ratio =
        results.get(1).get("seconds").asDouble() / results.get(0).get("seconds").asDouble();
    assertThat(why.get("ratio").asDouble()).isCloseTo(ratio, within(ROUNDING));
    double product =
        factors(why, "factor").values().stream().reduce(1.0, (all, factor) -> all * factor);
    assertThat(product).isCloseTo(why.get("ratio").asDouble(), within(ROUNDING));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < why.get("ladder").size(); i++) {
      JsonNode step = why.get("ladder").get(i);
      names.add(step.get("name").asText());
      double cost = step.get("to").get("cost").asDouble() / step.get("from").get("cost").asDouble();
      assertThat(why.get("reasons").get(i).get("factor").asDouble())
          .isCloseTo(cost, within(1e-4 * cost));
    }
    assertThat(names)
        .containsExactly(
            "residency and dispatch",
            "DRAM bandwidth",
            "memory latency",
            "caches and network",
            "bank conflicts",
            "idle lanes",
            "dependency and control",
            "idle ports",
            "work at peak rate");
  }

  @Test
  @DisplayName("what a device costs does not depend on the other; the way back is the reciprocal")
  void fromTheOtherSideEachFactorIsTheReciprocal() {
    JsonNode there = json(explain("hd5870", "mi300a", "-f", "json"));
    JsonNode back = json(explain("mi300a", "hd5870", "-f", "json"));
    for (String field : List.of("factor", "first", "last")) {
      Map<String, Double> backs = factors(back, field);
      factors(there, field)
          .forEach((name, f) -> assertThat(f * backs.get(name)).isCloseTo(1, within(1e-5)));
    }
    assertThat(there.get("ladder").get(0).get("to"))
        .isEqualTo(back.get("ladder").get(0).get("from"));
  }

  @Test
  @DisplayName("the same bytes whatever the threads")
  void theSameBytesWhateverTheThreads() {
    String one = explain("hd5870", "gtx280", "-f", "json", "--threads", "1").out();
    assertThat(explain("hd5870", "gtx280", "-f", "json", "--threads", "3").out())
        .isEqualTo(one)
        .contains("\"ladder\"");
  }

  @Test
  @DisplayName("each simulation between is had again by run, with --set ideal or --ideal")
  void eachSimulationIsHadAgain() throws IOException {
    JsonNode why = json(explain("gtx280", "mi300a", "-f", "json"));
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
                            example("vecadd"),
                            "-p",
                            "n=4096",
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
    assertThat(at).isEqualTo(40); // two devices, twenty sets that an order can come to
  }

  @Test
  @DisplayName("the table shows what each step costs either device, and says how it is found")
  void theTable() {
    Cli cli = explain("gtx280", "mi300a");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .contains("reason", "gtx280", "mi300a", "factor")
        .containsPattern("memory latency +× \\d")
        .containsPattern("work at peak rate +\\d+\\.\\d\\d µs")
        .contains("- memory latency: mi300a takes")
        .contains("step by step (run --ideal)");
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
