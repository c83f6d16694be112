// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Models that end, flood or stop a process: each in a process of its own, as it is started by hand.
 * The other devices' rows are there.
 */
@Tag("slow")
class RunningPluginsTest {
  private static final int MOST_SECONDS = 120;

  @TempDir static Path folder;

  private static ToyJars jars;
  private static Map<String, Map<String, String>> expected;

  @BeforeAll
  static void build() throws IOException {
    List<ToyVariant> variants = new ArrayList<>(List.of(WrongPlugin.GOOD));
    RunningPlugin.all().forEach(kind -> variants.add(kind.toy()));
    jars = ToyJars.of(folder.resolve("build"), variants);
    Path good = folder.resolve("good");
    jars.jar(WrongPlugin.GOOD, good, "other.jar");
    Cli cli = Cli.run(arguments("hd5870,other", good, List.of()).toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    expected = CsvRows.of(cli.out());
  }

  private static List<String> arguments(String devices, Path plugins, List<String> more) {
    List<String> all =
        new ArrayList<>(List.of("run", Cli.workload("vecadd"), "-f", "csv", "-d", devices));
    all.addAll(List.of("--plugin-path", plugins.toString()));
    all.addAll(more);
    return all;
  }

  /** A process that has been started. */
  private record Started(RunningPlugin kind, Path plugins, Process process) {}

  private static Started start(RunningPlugin kind) throws IOException {
    Path plugins = folder.resolve(kind.kind().replaceAll("\\W+", "-"));
    jars.jar(kind.toy(), plugins, "toy.jar");
    jars.jar(WrongPlugin.GOOD, plugins, "other.jar");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.addAll(kind.java());
    command.addAll(List.of("-p", ToyJars.productPath(), "--add-modules", "ALL-MODULE-PATH"));
    command.addAll(List.of("-m", "io.lockstep.cli/io.lockstep.cli.Main"));
    String devices = kind.end().isEmpty() ? "hd5870,other" : "hd5870,toy,other";
    command.addAll(arguments(devices, plugins, kind.options()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectOutput(plugins.resolve("out").toFile());
    builder.redirectError(plugins.resolve("err").toFile());
    return new Started(kind, plugins, builder.start());
  }

  @TestFactory
  @DisplayName("the other devices' rows are the same, the process ends, and it is told why")
  Stream<DynamicTest> theOtherDevicesRowsAreTheSameTheProcessEndsAndItIsToldWhy()
      throws IOException {
    WrongPluginsPage page =
        new WrongPluginsPage(
            "wrong-plugins-running.md",
            "In a process of its own",
            "Messages of `lockstep run vecadd.yaml -d hd5870,toy,other`, of the toy's row or on standard error.");
    List<Started> all = new ArrayList<>();
    for (RunningPlugin kind : RunningPlugin.all()) {
      all.add(start(kind)); // side by side: most of them wait
    }
    return Stream.concat(
        all.stream().map(s -> DynamicTest.dynamicTest(s.kind().kind(), () -> check(s, page))),
        Stream.of(DynamicTest.dynamicTest("docs/wrong-plugins.md says the same", page::check)));
  }

  private static void check(Started started, WrongPluginsPage page) throws Exception {
    RunningPlugin kind = started.kind();
    boolean ended = started.process().waitFor(MOST_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      started.process().destroyForcibly().waitFor();
    }
    String out = Files.readString(started.plugins().resolve("out"), StandardCharsets.UTF_8);
    String err = Files.readString(started.plugins().resolve("err"), StandardCharsets.UTF_8);
    assertThat(ended).as(out + err).isTrue();
    assertThat(started.process().exitValue()).as(out + err).isEqualTo(kind.code());
    Map<String, Map<String, String>> rows = CsvRows.of(out);
    Map<String, String> toy = rows.remove("toy");
    assertThat(rows).as(out + err).isEqualTo(expected);
    String said = err.strip();
    if (kind.end().isEmpty()) {
      assertThat(toy).isNull();
    } else {
      assertThat(toy).containsEntry("status", kind.end());
      said = kind.end().equals("failed") ? toy.get("message") : said;
    }
    assertThat(said).contains(kind.says());
    page.row(kind.kind(), "Exit code " + kind.code(), said, started.plugins());
  }
}
