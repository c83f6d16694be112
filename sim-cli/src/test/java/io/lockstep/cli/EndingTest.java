// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.FaultyProvider;
import io.lockstep.testsupport.Scratch;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the process ends, whoever ends it: processes of their own, with {@link FaultyProvider}. */
@Tag("slow")
class EndingTest {
  private static final long MOST_SECONDS = 120;

  @TempDir Path folder;

  private Path temporary;

  private record Ended(int code, String out, String err) {}

  @BeforeEach
  void folders() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    Path services = Files.createDirectories(folder.resolve("classes/META-INF/services"));
    Files.writeString(
        services.resolve("io.lockstep.spi.DeviceProvider"), FaultyProvider.class.getName() + "\n");
  }

  /** Returns a command that runs Lockstep in a process of its own, without its arguments. */
  static List<String> command(Path classes, Path temporary, List<String> machine) {
    String path =
        Stream.of(
                classes.toString(),
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .filter(p -> !p.isEmpty())
            .reduce((a, b) -> a + File.pathSeparator + b)
            .orElseThrow();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(machine);
    command.addAll(List.of("-cp", path, Main.class.getName()));
    return command;
  }

  private Process start(List<String> machine, String... arguments) throws IOException {
    List<String> options = new ArrayList<>(machine);
    options.add("-D" + FaultyProvider.REACHED + "=" + reached());
    List<String> command = command(folder.resolve("classes"), temporary, options);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private Ended end(Process process) throws IOException, InterruptedException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      throw new AssertionError("does not end: " + read("out") + read("err"));
    }
    return new Ended(process.exitValue(), read("out"), read("err"));
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
  }

  private Path reached() {
    return temporary.resolve("reached");
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(n -> n.contains("lockstep"))
          .toList();
    }
  }

  @Test
  @DisplayName(
      "a model that calls System.exit is named, the other rows come, standard output is the result")
  void aModelThatCallsSystemExitIsNamedTheOtherRowsComeStandardOutputIsTheResult()
      throws Exception {
    Ended ended =
        end(
            start(
                List.of(),
                "compare",
                Cli.workload("matmul"),
                "-d",
                "exits,gtx280,prints,exits-in-lower",
                "--threads",
                "1",
                "-f",
                "csv"));
    assertThat(ended.code()).as(ended.toString()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.out()).startsWith("workload,device,").doesNotContain("own words");
    assertThat(ended.out().split("\n")).hasSize(5);
    assertThat(ended.out().split("\n")[1])
        .startsWith("matmul,exits,failed")
        .contains(
            "the model has called System.exit at io.lockstep.testsupport.FaultyProvider.happen(");
    assertThat(ended.out().split("\n")[2]).startsWith("matmul,gtx280,ok,true");
    assertThat(ended.out().split("\n")[3]).startsWith("matmul,prints,ok,true");
    assertThat(ended.out().split("\n")[4]).startsWith("matmul,exits-in-lower,failed");
    assertThat(ended.err()).contains("a model's own words");
  }

  @Test
  @DisplayName("a stuck model keeps nobody: the process ends when the others are done")
  void aStuckModelKeepsNobodyTheProcessEndsWhenTheOthersAreDone() throws Exception {
    Ended ended =
        end(
            start(
                List.of("-Dlockstep.watchdog=5s"),
                "compare",
                Cli.workload("matmul"),
                "-d",
                "loops,gtx280",
                "-f",
                "json"));
    assertThat(ended.code()).as(ended.toString()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.out())
        .contains("\"failure\" : \"stuck\"", "\"status\" : \"ok\"")
        .contains("FaultyProvider.loop(FaultyProvider.java:");
  }

  @Test
  @DisplayName("memory that a model eats is free for the others")
  void memoryThatAModelEatsIsFreeForTheOthers() throws Exception {
    Ended ended =
        end(
            start(
                List.of("-Xmx128m"),
                "compare",
                Cli.workload("matmul"),
                "-d",
                "eats-memory,gtx280",
                "-f",
                "csv"));
    assertThat(ended.code()).as(ended.toString()).isEqualTo(ExitCode.FAILED);
    assertThat(ended.out().split("\n")[1])
        .startsWith("matmul,eats-memory,failed")
        .contains("out of memory (Java heap space): the heap's limit is 12", "LOCKSTEP_OPTS=-Xmx")
        .endsWith(",memory");
    assertThat(ended.out().split("\n")[2]).startsWith("matmul,gtx280,ok,true");
    assertThat(ended.err()).isEmpty();
  }

  @Test
  @DisplayName(
      "told to end, it prints finished rows, says so in a line and leaves no temporary file")
  void toldToEndItPrintsFinishedRowsSaysSoInALineAndLeavesNoTemporaryFile() throws Exception {
    Files.createDirectory(temporary.resolve("lockstep-99999999999-other")); // has no lock
    Path series = folder.resolve("s.csv");
    Process process =
        start(
            List.of(),
            "profile",
            Cli.workload("matmul"),
            "-d",
            "gtx280,is-slow",
            "--threads",
            "1",
            "--series",
            series.toString(),
            "-f",
            "json");
    Ended ended = terminate(process, this::simulatesTheSlowModel);
    assertThat(ended.code()).as(ended.toString()).isEqualTo(ExitCode.TERMINATED);
    assertThat(ended.err()).matches("lockstep: interrupted \\(SIGTERM\\); [01] of 2 rows done\n");
    assertThat(ended.out())
        .startsWith("{")
        .endsWith("}\n")
        .contains("\"failure\" : \"interrupted\"");
    assertThat(left()).containsExactly("lockstep-99999999999-other");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("classes", "tmp", "out", "err");
    }
  }

  /** Tells a process to end once it is seen to simulate. */
  private Ended terminate(Process process, BooleanSupplier simulates) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (!simulates.getAsBoolean()) {
      assertThat(process.isAlive() && System.nanoTime() < until)
          .as("simulates: %s%s", read("out"), read("err"))
          .isTrue();
      Thread.sleep(20);
    }
    process.destroy();
    return end(process);
  }

  private boolean simulatesTheSlowModel() {
    return Files.exists(reached());
  }

  @Test
  @DisplayName("a sweep that is told to end writes its file, with the rows that are done")
  void aSweepThatIsToldToEndWritesItsFileWithTheRowsThatAreDone() throws Exception {
    Path workload = Path.of(new Scratch(folder).workload(Scratch.kernel(""), "", 64, "1", "32"));
    Files.writeString(workload, "warmup: 1\n", StandardOpenOption.APPEND);
    Path output = folder.resolve("rows.csv");
    Ended ended =
        terminate(
            start(
                List.of(),
                "sweep",
                workload.toString(),
                "-d",
                "gtx280,is-slow",
                "--threads",
                "1",
                "-o",
                output.toString()),
            this::simulatesTheSlowModel);
    assertThat(ended.code()).as(ended.toString()).isEqualTo(ExitCode.TERMINATED);
    assertThat(ended.err()).matches("lockstep: interrupted \\(SIGTERM\\); [01] of 2 rows done\n");
    assertThat(Files.readAllLines(output)).hasSize(3);
    assertThat(Files.readString(output)).contains("w,is-slow,failed,").contains("interrupted");
    assertThat(left()).isEmpty();
  }

  @Test
  @DisplayName("an interrupted check prints the completed checks, and continues from them")
  void aCheckThatIsToldToEndPrintsTheChecksThatAreDoneAndGoesOnFromThere() throws Exception {
    Path kept = folder.resolve("kept");
    Process process =
        start(
            List.of(),
            "check",
            "gtx280",
            "mi210",
            "--jobs",
            "1",
            "-f",
            "json",
            "--results",
            kept.toString());
    Ended ended = terminate(process, () -> Files.exists(kept) && kept.toFile().list().length > 0);
    assertThat(ended.code()).as(ended.toString()).isEqualTo(ExitCode.TERMINATED);
    assertThat(ended.err())
        .matches(
            "lockstep: interrupted \\(SIGTERM\\); \\d+ checks? done; the same command goes on from"
                + " there\n");
    assertThat(ended.out()).startsWith("{").contains("\"checks\" : [").endsWith("}\n");
    assertThat(left()).isEmpty();
  }
}
