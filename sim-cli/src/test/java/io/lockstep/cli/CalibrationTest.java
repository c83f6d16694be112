// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lockstep sensitivity --suite}. */
@Tag("slow")
class CalibrationTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FIGURES =
      "l1.latency,l1.size,l1.ways,l2.latency,l2.ways,clock.*,unit.count,issue.latency";

  @TempDir private Path folder;
  private String suite;

  /** Times of three workloads on the device as it is. */
  @BeforeEach
  void writeSuite() throws IOException {
    suite = suite("hd5870");
  }

  private String suite(String device) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String name : List.of("chase", "reduce", "matmul")) {
      JsonNode run =
          JSON.readTree(Cli.run("run", Cli.workload(name), "-d", device, "-f", "json").out());
      JsonNode result = run.get("results").get(0);
      rows.append("- {id: ").append(name).append(", device: ").append(device);
      rows.append(", workload: '").append(Cli.workload(name)).append("'");
      rows.append(", measure: time.kernels, expected: ");
      rows.append(result.get("statistics").get("time.kernels").asLong()).append("}\n");
    }
    return Files.writeString(folder.resolve(device + ".yaml"), rows).toString();
  }

  private static Cli diagnosis(String suite, String... more) {
    List<String> words =
        new ArrayList<>(List.of("sensitivity", "--suite", suite, "--figures", FIGURES));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  @Test
  @DisplayName("a figure that was made 30 % wrong is ranked first, with the value that it had")
  void aFigureThatWasMadeWrongIsRankedFirst() throws IOException {
    JsonNode found =
        diagnosis(suite, "-d", "hd5870", "--set", "l2.latency=300cycles", "-f", "json").json();
    JsonNode first = found.get("suspects").get(0);
    assertThat(first.get("figure").asText()).as(found.toString()).isEqualTo("l2.latency");
    assertThat(first.get("rank").asInt()).isEqualTo(1);
    assertThat(first.get("value").asText()).isEqualTo("300cycles");
    String implied = first.get("implied").asText().replace("cycles", "");
    assertThat(Double.parseDouble(implied)).isCloseTo(230, within(2.0));
    assertThat(first.get("alike")).isEmpty();
    assertThat(first.get("simulated").asBoolean()).isTrue();
    assertThat(first.get("explained").asDouble()).isGreaterThan(0.99);
    assertThat(found.get("suspects").get(1).get("rank").asInt()).isEqualTo(2);
    double error = found.get("error").asDouble();
    assertThat(error).isGreaterThan(0.02);
    assertThat(first.get("remaining").asDouble()).isLessThan(error / 10);
    assertThat(found.get("no_effect").toString()).contains("l2.ways");
  }

  @Test
  @DisplayName("validate shows the same rows off that the diagnosis explains")
  void validateShowsTheRowsThatTheDiagnosisExplains() throws IOException {
    String spec =
        Files.writeString(
                folder.resolve("wrong.yaml"),
                "device: wrong\nextends: hd5870\nl2: {latency: {value: 300cycles, from: guessed,"
                    + " range: [100cycles, 400cycles]}}\n")
            .toString();
    Cli devices = Cli.run("devices", spec);
    assertThat(devices.code()).as(devices.all()).isZero();
    String moved =
        Files.writeString(
                folder.resolve("moved.yaml"),
                Files.readString(Path.of(suite)).replace("hd5870", "wrong.yaml"))
            .toString();
    JsonNode rows = JSON.readTree(Cli.run("validate", moved, "-f", "json").out()).get("rows");
    JsonNode found = diagnosis(suite, "-d", spec, "-f", "json").json();
    assertThat(found.get("rows")).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(found.get("rows").get(i).get("simulated").asDouble())
          .isCloseTo(rows.get(i).get("simulated").asDouble(), within(1.0));
      double error = -StrictMath.log(1 + rows.get(i).get("error").asDouble());
      assertThat(found.get("rows").get(i).get("error").asDouble()).isCloseTo(error, within(1e-5));
    }
    assertThat(found.get("suspects").get(0).get("figure").asText()).isEqualTo("l2.latency");
  }

  @Test
  @DisplayName("figures that change all rows by as much share a rank, and are told")
  void figuresThatChangeAllRowsByAsMuchShareARank() throws IOException {
    String one =
        Files.writeString(
                folder.resolve("one.yaml"),
                Files.readAllLines(Path.of(suite))
                    .get(0)
                    .replaceAll("expected: .*}", "expected: 400000000}"))
            .toString();
    JsonNode found = diagnosis(one, "-d", "hd5870", "-f", "json").json();
    JsonNode candidates = found.get("suspects");
    int tied = 0;
    for (JsonNode candidate : candidates) {
      if (candidate.get("rank").asInt() == 1) {
        tied++;
      }
    }
    assertThat(tied).as(found.toString()).isGreaterThan(1); // a single row tells nobody apart
    assertThat(candidates.get(0).get("alike")).hasSize(tied - 1);
    Cli table = diagnosis(one, "-d", "hd5870");
    assertThat(table.out()).contains("this suite does not tell it from");
  }

  @Test
  @DisplayName("where all rows are as expected there is nothing to explain, and who would show")
  void whereAllRowsAreAsExpectedThereIsNothingToExplain() throws IOException {
    Cli table = diagnosis(suite, "-d", "hd5870");
    assertThat(table.code()).isZero();
    assertThat(table.out()).contains("Nothing has to be explained");
    JsonNode found = diagnosis(suite, "-d", "hd5870", "-f", "json").json();
    assertThat(found.get("error").asDouble()).isZero();
    double before = Double.MAX_VALUE;
    for (JsonNode candidate : found.get("suspects")) {
      assertThat(candidate.get("response").asDouble()).isLessThanOrEqualTo(before);
      before = candidate.get("response").asDouble();
    }
    assertThat(before).isLessThan(Double.MAX_VALUE);
  }

  @Test
  @DisplayName("the same bytes whatever the threads")
  void theSameBytesWhateverTheThreads() {
    List<String> texts = new ArrayList<>();
    for (String threads : List.of("1", "3")) {
      texts.add(
          diagnosis(
                  suite,
                  "-d",
                  "hd5870",
                  "--set",
                  "unit.count=14",
                  "--threads",
                  threads,
                  "-f",
                  "json")
              .out());
    }
    assertThat(texts.get(1)).isEqualTo(texts.get(0)).contains("\"suspects\"");
  }

  @Test
  @DisplayName("a suite without a value on the device ends with 5, a wrong one with 3")
  void aSuiteWithoutAValueEndsWith5() throws IOException {
    String none =
        Files.writeString(
                folder.resolve("none.yaml"),
                "- {id: a, device: hd5870, workload: '"
                    + Cli.workload("atomics")
                    + "', expected: 1}\n")
            .toString();
    Cli refused = diagnosis(none, "-d", "8800gtx", "--figures", "l2.*,clock.*,unit.*");
    assertThat(refused.code()).as(refused.all()).isIn(2, 5);
    assertThat(diagnosis(folder.resolve("no.yaml").toString(), "-d", "hd5870").code()).isEqualTo(3);
    assertThat(diagnosis(suite, "-d", "hd5870", "-p", "n=1").code()).isEqualTo(2);
  }
}
