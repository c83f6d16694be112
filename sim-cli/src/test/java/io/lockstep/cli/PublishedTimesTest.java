// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks of validation/mi300a and their table of times. */
class PublishedTimesTest {
  private static final Path FOLDER =
      Path.of("").toAbsolutePath().getParent().resolve("validation/mi300a");

  /** The first point of each benchmark: the smallest, with the header as key "". */
  private static Map<String, String> points() throws IOException {
    Map<String, String> points = new LinkedHashMap<>();
    for (String line : Files.readAllLines(FOLDER.resolve("times.csv"))) {
      points.putIfAbsent(points.isEmpty() ? "" : line.split(",")[3], line);
    }
    return points;
  }

  /** The result of a benchmark with given parameters. */
  private static JsonNode run(String benchmark, String parameters) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of("run", FOLDER.resolve(benchmark + ".yaml").toString(), "-d", "mi300a"));
    words.addAll(List.of("-f", "json"));
    for (String parameter : parameters.isEmpty() ? new String[0] : parameters.split(";")) {
      words.addAll(List.of("-p", parameter));
    }
    Cli cli = Cli.run(words.toArray(new String[0]));
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.DONE);
    return new ObjectMapper().readTree(cli.out()).get("results").get(0);
  }

  @Test
  void everyBenchmarkOfTheTableHasAWorkloadThatTakesItsParameters() throws IOException {
    Map<String, String> points = points();
    assertThat(points).hasSize(19);
    for (String benchmark : points.keySet()) {
      if (!benchmark.isEmpty()) {
        String text = Files.readString(FOLDER.resolve(benchmark + ".yaml"));
        for (String parameter : points.get(benchmark).split(",")[2].split(";")) {
          String name = parameter.substring(0, parameter.indexOf('='));
          assertThat(text).containsPattern("parameters: \\{.*\\b" + name + ": [0-9]+");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "atax",
        "bfs",
        "bicg",
        "bitonicsort",
        "conv2d",
        "fastwalshtransform",
        "fir",
        "floydwarshall",
        "im2col",
        "matrixmultiplication",
        "matrixtranspose",
        "nw",
        "relu",
        "simpleconvolution",
        "vectoradd"
      })
  @Tag("slow")
  void aKernelComputesWhatIsExpectedAndIsLaunchedAsOftenAsPublished(String benchmark)
      throws IOException {
    String[] point = points().get(benchmark).split(",");
    JsonNode smallest = run(benchmark, point[2]);
    assertThat(point[6])
        .contains("launches=" + smallest.get("statistics").get("launches").asText() + ";");
    JsonNode verified = smallest.get("verified");
    // Where the expectation is for the workload's own parameters only, they are run, too.
    assertThat((verified.isNull() ? run(benchmark, "").get("verified") : verified).asBoolean())
        .isTrue();
  }
}
