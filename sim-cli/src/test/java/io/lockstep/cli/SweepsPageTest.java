// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.cli.sweep.SweepDryRun;
import io.lockstep.cli.table.Format;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.run.Catalogue;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.plan.SweepPlan;
import io.lockstep.sweep.plan.WallTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sweep files of {@code docs/sweeps.md} and {@code sweep-errors.md}, with their outcome. */
class SweepsPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path EXAMPLES = ROOT.resolve("examples");
  private static final Catalogue CATALOGUE = Catalogue.of(Optional.empty(), List.of());
  private static final Pattern PAIR =
      Pattern.compile("```yaml\n(.*?)```\n```text\n(.*?)```\n", Pattern.DOTALL);
  private static final PublishedSchema SCHEMA = PublishedSchema.of("sweep-file");

  private static final List<Shown> SHOWN = new ArrayList<>();

  /** A file of the page, and what stands below it. */
  private record Shown(String file, String below) {
    boolean isWrong() {
      return below.startsWith("s.yaml");
    }

    @Override
    public String toString() {
      return below.lines().findFirst().orElse("nothing");
    }
  }

  @BeforeAll
  static void read() throws IOException {
    for (String page : List.of("docs/sweeps.md", "sim-cli/src/test/resources/sweep-errors.md")) {
      Matcher pairs = PAIR.matcher(Files.readString(ROOT.resolve(page)));
      while (pairs.find()) {
        SHOWN.add(new Shown(pairs.group(1), pairs.group(2)));
      }
    }
  }

  static Stream<Shown> right() {
    return SHOWN.stream().filter(s -> !s.isWrong());
  }

  static Stream<Shown> wrong() {
    return SHOWN.stream().filter(Shown::isWrong);
  }

  /** What a dry run prints as JSON. */
  static String dryRun(String... lines) {
    return new SweepDryRun(plan(String.join("\n", lines)), new WallTimes(), 3, 1)
        .text(Format.JSON, Screen.plain());
  }

  private static SweepPlan plan(String text) {
    return SweepPlan.of(SweepFile.read("s.yaml", text, EXAMPLES), CATALOGUE);
  }

  private static String words(Point point) {
    StringBuilder words = new StringBuilder(point.workload().getFileName().toString());
    words.setLength(words.indexOf("."));
    point.parameters().forEach((n, v) -> words.append(' ').append(n).append('=').append(v));
    words.append(' ').append(point.device());
    point.settings().forEach((n, v) -> words.append(' ').append(n).append('=').append(v));
    return words + (point.phase() == 0 ? "" : " phase=" + point.phase());
  }

  private static JsonNode json(YamlNode node) {
    JsonNodeFactory make = JsonNodeFactory.instance;
    switch (node.kind()) {
      case MAP:
        ObjectNode map = make.objectNode();
        node.asMap().entries().forEach(e -> map.set(e.key(), json(e.value())));
        return map;
      case LIST:
        ArrayNode list = make.arrayNode();
        node.asList().forEach(item -> list.add(json(item)));
        return list;
      case INTEGER:
        return make.numberNode(node.asBigInteger());
      case REAL:
        return make.numberNode(node.asDouble());
      case BOOLEAN:
        return make.booleanNode(node.asBoolean());
      case NULL:
        return make.nullNode();
      default:
        return make.textNode(node.asText());
    }
  }

  @ParameterizedTest
  @MethodSource("right")
  void eachFileOfThePageHasThePointsThatStandBelowItAndTheirDevicesTakeTheirFigures(Shown shown) {
    StringBuilder points = new StringBuilder();
    for (Point point : plan(shown.file)) {
      points.append(words(point)).append('\n');
      CATALOGUE.device(CATALOGUE.spec(point.device()).with(point.settings()));
    }
    assertThat(points.toString()).isEqualTo(shown.below);
    assertThat(SCHEMA.errors(json(YamlFile.read("s.yaml", shown.file)))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void eachWrongFileOfThePageGetsTheMessageThatStandsBelowIt(Shown shown) {
    String message = "none";
    try {
      plan(shown.file);
    } catch (InputException e) {
      message = e.getMessage() + "\n";
    }
    assertThat(message).isEqualTo(shown.below);
  }

  @Test
  void thePageShowsTwentyFiveWrongFilesAndEveryKeyInARightOne() {
    assertThat(wrong().map(Shown::below).distinct()).hasSizeGreaterThanOrEqualTo(25);
    Set<String> seen = new HashSet<>();
    right().forEach(s -> seen.addAll(YamlFile.read("s", s.file).asMap().keys()));
    assertThat(seen).containsExactlyInAnyOrderElementsOf(SCHEMA.properties());
  }

  @Test
  void theSchemaKnowsTheKeysThatTheReaderKnowsAndRefusesWhatIsWrongInForm() {
    for (String name : SCHEMA.properties()) {
      try {
        SweepFile.read("s.yaml", name + ": {no such thing: 1}\n", EXAMPLES);
      } catch (InputException e) {
        assertThat(e.getMessage()).doesNotContain("unknown key '" + name + "'");
      }
    }
    List<String> unnoticed = new ArrayList<>();
    wrong()
        .filter(
            s ->
                s.below.matches(
                    "(?s).*(unknown key|is missing|expected one of|a duration"
                        + "|at least one value|design saltelli|'n m').*"))
        .filter(s -> SCHEMA.errors(json(YamlFile.read("s", s.file))).isEmpty())
        .forEach(s -> unnoticed.add(s.below));
    assertThat(unnoticed).isEmpty();
    assertThat(wrong().filter(s -> s.below.contains("unknown key"))).isNotEmpty();
  }

  @Test
  void theSweepsAmongTheExamplesCanBeRun() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES.resolve("sweeps"))) {
      for (Path file : files.sorted().toList()) {
        assertThat(SweepFile.isSweep(file)).isTrue();
        assertThat(SCHEMA.errors(json(YamlFile.read(file)))).as(file.toString()).isEmpty();
        SweepPlan plan = SweepPlan.read(file, CATALOGUE);
        assertThat(plan.size()).isBetween(10L, 100L);
        for (Point point : plan) {
          CATALOGUE.device(CATALOGUE.spec(point.device()).with(point.settings()));
        }
      }
    }
    assertThat(SweepFile.isSweep(EXAMPLES.resolve("matmul.yaml"))).isFalse();
  }

  @Test
  void theCommandRunsNothingWhenDryAndLearnsFromASweepThatHasBegun(@TempDir Path folder) {
    String file = EXAMPLES.resolve("matmul.yaml").toString();
    String sweep = folder.resolve("sweep") + "/";
    String[] dry = {
      "sweep", file, "-d", "hd5870", "--param", "n=16..32:16", "--dry-run", "-o", sweep
    };
    Cli unknown = Cli.run(dry);
    assertThat(unknown.out()).startsWith("2 points of 1 workload").contains("time: unknown");
    assertThat(folder.resolve("sweep")).doesNotExist();
    Cli.run("sweep", file, "-d", "hd5870", "--param", "n=16", "-o", sweep);
    assertThat(Cli.run(dry).out())
        .startsWith("2 points of 1 workload")
        .contains("after points that were measured before");
  }

  @Test
  void aDryRunSaysCountsFirstPointsAndThatNothingIsKnownOfTheTime() {
    SweepPlan plan =
        plan("workloads: matmul.yaml\ndevices: [hd5870, gtx280]\nparameters: {n: [64, 64, 96]}\n");
    WallTimes times = new WallTimes();
    assertThat(new SweepDryRun(plan, times, 2, 2).text(Format.TABLE, Screen.plain()))
        .isEqualTo(
            """
            6 points of 1 workload on 2 devices; 2 executions
            2 points are the same as earlier ones and not simulated again
            estimated time: unknown, as none of these workloads has been measured in this sweep

            workload     points
            -----------  ------
            matmul.yaml       6

            device  points
            ------  ------
            hd5870       3
            gtx280       3

            point  workload     parameters  device
            -----  -----------  ----------  ------
                0  matmul.yaml  n=64        hd5870
                1  matmul.yaml  n=64        gtx280
            … and 4 points more
            """);
    times.add(plan.iterator().next(), 90_000_000);
    assertThat(new SweepDryRun(plan, times, 0, 2).text(Format.TABLE, Screen.plain()))
        .contains("estimated time: 3 min 0 s on 2 threads, after points that were measured before");
    assertThat(new SweepDryRun(plan, times, 2, 1).text(Format.CSV, Screen.plain()))
        .startsWith("point,workload,device,phase,param.n\n0,")
        .hasLineCount(3);
  }
}
