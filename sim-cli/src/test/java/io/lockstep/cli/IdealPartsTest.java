// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.spi.spec.Ideal;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts that are ideal, {@code run --ideal}, by kernels that one part alone holds up. */
@Tag("slow")
class IdealPartsTest {
  private static final String ALL =
      Arrays.stream(Ideal.values()).map(Ideal::key).collect(Collectors.joining(","));

  /** One of each model: TeraScale, CDNA with groups for all its SIMDs, Tesla. */
  private static final String DEVICES = "hd5870,mi100,8800gtx";

  private static String kernel(String name) {
    try {
      return Path.of(IdealPartsTest.class.getResource("/ideal/" + name + ".yaml").toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long time(JsonNode result) {
    return result.get("statistics").get("time.kernels").asLong();
  }

  /** Time with one part ideal by the time with none, by device. */
  private static Map<String, Double> sped(String ideal, String workload, String... more) {
    List<String> words = new ArrayList<>(List.of("sweep", workload, "-d", DEVICES));
    words.addAll(List.of("--set", "ideal=none," + ideal));
    words.addAll(List.of(more));
    Map<String, Double> quotients = new TreeMap<>();
    Map<String, Long> plain = new TreeMap<>();
    for (JsonNode result : Cli.results(words.toArray(String[]::new))) {
      String device = result.get("device").asText();
      if (result.get("overrides").has("ideal")) {
        quotients.put(device, (double) time(result) / plain.get(device));
      } else {
        plain.put(device, time(result));
      }
    }
    assertThat(quotients).hasSize(3);
    return quotients;
  }

  @ParameterizedTest(name = "{0} speeds up {1}")
  @CsvSource({
    "dram.bandwidth, vecadd, dram.bandwidth=*0.25, 0.9",
    "memory.latency, chase, , 0.9",
    "caches, spmv, , 0.75",
    "conflicts, banks, unit.count=8, 0.75",
    "lanes, work, mask=31, 0.85",
    "dependency, barloop, , 0.85",
    "residency, transpose, lds.size=2KiB, 0.95"
  })
  @DisplayName("a part that holds a kernel up, once ideal, does so no longer")
  void aPartThatHoldsAKernelUp(String ideal, String workload, String parameter, double most) {
    String file =
        switch (workload) {
          case "banks", "work" -> kernel(workload);
          case "chase", "barloop" -> Cli.workload(workload);
          default -> Cli.example(workload);
        };
    String[] more =
        parameter == null
            ? new String[0]
            : parameter.contains(".")
                ? new String[] {"--set", parameter}
                : new String[] {"-p", parameter, "-p", "groups=256", "--set", "unit.count=8"};
    sped(ideal, file, more)
        .forEach((device, factor) -> assertThat(factor).as(device).isLessThan(most));
  }

  @ParameterizedTest(name = "{0} leaves it alone")
  @CsvSource({
    "residency",
    "dram.bandwidth",
    "memory.latency",
    "caches",
    "conflicts",
    "lanes",
    "dependency"
  })
  @DisplayName("a kernel of arithmetic alone, on full lanes, gains nothing by any ideal part")
  void aKernelOfArithmeticGainsNothing(String ideal) {
    // 32 rounds: the one store at the end, which waits for its acknowledgement, is 2 % of the time.
    sped(ideal, kernel("work"), "-p", "groups=256", "-p", "rounds=32", "--set", "unit.count=8")
        .forEach((device, factor) -> assertThat(factor).as(device).isCloseTo(1, within(0.04)));
  }

  @Test
  @DisplayName("lanes that are all active, banks without conflicts: ideal ones change no event")
  void whatIsIdealAlreadyChangesNoEvent() {
    for (String ideal : List.of("lanes", "conflicts")) {
      List<JsonNode> results =
          Cli.results(
              "sweep", Cli.example("vecadd"), "-d", DEVICES, "--set", "ideal=none," + ideal);
      Map<String, Set<JsonNode>> fingerprints = new TreeMap<>();
      results.forEach(
          r ->
              fingerprints
                  .computeIfAbsent(r.get("device").asText(), d -> new HashSet<>())
                  .add(r.get("fingerprint")));
      assertThat(results).hasSize(6);
      assertThat(fingerprints.values()).hasSize(3).allMatch(all -> all.size() == 1);
    }
  }

  @Test
  @DisplayName("with all parts ideal, each of 47 devices takes its work at peak, and hardly more")
  void allDevicesTakeTheirWorkAtPeak() {
    // Code at hand: the fetch of instructions is no part that --ideal knows.
    String code = "instruction_cache.latency?=0cycles";
    // One instruction at a time: GT200's multiplications beside others take no time of the port.
    String single = "issue.dual_multiply?=0cycles";
    String[] words = {
      "compare",
      kernel("work"),
      "-d",
      "all",
      "-p",
      "groups=2280",
      "-p",
      "rounds=1",
      "--set",
      code,
      "--set",
      single
    };
    List<String> ideal = new ArrayList<>(List.of(words));
    ideal.addAll(List.of("--ideal", ALL));
    List<JsonNode> floors = Cli.results(ideal.toArray(String[]::new));
    List<JsonNode> real = Cli.results(words);
    assertThat(floors).hasSize(47);
    for (int i = 0; i < floors.size(); i++) {
      String device = floors.get(i).get("device").asText();
      JsonNode floor = floors.get(i).get("statistics");
      double cycles = floors.get(i).get("cycles").asDouble();
      double work = floor.get("ideal.work_cycles").asDouble();
      // A pipe of 16 lanes takes a warp in two clocks of its port.
      double most = floor.has("issue.selected_alu") ? 2 : 1.5;
      assertThat(cycles / work).as(device).isBetween(1.0, most);
      JsonNode was = real.get(i).get("statistics");
      String port =
          List.of("issue.issued_alu", "issue.issued_valu", "issue.issued_sp", "issue.selected_alu")
              .stream()
              .filter(floor::has)
              .findFirst()
              .orElseThrow();
      assertThat(floor.get(port).asDouble() / was.get(port).asDouble())
          .as(device + ": the same work")
          .isCloseTo(1, within(0.001));
    }
  }

  @Test
  @DisplayName("results say what is ideal, and are kept apart from real ones by the device's hash")
  void resultsSayWhatIsIdeal() {
    JsonNode real = Cli.results("run", Cli.example("vecadd"), "-d", "hd5870").get(0);
    JsonNode ideal =
        Cli.results("run", Cli.example("vecadd"), "-d", "hd5870", "--ideal", "lanes,dram.bandwidth")
            .get(0);
    assertThat(ideal.get("overrides").get("ideal").asText()).isEqualTo("dram.bandwidth+lanes");
    assertThat(ideal.get("device_sha256")).isNotEqualTo(real.get("device_sha256"));
    assertThat(real.get("statistics").has("ideal.work_cycles")).isFalse();
    JsonNode set =
        Cli.results(
                "run", Cli.example("vecadd"), "-d", "hd5870", "--set", "ideal=dram.bandwidth+lanes")
            .get(0);
    assertThat(set).isEqualTo(ideal);
    Cli table = Cli.run("run", Cli.example("vecadd"), "-d", "hd5870", "--ideal", "lanes");
    assertThat(table.out()).contains("--set ideal=lanes").contains("the time of no real device");
  }

  @Test
  @DisplayName("a part that nobody knows is bad input, with the nearest name")
  void aPartThatNobodyKnows() {
    Cli cli = Cli.run("run", Cli.example("vecadd"), "-d", "hd5870", "--ideal", "dram.bandwith");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.err())
        .isEqualTo(
            "lockstep: --set ideal: 'dram.bandwith' is nothing that can be ideal; did you mean"
                + " 'dram.bandwidth'?\n");
  }
}
