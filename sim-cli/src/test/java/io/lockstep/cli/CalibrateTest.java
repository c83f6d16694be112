// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lockstep calibrate}. */
@Tag("slow")
class CalibrateTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private String suite;

  /** Times of four workloads on the device as it is, in two groups. */
  @BeforeEach
  void writeSuite() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String name : List.of("chase", "reduce", "matmul", "transpose")) {
      JsonNode run =
          JSON.readTree(Cli.run("run", Cli.workload(name), "-d", "hd5870", "-f", "json").out());
      long time = run.get("results").get(0).get("statistics").get("time.kernels").asLong();
      rows.append(
          "- {id: %s, device: hd5870, group: %s, workload: '%s', measure: time.kernels, expected: %s}\n"
              .formatted(name, name.length() > 6 ? "long" : "short", Cli.workload(name), time));
    }
    suite = Files.writeString(folder.resolve("rows.yaml"), rows).toString();
  }

  @Test
  @DisplayName(
      "a parameter that was set wrong gets its value back, and one without effect does not")
  void aWrongParameterGetsItsValueBack() throws IOException {
    String fitted = folder.resolve("fitted.yaml").toString();
    Cli cli =
        Cli.run(
            "calibrate",
            suite,
            "-d",
            "hd5870",
            "--set",
            "l2.latency=350cycles",
            "--parameters",
            "l2.latency=100cycles..500cycles,host.submit=1us..20us",
            "-o",
            fitted,
            "-f",
            "json");
    JsonNode found = cli.json();
    JsonNode latency = found.get("parameters").get(0);
    assertThat(latency.get("identifiable").asBoolean()).isTrue();
    String text = latency.get("fitted").asText().replace("cycles", "");
    assertThat(Double.parseDouble(text)).isCloseTo(230, within(4.0));
    JsonNode submit = found.get("parameters").get(1);
    assertThat(submit.get("reason").asText()).isEqualTo("no row depends on it");
    assertThat(submit.get("fitted").asText()).isEqualTo(submit.get("value").asText());
    assertThat(found.get("after").asDouble()).isLessThan(found.get("before").asDouble() / 10);
    assertThat(found.get("groups")).hasSize(2);
    Cli devices = Cli.run("devices", fitted, "-f", "json");
    JsonNode figure = devices.json().get("figures").get("l2.latency");
    assertThat(figure.get("value").asText()).isEqualTo(latency.get("fitted").asText());
    assertThat(figure.get("from").asText()).isEqualTo("fitted");
    assertThat(figure.get("source").asText()).contains("rows.yaml, 4 rows");
    assertThat(Files.readString(Path.of(fitted))).doesNotContain("submit");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          l2.latencyy | has no quantity 'l2.latencyy' that time may depend on; did you mean 'l2.latency'?
          l2.latency=5cycles | expected l2.latency=LOW..HIGH, for example 115cycles..460cycles, found '5cycles'
          l2.latency=9cycles..5cycles | expected l2.latency=LOW..HIGH
          l2.latency=1..5 | expected l2.latency=LOW..HIGH
          l2.latency=9cycles..99cycles,l2.latency=9cycles..99cycles | l2.latency is named twice
          l2.size | declares no range; state one, for example l2.size=
          """)
  void wrongParametersAreNamed(String parameters, String message) {
    Cli cli = Cli.run("calibrate", suite, "-d", "hd5870", "--parameters", parameters);
    assertThat(cli.code()).as(cli.all()).isEqualTo(2);
    assertThat(cli.err()).contains("--parameters: ").contains(message);
  }
}
