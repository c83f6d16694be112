// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** .ci/skips: a test that was skipped without right fails the run. */
class SkipsTest {
  private static final String SCRIPT = Shell.REPOSITORY.resolve(".ci/skips").toString();

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void copy() throws Exception {
    shell = Shell.in(folder);
  }

  private Cli skipped(Map<String, String> environment, String type, String method)
      throws Exception {
    Path report =
        Files.writeString(
            folder.resolve("TEST-x.xml"),
            """
            <testsuite name="x">
              <testcase name="runs" classname="io.lockstep.cli.RunTest" time="0.1"/>
              <testcase name="%s" classname="%s" time="0.0">
                <skipped message="Assumption"/>
              </testcase>
            </testsuite>
            """
                .formatted(method, type));
    return shell.run(environment, "bash", SCRIPT, report.toString());
  }

  @Test
  @DisplayName("a test that was skipped for want of clang fails, and is named")
  void aTestThatWasSkippedForWantOfClangFailsAndIsNamed() throws Exception {
    Cli cli = skipped(Map.of(), "io.lockstep.frontend.source.ClangTest", "reads(String)[1]");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out())
        .startsWith("skips: io.lockstep.frontend.source.ClangTest#reads(String)[1] was skipped");
  }

  @Test
  @DisplayName("the CUDA test may be skipped where there is no nvcc, and only there")
  void theCUDATestMayBeSkippedWhereThereIsNoNvccAndOnlyThere() throws Exception {
    String type = "io.lockstep.cli.SourceWorkloadsTest";
    Path tools = Files.createDirectory(folder.resolve("few"));
    for (String tool :
        new String[] {"bash", "awk", "env"}) { // scripts, as links would be warned of
      Path script =
          Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec /usr/bin/" + tool + " \"$@\"\n");
      script.toFile().setExecutable(true);
    }
    Cli without = skipped(Map.of("PATH", tools.toString()), type, "cuda");
    assertThat(without.code()).as(without.all()).isZero();
    assertThat(without.out()).contains("#cuda: no nvcc on the PATH");
    Path nvcc = Files.writeString(tools.resolve("nvcc"), "");
    nvcc.toFile().setExecutable(true);
    assertThat(skipped(Map.of("PATH", tools.toString()), type, "cuda").code()).isEqualTo(1);
  }

  @Test
  @DisplayName("where no test has left a report the stage fails")
  void whereNoTestHasLeftAReportTheStageFails() throws Exception {
    for (String script : new String[] {"run", "skips"}) {
      Path copy = shell.root().resolve(".ci").resolve(script);
      Files.createDirectories(copy.getParent());
      Files.copy(Shell.REPOSITORY.resolve(".ci").resolve(script), copy);
      copy.toFile().setExecutable(true);
    }
    Cli none = shell.run(Map.of(), ".ci/run", "skips");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.out()).isEqualTo("skips: no report of a test\n");
    Path reports = Files.createDirectories(shell.root().resolve("m/target/surefire-reports"));
    Files.writeString(reports.resolve("TEST-x.xml"), "<testsuite>\n</testsuite>\n");
    assertThat(shell.run(Map.of(), ".ci/run", "skips").code()).isZero();
  }

  @Test
  @DisplayName("reports without skipped tests pass")
  void reportsWithoutSkippedTestsPass() throws Exception {
    Path report =
        Files.writeString(
            folder.resolve("TEST-x.xml"),
            "<testsuite>\n<testcase name=\"a\" classname=\"A\"/>\n</testsuite>\n");
    Cli cli = shell.run(Map.of(), "bash", SCRIPT, report.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
  }
}
