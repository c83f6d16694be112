// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ideal accesses of source lines, {@code run --ideal KIND:LINE}, on every family. */
@Tag("slow")
class AccessChangesTest {
  private static final String DEVICES = "8800gtx,gtx280,hd5870,hd6970,mi300a";

  private static String pair(String name) {
    Path root = Path.of("").toAbsolutePath().getParent();
    return root.resolve("validation/advice/dev/" + name + ".yaml").toString();
  }

  /** Time without the change by the time with it, by device. */
  private static Map<String, Double> gains(String workload, String parameter, String change) {
    Map<String, Double> gains = new TreeMap<>();
    Map<String, Long> plain = new TreeMap<>();
    for (JsonNode result :
        Cli.results(
            "sweep", workload, "-p", parameter, "-d", DEVICES, "--set", "ideal=none," + change)) {
      assertThat(result.get("status").asText()).as(result.toString()).isEqualTo("ok");
      assertThat(result.get("verified").asBoolean(true)).isTrue();
      long time = result.get("statistics").get("time.kernels").asLong();
      String device = result.get("device").asText();
      if (result.get("overrides").has("ideal")) {
        gains.put(device, (double) plain.get(device) / time);
      } else {
        plain.put(device, time);
      }
    }
    assertThat(gains).hasSize(5);
    return gains;
  }

  @ParameterizedTest
  @CsvSource({
    "transpose_slow, n=128, coalescing:transpose.cl:4, 2, hd5870",
    "structs_slow, n=4096, coalescing:structs_slow:6, 1.5, hd5870",
    "uniform_slow, n=1024, line:6, 2, hd5870",
    "matmul_slow, n=32, local:5, 1.2, mi300a"
  })
  void aChangedLineIsFasterOnEveryFamily(
      String workload, String parameter, String change, double least, String most) {
    Map<String, Double> gains = gains(pair(workload), parameter, change);
    assertThat(gains.get(most)).as("%s", gains).isGreaterThan(least);
    assertThat(gains.values()).as("%s", gains).allMatch(g -> g > 0.85);
  }

  @Test
  void aChangedProgramTakesTheSameTimeWhateverTheThreads() {
    List<List<String>> fingerprints = new ArrayList<>();
    for (String threads : List.of("1", "2")) {
      fingerprints.add(
          Cli.results(
                  "compare",
                  pair("matmul_slow"),
                  "-p",
                  "n=16",
                  "-d",
                  DEVICES,
                  "--ideal",
                  "local:5,coalescing:6,caches",
                  "--threads",
                  threads)
              .stream()
              .map(r -> r.get("fingerprint").asText() + r.get("cycles"))
              .toList());
    }
    assertThat(fingerprints.get(1)).isEqualTo(fingerprints.get(0));
  }

  @Test
  void privatisedAtomicsNeedAtomicsOfLocalMemory() {
    List<JsonNode> results =
        Cli.results(
            "compare",
            pair("histogram_slow"),
            "-p",
            "n=2048",
            "-d",
            "gtx280,hd5870",
            "--ideal",
            "local:4");
    assertThat(results).allMatch(r -> r.get("status").asText().equals("ok"));
    assertThat(results.get(0).get("statistics").get("lds.cycles").asLong()).isPositive();
    Cli refused = Cli.run("run", pair("histogram_slow"), "-d", "9800gtx", "--ideal", "local:4");
    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.all()).contains("in local memory, which the device lacks");
  }

  @Test
  void aDeviceThatRefusesTheRecordedProgramRefusesTheChangedOne() {
    String copy = Path.of("src/test/resources/workloads/il_copy.yaml").toAbsolutePath().toString();
    Cli cli = Cli.run("run", copy, "-d", "mi300a", "--ideal", "line:12");
    assertThat(cli.code()).isEqualTo(5);
    assertThat(cli.all()).contains("texture fetches, which the device lacks");
  }

  @Test
  void aTraceIsChangedByTheLinesOfItsSource(@TempDir Path folder) {
    Path trace = folder.resolve("transpose.lkt");
    assertThat(
            Cli.run("record", pair("transpose_slow"), "-p", "n=64", "-o", trace.toString()).code())
        .isZero();
    JsonNode ofTrace =
        Cli.results(
                "run", trace.toString(), "-d", "hd5870", "--ideal", "coalescing:transpose.ptx:50")
            .get(0);
    assertThat(ofTrace.get("overrides").get("ideal").asText())
        .isEqualTo("coalescing:transpose.ptx:50");
  }

  @Test
  void aLineWithoutSuchAnAccessIsBadInput() {
    Cli cli = Cli.run("run", pair("matmul_slow"), "-d", "hd5870", "--ideal", "local:4");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.all()).contains("ideal local:4: no load or atomic of global memory on line 4");
    assertThat(cli.all()).contains("lines with one: 5");
  }

  @Test
  void commandsThatSimulateNoProgramRefuseChangedLines() {
    Cli cli = Cli.run("occupancy", "-d", "hd5870", "--ideal", "lanes,local:4");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.all())
        .contains("--ideal=local:4 changes the memory accesses of a recorded program");
  }
}
