// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Suites of strangers, in folders of their own. */
class ValidateTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path MATMUL =
      Path.of("").toAbsolutePath().getParent().resolve("examples/matmul.yaml");

  @TempDir private Path folder;

  @BeforeEach
  void copy() throws IOException {
    for (String file : List.of("matmul.yaml", "kernels/matmul.ptx", "expected/matmul.c.bin")) {
      Path from = MATMUL.resolveSibling(file);
      Path to = folder.resolve("w").resolve(file);
      Files.createDirectories(to.getParent());
      if (Files.exists(from)) {
        Files.copy(from, to);
      }
    }
  }

  private Path suite(String... rows) throws IOException {
    return Files.writeString(folder.resolve("suite.yaml"), String.join("\n", rows) + "\n");
  }

  private static JsonNode rows(Cli cli) throws IOException {
    assertThat(cli.out()).as(cli.all()).startsWith("{");
    return JSON.readTree(cli.out()).get("rows");
  }

  private static double simulated(String device, String... more) throws IOException {
    String[] words =
        Stream.concat(
                Stream.of("run", MATMUL.toString(), "-d", device, "-f", "json"), Stream.of(more))
            .toArray(String[]::new);
    return JSON.readTree(Cli.run(words).out()).get("results").get(0).get("seconds").asDouble();
  }

  @Test
  void minusSubtractsTheStatisticsOfAnotherLaunch() throws IOException {
    Path workload = MATMUL.resolveSibling("two_kernels.yaml");
    String row = ", device: hd5870, workload: %s, expected: 1, measure: ".formatted(workload);
    Path suite =
        suite(
            "- {id: bodies" + row + "time.kernels, launch: 0}",
            "- {id: sums" + row + "time.kernels, launch: 1}",
            "- {id: less" + row + "2 * time.kernels, launch: 0, minus: 1}",
            "- {id: none" + row + "time.kernels, minus: 1}");
    Cli done = Cli.run("validate", suite.toString(), "-f", "json");
    JsonNode rows = rows(done);
    double bodies = rows.get(0).get("simulated").asDouble();
    double sums = rows.get(1).get("simulated").asDouble();
    assertThat(bodies).isNotEqualTo(sums).isPositive();
    assertThat(rows.get(2).get("simulated").asDouble()).isEqualTo(2 * (bodies - sums));
    assertThat(done.code()).isEqualTo(3);
    assertThat(rows.get(3).get("note").asText())
        .contains("suite.yaml:4:", "'minus' needs 'launch', the launch to subtract from");
  }

  @Test
  @DisplayName("set, best_of, relative_to and statistics make the values that runs by hand make")
  void setBestOfRelativeToAndStatisticsMakeTheValuesThatRunsByHandMake() throws IOException {
    String row = ", param: {n: 32}, ";
    Path suite =
        suite(
            "defaults: {device: hd5870, workload: w/matmul.yaml, tolerance: 0%}",
            "rows:",
            "- {id: base" + row + "expected: 1.3e-4}",
            "- {id: far" + row + "set: {host.launch: 50us}, measure: seconds * 1e6, expected: 60}",
            "- {id: ratio" + row + "device: gtx280, expected: 0.1, relative_to: base}",
            "- {id: best, device: hd6970, measure: n, best_of: {n: [64, 32]}, expected: 32}",
            "- {id: groups" + row + "measure: work_groups / 2, expected: 2}");
    JsonNode rows = rows(Cli.run("validate", suite.toString(), "-f", "json"));
    double base = simulated("hd5870", "-p", "n=32");
    assertThat(rows.get(0).get("simulated").asDouble()).isEqualTo(base);
    assertThat(rows.get(1).get("simulated").asDouble())
        .isCloseTo(
            simulated("hd5870", "-p", "n=32", "--set", "host.launch=50us") * 1e6, within(1e-6));
    assertThat(rows.get(2).get("simulated").asDouble())
        .isCloseTo(simulated("gtx280", "-p", "n=32") / base, within(1e-9));
    assertThat(rows.get(3).get("simulated").asDouble()).isEqualTo(32);
    assertThat(rows.get(3).get("chosen").get("n").asInt()).isEqualTo(32);
    assertThat(rows.get(4).get("simulated").asDouble()).isEqualTo(2);
    assertThat(rows.get(4).get("within").asBoolean()).isTrue();
  }

  @Test
  @DisplayName("--set changes devices that have the figure, in place of a row's own value")
  void setChangesDevicesThatHaveTheFigureInPlaceOfARowsOwnValue() throws IOException {
    Path suite =
        suite(
            "defaults: {workload: w/matmul.yaml, param: {n: 32}}",
            "rows:",
            "- {id: has, device: mi300x, expected: 1e-4}",
            "- {id: own, device: mi300x, set: {memory.acknowledge: 700cycles}, expected: 1e-4}",
            "- {id: lacks, device: gtx280, expected: 1e-4}");
    String[] plain = {"validate", suite.toString(), "-f", "json"};
    JsonNode before = rows(Cli.run(plain));
    JsonNode after =
        rows(
            Cli.run(
                "validate",
                suite.toString(),
                "-f",
                "json",
                "--set",
                "memory.acknowledge=900cycles"));
    double changed = simulated("mi300x", "-p", "n=32", "--set", "memory.acknowledge=900cycles");
    assertThat(after.get(0).get("simulated").asDouble()).isEqualTo(changed);
    assertThat(before.get(0).get("simulated").asDouble()).isLessThan(changed);
    assertThat(after.get(1).get("simulated").asDouble()).isEqualTo(changed);
    assertThat(after.get(2).get("simulated")).isEqualTo(before.get(2).get("simulated"));
    Cli unknown = Cli.run("validate", suite.toString(), "--set", "memory.acknowlege=900cycles");
    assertThat(unknown.code()).isEqualTo(3);
    assertThat(unknown.err()).contains("did you mean 'memory.acknowledge'?");
  }

  @Test
  @DisplayName("a wrong row costs only itself, and says where it stands and what was meant")
  void aWrongRowCostsOnlyItselfAndSaysWhereItStandsAndWhatWasMeant() throws IOException {
    Path suite =
        suite(
            "- {id: good, device: hd5870, workload: w/matmul.yaml, param: {n: 32}, expected: 1}",
            "- {id: b, device: hd587, workload: w/matmul.yaml, expected: 1}",
            "- {id: c, device: hd5870, workload: w/matmul.yaml, expectd: 1}",
            "- {id: d, device: hd5870, workload: w/matmul.yaml, param: {m: 1}, expected: 1}",
            "- {id: e, device: hd5870, workload: w/matmul.yaml, measure: l1.hit, expected: 1}",
            "- {id: f, device: hd5870, workload: w/matmul.yaml, set: {l1.sze: 1}, expected: 1}",
            "- {id: g, device: hd5870, workload: nowhere.yaml, expected: 1}",
            "- {id: h, device: hd5870, workload: w/matmul.yaml, expected: 1, relative_to: goood}",
            "- {id: good, device: hd5870, workload: w/matmul.yaml, expected: 1}",
            "- {id: i, device: hd5870, workload: w/matmul.yaml, expected: -1}",
            "- 7");
    Cli cli = Cli.run("validate", suite.toString(), "-f", "json");
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.BAD_INPUT);
    JsonNode rows = rows(cli);
    assertThat(rows.get(0).get("status").asText()).isEqualTo("ok");
    assertThat(rows).hasSize(11);
    String[] said = {
      "unknown device; did you mean 'hd5870'?",
      "unknown key 'expectd'; did you mean 'expected'?",
      "has no parameter 'm'",
      "did you mean 'l1.hits'?",
      "has no figure 'l1.sze'; did you mean 'l1.size'?",
      "no such file",
      "no row 'goood'; did you mean 'good'?",
      "the id 'good' stands at",
      "at least 0",
      "expected a map"
    };
    for (int i = 1; i < 11; i++) {
      assertThat(rows.get(i).get("status").asText()).isEqualTo("bad_input");
      assertThat(rows.get(i).get("note").asText())
          .startsWith(suite + ":" + (i + 1) + ":")
          .contains(said[i - 1]);
      assertThat(cli.err()).contains(rows.get(i).get("note").asText());
    }
  }

  @Test
  @DisplayName("rows that are relative to each other in a circle are wrong, none hangs")
  void rowsThatAreRelativeToEachOtherInACircleAreWrongNoneHangs() throws IOException {
    Path suite =
        suite(
            "- {id: a, device: hd5870, workload: w/matmul.yaml, expected: 1, relative_to: b}",
            "- {id: b, device: hd5870, workload: w/matmul.yaml, expected: 1, relative_to: a}");
    Cli cli = Cli.run("validate", suite.toString());
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("leads in a circle: a, b, a");
  }

  @Test
  @DisplayName("a miss is exit code 4 with --strict and 0 without; --only chooses rows by id")
  void aMissIsExitCode4WithStrictAnd0WithoutOnlyChoosesRowsById() throws IOException {
    String row = ", device: hd5870, workload: w/matmul.yaml, param: {n: 32}, expected: ";
    double right = simulated("hd5870", "-p", "n=32");
    String suite = suite("- {id: hit" + row + right + "}", "- {id: miss" + row + "1}").toString();
    assertThat(Cli.run("validate", suite).code()).isEqualTo(ExitCode.DONE);
    assertThat(Cli.run("validate", suite, "--strict").code()).isEqualTo(ExitCode.WRONG);
    Cli one = Cli.run("validate", suite, "--strict", "--only", "h?t", "-f", "csv");
    assertThat(one.code()).as(one.all()).isEqualTo(ExitCode.DONE);
    assertThat(one.out().lines()).hasSize(2);
    assertThat(one.out()).startsWith("id,device,group,expected,simulated,error,within,weight,note");
    assertThat(Cli.run("validate", suite, "--only", "x*").code()).isEqualTo(ExitCode.BAD_INPUT);
  }

  @Test
  @DisplayName("results that are kept are taken as they are, and only where nothing is damaged")
  void resultsThatAreKeptAreTakenAsTheyAreAndOnlyWhereNothingIsDamaged() throws IOException {
    String suite =
        suite("- {id: a, device: hd5870, workload: w/matmul.yaml, param: {n: 32}, expected: 1}")
            .toString();
    Path state = folder.resolve("kept");
    String[] words = {"validate", suite, "-f", "json", "--results", state.toString()};
    String first = Cli.run(words).out();
    Path kept;
    try (Stream<Path> files = Files.list(state)) {
      kept = files.toList().get(0);
    }
    byte[] whole = Files.readAllBytes(kept);
    assertThat(Cli.run(words).out()).isEqualTo(first);
    for (int cut : new int[] {0, 10, whole.length / 2, whole.length - 1}) {
      byte[] damaged = whole.clone();
      if (cut == 0) {
        damaged = new byte[0];
      } else {
        damaged[cut] ^= 1;
      }
      Files.write(kept, damaged);
      Cli again = Cli.run(words);
      assertThat(again.out()).as("byte " + cut).isEqualTo(first);
      assertThat(again.err()).contains(kept + ": damaged").contains("computed anew");
      assertThat(Files.readAllBytes(kept)).as("simulated again").isEqualTo(whole);
    }
    Path workload = folder.resolve("w/matmul.yaml");
    String text = Files.readString(workload);
    Files.writeString(workload, "# a remark\n" + text);
    assertThat(Cli.run(words).out()).isEqualTo(first);
    try (Stream<Path> files = Files.list(state)) {
      assertThat(files).as("remarks are no part of a workload").hasSize(1);
    }
    Files.writeString(workload, text.replace("seed: 1", "seed: 3"));
    Cli.run(words);
    try (Stream<Path> files = Files.list(state)) {
      assertThat(files).as("another workload is another simulation").hasSize(2);
    }
  }

  @Test
  @DisplayName("--report writes a page beside the output, whatever that is, or nothing at all")
  void aReportIsAPageBesideTheOutputWhateverThatIsOrNothingAtAll() throws IOException {
    String suite =
        suite("- {id: a, device: hd5870, workload: w/matmul.yaml, param: {n: 32}, expected: 1}")
            .toString();
    Path page = folder.resolve("page.html");
    Path rows = folder.resolve("rows.csv");
    Cli plain = Cli.run("validate", suite, "-f", "csv");
    Cli cli = Cli.run("validate", suite, "-f", "csv", "--report", page.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).isEqualTo(plain.out());
    String first = Files.readString(page);
    assertThat(first).startsWith("<!DOCTYPE html>").contains("Validation: suite.yaml", "<svg ");
    Cli.run("validate", suite, "-f", "csv", "--report", page.toString(), "-o", rows.toString());
    assertThat(rows).hasContent(plain.out());
    assertThat(page).hasContent(first);
    Cli same = Cli.run("validate", suite, "--report", rows.toString(), "-o", rows.toString());
    assertThat(same.code()).isEqualTo(ExitCode.USAGE);
    assertThat(rows).hasContent(plain.out());
    Cli nowhere = Cli.run("validate", suite, "--report", folder + "/no/page.html");
    assertThat(nowhere.code()).as(nowhere.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(nowhere.out()).isEmpty();
  }

  @Test
  void rowsOfACsvFileAreRowsOfTheSuite() throws IOException {
    Files.writeString(
        folder.resolve("measured.csv"),
        """
        id,param,expected,note
        a,n=32,0.5,"median, of ""two"" runs
        on one machine"

        b,n=64,0.5,
        c,m=64,0.5,
        d,n=64,often,
        """);
    Path suite =
        suite(
            """
            defaults: {device: mi300a, workload: w/matmul.yaml, measure: seconds * 1000}
            rows: measured.csv
            """);
    JsonNode rows = rows(Cli.run("validate", suite.toString(), "-f", "json"));
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0).get("note").asText())
        .isEqualTo("median, of \"two\" runs\non one machine");
    assertThat(rows.get(1).get("expected").asDouble()).isEqualTo(0.5);
    assertThat(rows.get(1).get("simulated").asDouble())
        .isCloseTo(1000 * simulated("mi300a", "-p", "n=64"), within(1e-9));
    assertThat(rows.get(2).get("note").asText()).contains("measured.csv:6:", "no parameter 'm'");
    assertThat(rows.get(3).get("note").asText()).contains("measured.csv:7:", "number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'id,expected\na,1,2'          | measured.csv:2:1: expected 2 cells",
        "'id,expected\n\na,\"1'        | measured.csv:3:1: a quoted cell does not end",
        "'id,param,expected\na,n 64,1' | measured.csv:2:1: expected name=value",
        "'id,expectd\na,1'             | did you mean 'expected'",
        "'id,expected'                 | expected at least one row"
      })
  void aCsvFileThatIsNoTableOfRowsIsRefused(String text, String message) throws IOException {
    Files.writeString(folder.resolve("measured.csv"), text);
    Path suite = suite("defaults: {device: mi300a, workload: w/matmul.yaml}\nrows: measured.csv\n");
    Cli cli = Cli.run("validate", suite.toString());
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.all()).contains(message);
  }

  @Test
  @DisplayName("what is not a suite at all is one error")
  void whatIsNoSuiteAtAllIsOneError() throws IOException {
    for (String text :
        List.of(
            "", "3", "[]", "rows: 3", "rows: []\nmore: 1", "- [", "defaults: {id: 3}\nrows: [1]")) {
      Cli cli = Cli.run("validate", suite(text).toString());
      assertThat(cli.code()).as(text + cli.all()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(cli.out()).isEmpty();
      assertThat(cli.err().lines()).as(cli.all()).hasSize(1);
    }
    assertThat(Cli.run("validate").code()).isEqualTo(ExitCode.USAGE);
  }
}
