// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results kept by {@code --results}. */
class ResultsTest {
  private static final String MATMUL =
      Path.of("").toAbsolutePath().getParent().resolve("examples/matmul.yaml").toString();
  private static final int POINTS = 16;
  private static final long MOST_SECONDS = 120;

  @TempDir Path folder;

  private Path kept() {
    return folder.resolve("kept");
  }

  /** Kept results and when they were written. */
  private Map<Path, FileTime> files() throws IOException {
    Map<Path, FileTime> all = new TreeMap<>();
    if (Files.exists(kept())) {
      try (Stream<Path> files = Files.list(kept())) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
          all.put(file, Files.getLastModifiedTime(file));
        }
      }
    }
    return all;
  }

  private String[] sweep(String... more) {
    String latencies =
        IntStream.range(0, POINTS).mapToObj(k -> 5 + k + "us").collect(Collectors.joining(","));
    List<String> words = new ArrayList<>(List.of("sweep", MATMUL));
    words.addAll(List.of("--param", "n=64", "-d", "hd5870", "--set", "host.launch=" + latencies));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private Process start(String out, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        Stream.of("jdk.module.path", "java.class.path")
            .map(p -> System.getProperty(p, ""))
            .filter(p -> !p.isEmpty())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(Main.class.getName());
    command.addAll(List.of(words));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve(out).toFile())
        .redirectError(folder.resolve(out + ".err").toFile())
        .start();
  }

  @Tag("slow")
  @Test
  @DisplayName("a sweep that was killed does only the rest, and prints the same bytes")
  void aSweepThatWasKilledDoesOnlyTheRestAndPrintsTheSameBytes() throws Exception {
    String[] words = sweep("--results", kept().toString());
    Process first = start("first", words);
    while (files().size() < 3 && first.isAlive()) {
      Thread.sleep(5);
    }
    first.destroyForcibly().waitFor(); // SIGKILL
    Map<Path, FileTime> before = files();
    assertThat(before).hasSizeBetween(3, POINTS - 1);

    Process second = start("second", words);
    assertThat(second.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isZero();
    assertThat(folder.resolve("second.err")).isEmptyFile();
    assertThat(files()).hasSize(POINTS).containsAllEntriesOf(before);
    assertThat(folder.resolve("second")).hasContent(Cli.run(sweep()).out());
  }

  @Test
  @DisplayName("compare, sweep and validate take each other's results")
  void compareSweepAndValidateTakeEachOthersResults() throws IOException {
    String kept = kept().toString();
    String[] point = {MATMUL, "-d", "gtx280,hd5870", "-p", "n=32"};
    List<String> words = new ArrayList<>(List.of("compare"));
    words.addAll(List.of(point));
    String plain = Cli.run(words.toArray(String[]::new)).out();
    assertThat(plain).contains("gtx280", "hd5870");
    words.addAll(List.of("--results", kept));
    assertThat(Cli.run(words.toArray(String[]::new)).out()).isEqualTo(plain);
    Map<Path, FileTime> written = files();
    assertThat(written).hasSize(2);
    words.set(0, "sweep");
    assertThat(Cli.run(words.toArray(String[]::new)).code()).isZero();
    Path suite =
        Files.writeString(
            folder.resolve("suite.yaml"),
            "- {id: a, device: gtx280, workload: " + MATMUL + ", param: {n: 32}, expected: 1}\n");
    assertThat(Cli.run("validate", suite.toString(), "--results", kept).code()).isZero();
    words.set(0, "compare");
    assertThat(Cli.run(words.toArray(String[]::new)).out()).isEqualTo(plain);
    assertThat(files()).isEqualTo(written);
  }

  @Test
  @DisplayName("a file that is not a result is said and replaced, other names are left alone")
  void aFileThatIsNoResultIsSaidAndReplacedOtherNamesAreLeftAlone() throws IOException {
    String[] words = {"sweep", MATMUL, "-p", "n=32", "-d", "gtx280", "--results", "" + kept()};
    String sound = Cli.run(words).out();
    Path result = files().keySet().iterator().next();
    byte[] whole = Files.readAllBytes(result);
    Path other = Files.writeString(kept().resolve("README.json"), "{}");
    for (String foreign : List.of("", "{}", "\0\1", "[[[[", "{\"key\":1e999999999}")) {
      Files.writeString(result, foreign);
      Cli again = Cli.run(words);
      assertThat(again.out()).isEqualTo(sound);
      assertThat(again.err())
          .isEqualToIgnoringNewLines(
              "lockstep: "
                  + result
                  + ": damaged, or no result: its checksum differs; the result is computed anew");
      assertThat(Files.readAllBytes(result)).isEqualTo(whole);
    }
    assertThat(other).hasContent("{}");
  }

  @Test
  @DisplayName("what cannot be kept or is not looked at is refused beside --results")
  void whatCannotBeKeptOrIsNotLookedAtIsRefusedBesideResults() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    String[] point = {MATMUL, "-d", "gtx280"};
    Cli lines =
        Cli.run("sweep", point[0], point[1], point[2], "--results", "" + kept(), "--by-line");
    assertThat(lines.code()).as(lines.all()).isEqualTo(ExitCode.USAGE);
    assertThat(lines.err()).contains("--by-line", "--results");
    for (String command : List.of("sweep", "compare")) {
      Cli cli = Cli.run(command, point[0], point[1], point[2], "--results", file.toString());
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.NOT_WRITTEN);
      assertThat(cli.err()).contains(file + ": cannot be written: not a folder");
    }
  }
}
