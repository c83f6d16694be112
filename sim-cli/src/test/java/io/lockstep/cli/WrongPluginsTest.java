// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever is wrong with one plug-in, every other device's row is there, the same as without it.
 * docs/wrong-plugins.md is what this test has seen.
 */
@Tag("slow")
class WrongPluginsTest {

  @TempDir static Path folder;

  private final WrongPluginsPage page =
      new WrongPluginsPage(
          "wrong-plugins-rows.md",
          "In a folder of plug-ins, or in a row",
          "Messages of `lockstep compare vecadd.yaml -d hd5870,other`, with the toy too if it is there.");
  private static ToyJars jars;
  private static Map<String, Map<String, String>> expected;

  @BeforeAll
  static void build() throws IOException {
    jars = ToyJars.of(folder.resolve("build"), WrongPlugin.variants(WrongPlugin.all()));
    Path good = folder.resolve("good");
    jars.jar(WrongPlugin.GOOD, good, "other.jar");
    Cli cli = compare(good, "hd5870,other");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.err()).isEmpty();
    expected = CsvRows.of(cli.out());
    assertThat(expected).containsOnlyKeys("hd5870", "other");
  }

  private static Cli compare(Path plugins, String devices) {
    return Cli.run(
        "compare",
        Cli.workload("vecadd"),
        "-d",
        devices,
        "--plugin-path",
        plugins.toString(),
        "-f",
        "csv");
  }

  @TestFactory
  @DisplayName("the other devices' rows are the same, and it is told what is wrong")
  Stream<DynamicTest> theOtherDevicesRowsAreTheSameAndItIsToldWhatIsWrong() {
    return Stream.concat(
        WrongPlugin.all().stream()
            .map(kind -> DynamicTest.dynamicTest(kind.kind(), () -> check(kind))),
        Stream.of(DynamicTest.dynamicTest("docs/wrong-plugins.md says the same", page::check)));
  }

  private void check(WrongPlugin kind) {
    Path plugins = folder.resolve(kind.kind().replaceAll("\\W+", "-"));
    kind.jars(jars, plugins);
    switch (kind.end()) {
      case LEFT_OUT -> leftOut(kind, plugins, "toy.jar", ExitCode.BAD_INPUT);
      case FIRST_STAYS -> leftOut(kind, plugins, "toy2.jar", ExitCode.DONE);
      case FAILED_ROW -> failedRow(kind, plugins);
    }
  }

  private void leftOut(WrongPlugin kind, Path plugins, String jar, int codeWhereAsked) {
    Cli others = compare(plugins, "hd5870,other");
    assertThat(others.code()).as(others.all()).isEqualTo(ExitCode.DONE);
    assertThat(CsvRows.of(others.out())).isEqualTo(expected);
    assertThat(others.err())
        .startsWith("lockstep: warning: plug-in " + plugins.resolve(jar) + " is left out: ")
        .contains(kind.says())
        .hasLineCount(1);
    Cli asked = compare(plugins, "toy");
    assertThat(asked.code()).as(asked.all()).isEqualTo(codeWhereAsked);
    assertThat(asked.err()).contains(jar, kind.says());
    String outcome =
        "Exit code 0 with the warning that "
            + jar
            + " is left out; "
            + codeWhereAsked
            + " with `-d toy`";
    page.row(kind.kind(), outcome, others.err().strip(), plugins);
  }

  private void failedRow(WrongPlugin kind, Path plugins) {
    Cli cli = compare(plugins, "hd5870,toy,other");
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.FAILED);
    Map<String, Map<String, String>> rows = CsvRows.of(cli.out());
    Map<String, String> toy = rows.remove("toy");
    assertThat(rows).isEqualTo(expected);
    assertThat(toy).containsEntry("status", "failed");
    assertThat(toy.get("message")).contains(kind.says());
    page.row(kind.kind(), "Exit code 1; the row of the toy fails", toy.get("message"), plugins);
  }
}
