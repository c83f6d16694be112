// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.cli.terminal.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("points")
@Tag("slow")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PointsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VECADD = Cli.example("vecadd");
  private static final int SIGTERM = 143;
  private static final int SIGPIPE = 141;

  @TempDir private Path folder;

  private static String line(String device, int n, String more) {
    return "{\"workload\": \"%s\", \"device\": \"%s\", \"parameters\": {\"n\": %d}%s}\n"
        .formatted(VECADD, device, n, more);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("points.jsonl"), text);
  }

  private Cli points(String text, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("points", file(text).toString()));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  @Test
  @DisplayName("have the results of run --format json")
  void haveTheResultsOfRun() throws IOException {
    Cli points = points(line("hd5870", 64, ", \"set\": {\"l1.size\": \"16KiB\"}, \"phase\": 2"));
    Cli run =
        Cli.run(
            "run",
            VECADD,
            "-d",
            "hd5870",
            "-p",
            "n=64",
            "--set",
            "l1.size=16KiB",
            "--first-phase",
            "2",
            "-f",
            "json");
    ObjectNode answer = (ObjectNode) points.json();
    assertThat(answer.remove("line").asInt()).isEqualTo(1);
    assertThat(answer).isEqualTo(JSON.readTree(run.out()).get("results").get(0));
  }

  @ParameterizedTest
  @CsvSource({
    "0, gtx280, vecadd",
    "1, gtx280, never",
    "3, gtx28, vecadd",
    "5, gtx280, tensor_product",
  })
  @DisplayName("end with an exit code that says how")
  void endWithAnExitCodeThatSaysHow(int code, String device, String workload) throws IOException {
    String text =
        "{\"workload\": \"%s\", \"device\": \"%s\"}\n"
            .formatted(Cli.example(workload.equals("never") ? "matmul" : workload), device);
    Cli cli = workload.equals("never") ? points(text, "--time-limit", "1ms") : points(text);
    assertThat(cli.code()).as(cli.all()).isEqualTo(code);
    assertThat(cli.out()).hasLineCount(1);
    assertThat(cli.err()).isEmpty();
  }

  @Test
  @DisplayName("of a file that is not there, or a folder, are bad input")
  void ofAFileThatIsNotThereAreBadInput() {
    Cli missing = Cli.run("points", folder.resolve("no.jsonl").toString());
    assertThat(missing.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(missing.err())
        .isEqualTo("lockstep: " + folder.resolve("no.jsonl") + ": no such file\n");
    Cli directory = Cli.run("points", folder.toString());
    assertThat(directory.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(directory.err()).startsWith("lockstep: " + folder + ": cannot be read: ");
  }

  @Test
  @DisplayName("have the statistics that --stats names")
  void haveTheStatisticsThatAreNamed() throws IOException {
    Cli cli = points(line("gtx280", 64, ""), "--stats", "dram.bytes,occupancy");
    List<String> names = new ArrayList<>();
    JSON.readTree(cli.out()).get("statistics").fieldNames().forEachRemaining(names::add);
    assertThat(names).containsExactly("cycles.kernels", "dram.bytes", "occupancy");
  }

  @Test
  @DisplayName("have the bytes of threads if processes compute them, errors included")
  void haveTheBytesOfThreadsIfProcessesComputeThem() throws Exception {
    String text =
        line("gtx280", 64, "")
            + line("hd5870", 64, ", \"id\": 7")
            + line("gtx280", 64, ", \"parameters\": {\"m\": 1}")
            + line("gtx280", 0, "")
            + line("gtx280", 128, "");
    Cli threads = points(text, "--threads", "2");
    Process process =
        new ProcessBuilder(
                Program.in(folder.resolve("home")).toString(),
                "points",
                file(text).toString(),
                "--threads",
                "2",
                "--workers",
                "processes")
            .start();
    Cli processes = Shell.ended(process);
    assertThat(processes.code()).as(processes.all()).isEqualTo(threads.code()).isEqualTo(3);
    assertThat(processes.out()).isEqualTo(threads.out());
  }

  @Test
  @DisplayName("are answered one by one while standard input stays open")
  void areAnsweredOneByOneWhileStandardInputStaysOpen() throws Exception {
    Process process = start();
    try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
      for (int n : new int[] {64, 128, 64}) {
        send(process, line("gtx280", n, ", \"id\": " + n));
        JsonNode answer = JSON.readTree(answers.readLine());
        assertThat(answer.get("id").asInt()).isEqualTo(n);
        assertThat(answer.get("status").asText()).isEqualTo("ok");
      }
      process.getOutputStream().close();
      assertThat(answers.readLine()).isNull();
    }
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readString(folder.resolve("err"))).isEmpty();
  }

  private Process start(String... more) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Program.in(folder.resolve("home")).toString());
    words.add("points");
    words.addAll(more.length == 0 ? List.of("--threads", "1") : List.of(more));
    return new ProcessBuilder(words).redirectError(folder.resolve("err").toFile()).start();
  }

  private static void send(Process process, String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  @Test
  @DisplayName("end quietly when the answers are no longer read")
  void endQuietlyWhenTheAnswersAreNoLongerRead() throws Exception {
    Process process = start();
    send(process, line("gtx280", 64, ""));
    try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
      answers.readLine();
    }
    send(process, line("gtx280", 128, ""));
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(SIGPIPE);
    assertThat(Files.readString(folder.resolve("err"))).isEmpty();
  }

  private Map<String, Long> kept() throws IOException {
    Map<String, Long> times = new TreeMap<>();
    try (var files = Files.list(folder.resolve("kept"))) {
      for (Path file : files.toList()) {
        times.put(file.getFileName().toString(), Files.getLastModifiedTime(file).toMillis());
      }
    }
    return times;
  }

  @Test
  @DisplayName("go on after a signal with the same bytes, and none is computed twice")
  void goOnAfterASignalWithTheSameBytesAndNoneIsComputedTwice() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int phase = 0; phase < 30; phase++) {
      text.append(line("gtx280", 64, ", \"phase\": " + phase));
    }
    String whole = points(text.toString()).out();
    String store = folder.resolve("kept").toString();
    Process process = start("--results", store, "--threads", "1");
    send(process, text.toString());
    List<String> first = new ArrayList<>();
    try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < 5; i++) {
        first.add(answers.readLine());
      }
      process.toHandle().destroy(); // SIGTERM: a process in the background may ignore SIGINT
      answers.lines().forEach(first::add);
    }
    assertThat(process.waitFor()).isEqualTo(SIGTERM);
    assertThat(Files.readString(folder.resolve("err")))
        .matches(
            "lockstep: interrupted \\(SIGTERM\\); \\d+ answers written; the same command goes on"
                + " from there\n");
    assertThat(whole.lines().toList()).startsWith(first.toArray(String[]::new));
    assertThat(first).hasSizeLessThan(30);
    Map<String, Long> before = kept();
    assertThat(before).hasSizeGreaterThanOrEqualTo(5);
    process = start("--results", store, "--threads", "2", file(text.toString()).toString());
    assertThat(Shell.ended(process).out()).isEqualTo(whole);
    assertThat(kept()).hasSize(30).containsAllEntriesOf(before);
  }

  @Test
  @DisplayName("and their answers are what the schemas say; the page's, too")
  void andTheirAnswersAreWhatTheSchemasSay() throws IOException {
    String page = Files.readString(Shell.REPOSITORY.resolve("docs/points.md"));
    Matcher shown = Pattern.compile("```json\n(.*?)```\n", Pattern.DOTALL).matcher(page);
    assertThat(shown.find()).isTrue();
    String good = shown.group(1);
    assertThat(good.lines())
        .hasSizeGreaterThan(1)
        .allSatisfy(
            l -> assertThat(PublishedSchema.of("point").errors(JSON.readTree(l))).isEmpty());
    assertThat(shown.find()).isTrue();
    String text = (good + shown.group(1)).replace("\"examples/", "\"../examples/");
    Cli cli = points(text);
    assertThat(cli.code()).isEqualTo(3);
    List<String> answers = cli.out().lines().toList();
    assertThat(answers).hasSameSizeAs(text.lines().toList());
    for (int i = 0; i < answers.size(); i++) {
      JsonNode answer = JSON.readTree(answers.get(i));
      assertThat(PublishedSchema.of("point-answer").errors(answer)).as(answers.get(i)).isEmpty();
      assertThat(answer.has("error")).as(answers.get(i)).isEqualTo(i >= good.lines().count());
      for (String key : List.of("line", answer.has("error") ? "error" : "status")) {
        ObjectNode less = answer.deepCopy();
        less.remove(key);
        assertThat(PublishedSchema.of("point-answer").errors(less))
            .as("without " + key)
            .isNotEmpty();
      }
    }
    for (String wrong :
        List.of(
            "{'workload': 'w'}",
            "{'workload': 'w', 'device': 'd', 'devise': 'd'}",
            "{'workload': 'w', 'device': 'd', 'id': 1.5}",
            "{'workload': 'w', 'device': 'd', 'set': {'a': []}}",
            "{'workload': 'w', 'device': 'd', 'phase': -1}")) {
      String json = wrong.replace('\'', '"');
      assertThat(PublishedSchema.of("point").errors(JSON.readTree(json))).as(json).isNotEmpty();
      assertThat(points(json).code()).as(json).isEqualTo(ExitCode.BAD_INPUT);
    }
  }
}
