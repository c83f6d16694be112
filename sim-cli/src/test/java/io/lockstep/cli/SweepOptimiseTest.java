// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("sweep optimise")
class SweepOptimiseTest {
  @TempDir Path folder;

  private String file(String... more) throws IOException {
    return Files.writeString(
            folder.resolve("s.yaml"),
            "workloads: ['"
                + Cli.workload("vecadd")
                + "']\n"
                + "devices: hd5870\n"
                + "set:\n"
                + "  unit.count: [2, 4, 8, 12]\n"
                + "  l1.size: [4KiB, 8KiB, 16KiB]\n"
                + String.join("\n", more)
                + "\n")
        .toString();
  }

  private String[] words(String name, String file, String... more) {
    List<String> words = new ArrayList<>(List.of("sweep", "optimise", file));
    words.addAll(List.of("-o", folder.resolve(name).toString()));
    words.addAll(List.of(more));
    if (!words.contains("--budget")) {
      words.addAll(List.of("--budget", "10"));
    }
    return words.toArray(String[]::new);
  }

  private String trajectory(String name) throws IOException {
    return Files.readString(folder.resolve(name).resolve("search.csv"));
  }

  private List<Path> segments(String name) throws IOException {
    Path results = folder.resolve(name).resolve("results");
    if (!Files.isDirectory(results)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(results)) {
      return all.filter(f -> f.toString().endsWith(".seg")).sorted().toList();
    }
  }

  private String caches(String values) throws IOException {
    return Files.writeString(
            folder.resolve("caches.yaml"),
            "workloads: ['"
                + Cli.workload("vecadd")
                + "']\ndevices: v100\nset: {l2.size: "
                + values
                + "}\nobjectives: [{minimise: seconds}]\n")
        .toString();
  }

  @Test
  @DisplayName("evaluates no place that the device's own rules exclude")
  void evaluatesNoPlaceThatTheDevicesOwnRulesExclude() throws Exception {
    String span = caches("{from: 1MiB, to: 8MiB}");
    Cli found = Cli.run(words("a", span, "--budget", "8", "--algorithm", "random"));
    assertThat(found.code()).as(found.all()).isEqualTo(ExitCode.DONE);
    assertThat(trajectory("a").lines()).hasSize(9);
    assertThat(trajectory("a")).doesNotContain("refused");

    String list = caches("[5000000B, 6MiB, 3000000B, 3MiB]");
    Cli legal = Cli.run(words("b", list, "--budget", "8"));
    assertThat(legal.code()).as(legal.all()).isEqualTo(ExitCode.DONE);
    assertThat(trajectory("b").lines()).hasSize(3);
    assertThat(trajectory("b")).contains("6MiB", "3MiB").doesNotContain("refused");

    Cli none = Cli.run(words("c", caches("[5000000B, 3000000B]"), "--budget", "8"));
    assertThat(none.code()).as(none.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).contains("'l2.size' is", "expected whole sets of lines", "nearest");
    assertThat(segments("c")).isEmpty();
  }

  @Test
  @DisplayName("prints the best places, whose command gives the same value, and goes on later")
  void printsTheBestPlacesWhoseCommandGivesTheSameValueAndGoesOnLater() throws Exception {
    String file = file("objectives: [{minimise: kernel_seconds * 1000000}]");
    Cli found = Cli.run(words("a", file, "-f", "csv", "--top", "1"));
    assertThat(found.code()).as(found.all()).isEqualTo(ExitCode.DONE);
    String[] best = found.out().lines().toList().get(1).split(",");
    assertThat(best[1]).isEqualTo("12");
    String[] command = best[4].replace("lockstep ", "").split(" ");
    List<String> run = new ArrayList<>(List.of(command));
    run.addAll(List.of("-f", "csv"));
    Cli again = Cli.run(run.toArray(String[]::new));
    assertThat(again.code()).as(again.all()).isZero();
    List<String> rows = again.out().lines().toList();
    int column = List.of(rows.get(0).split(",")).indexOf("kernel_seconds");
    double seconds = Double.parseDouble(rows.get(1).split(",")[column]);
    assertThat(Double.parseDouble(best[3])).isEqualTo(seconds * 1e6, offset());

    String small = trajectory("a");
    assertThat(small.lines()).hasSize(11);
    int segments = segments("a").size();
    assertThat(Cli.run(words("a", file, "-f", "csv", "--top", "1")).out()).isEqualTo(found.out());
    assertThat(segments("a")).hasSize(segments);
    assertThat(Cli.run(words("a", file, "--budget", "100")).code()).isZero();
    assertThat(trajectory("a")).startsWith(small);
    assertThat(trajectory("a").lines()).hasSize(13); // all places
  }

  private static org.assertj.core.data.Offset<Double> offset() {
    return org.assertj.core.data.Offset.offset(1e-5);
  }

  @Test
  @DisplayName("that was killed goes on to the same trajectory, whatever the threads")
  void thatWasKilledGoesOnToTheSameTrajectoryWhateverTheThreads() throws Exception {
    String file = file("objectives: [{minimise: kernel_seconds}, {minimise: unit.count}]");
    Cli whole = Cli.run(words("whole", file, "--budget", "7", "--threads", "1", "-f", "json"));
    assertThat(whole.code()).as(whole.all()).isEqualTo(ExitCode.DONE);

    Process killed = start(words("killed", file, "--budget", "7"));
    while (segments("killed").isEmpty() && killed.isAlive()) {
      Thread.sleep(5);
    }
    killed.destroyForcibly().waitFor(); // SIGKILL
    Cli resumed = Cli.run(words("killed", file, "--budget", "7", "--threads", "2", "-f", "json"));

    assertThat(resumed.out()).as(resumed.err()).isEqualTo(whole.out());
    assertThat(trajectory("killed")).isEqualTo(trajectory("whole"));
  }

  private Process start(String... words) throws IOException {
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
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  @DisplayName("of another search, or without what it needs, says so and touches nothing")
  void ofAnotherSearchOrWithoutWhatItNeedsSaysSoAndTouchesNothing() throws Exception {
    String none = file();
    assertThat(Cli.run(words("n", none)).all()).startsWith("exit 3").contains("objective");
    assertThat(folder.resolve("n")).doesNotExist();

    String file = file("objectives: [{minimise: seconds}]");
    assertThat(Cli.run(words("a", file, "--budget", "2")).code()).isZero();
    String before = trajectory("a");
    assertThat(Cli.run(words("a", file, "--seed", "2")).all())
        .startsWith("exit 3")
        .contains("seed: 2");
    assertThat(Cli.run(words("b", file, "--algorithm", "halving")).all())
        .startsWith("exit 3")
        .contains("fidelity");
    assertThat(Cli.run(words("b", file, "--algorithm", "best")).all())
        .startsWith("exit 2")
        .contains("expected model, cma-es, halving or random");
    assertThat(Cli.run(words("b", file, "--batch", "0")).code()).isEqualTo(ExitCode.USAGE);
    assertThat(folder.resolve("b")).doesNotExist();
    assertThat(trajectory("a")).isEqualTo(before);
  }

  @Test
  @DisplayName("of which nothing is feasible ends with 5 and the first reason")
  void ofWhichNothingIsFeasibleEndsWith5AndTheFirstReason() throws Exception {
    Cli cli =
        Cli.run(
            words(
                "a",
                file("objectives: [{minimise: seconds}]", "constraints: [cycles < 1]"),
                "--budget",
                "2"));
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.REFUSED);
    assertThat(cli.err()).contains("no feasible point", "not cycles < 1");
    assertThat(trajectory("a").lines()).hasSize(3);
  }
}
