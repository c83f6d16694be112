// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** .ci/lines: a module with more lines of code than its limit fails the run. */
@EnabledIf(
    value = "io.lockstep.cli.ScriptsTest#hasPython",
    disabledReason = "wants Python (Debian: python3)")
class LinesTest {
  private static final String SOURCE =
      """
      // a comment
      /* another,
         of two lines */
      class A {

        String a = "/* no comment";
        char b = '"'; // a quote
        String c = \"""
            // text

            "quoted" \\\""" text
            \""";  /* a comment
        behind the code */ int d;
      }
      """;
  private static final int CODE_LINES = 10;

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void copyTheScriptIntoATree() throws IOException {
    shell = Shell.in(folder);
    for (String script : new String[] {"run", "lines"}) {
      Path copy =
          write(".ci/" + script, Files.readString(Shell.REPOSITORY.resolve(".ci").resolve(script)));
      assertThat(copy.toFile().setExecutable(true)).isTrue();
    }
    write("some-module/src/main/java/A.java", SOURCE);
    write("some-module/src/test/java/ATest.java", "class ATest {}\n");
    limits("sim-cli\t100\tfirst count\nsome-module\t" + CODE_LINES + "\tfirst count\n");
  }

  private Path write(String name, String text) throws IOException {
    Path file = shell.root().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void limits(String rows) throws IOException {
    write(".ci/lines.tsv", "module\tlimit\treason of the last raise\n" + rows);
  }

  private Cli lines(String... words) throws Exception {
    String[] call = new String[1 + words.length];
    call[0] = ".ci/lines";
    System.arraycopy(words, 0, call, 1, words.length);
    return shell.run(Map.of(), call);
  }

  private String table() throws IOException {
    return Files.readString(shell.root().resolve(".ci/lines.tsv"));
  }

  @Test
  @DisplayName("lines of Java and C in src/main count that have more than blanks and comments")
  void countsLinesThatHaveMoreThanBlanksAndComments() throws Exception {
    Cli cli = lines();
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out())
        .isEqualTo("lines: 10 lines of code in 2 modules, each within its limit\n");
    write("some-module/src/main/resources/native/a.c", "/* a\n */\nint a; // it's\n\nint b;\n");
    assertThat(lines().out()).contains("some-module has 12 lines of code, 2 more than its limit");
  }

  @Test
  @DisplayName("a module above its limit fails the stage, which says by how much")
  void aModuleAboveItsLimitFailsTheStage() throws Exception {
    limits("sim-cli\t100\tfirst count\nsome-module\t7\tfirst count\n");
    Cli cli = shell.run(Map.of(), ".ci/run", "lines");
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out())
        .startsWith("lines: some-module has 10 lines of code, 3 more than its limit of 7\n");
  }

  @Test
  @DisplayName("a module without a limit fails, as does a limit without a module")
  void aModuleWithoutALimitFails() throws Exception {
    limits("sim-cli\t100\tfirst count\nother\t10\tfirst count\n");
    Cli cli = lines();
    assertThat(cli.code()).isEqualTo(1);
    assertThat(cli.out())
        .contains("some-module has 10 lines of code and no limit")
        .contains("other has a limit, but no src/main");
    limits("some-module 10\n");
    assertThat(lines().err())
        .contains(".ci/lines.tsv:2: expected a module, a limit and a reason, separated by tabs");
  }

  @Test
  @DisplayName("--write lowers limits to the next hundred and at most 2 %, and keeps reasons")
  void writeLowersLimits() throws Exception {
    write("some-module/src/main/java/B.java", "int a;\n".repeat(9_940));
    write("third/src/main/java/C.java", "int a;\n".repeat(500));
    limits("sim-cli\t0\tx\nsome-module\t20000\ta part\nthird\t700\tanother\n");
    Cli cli = lines("--write");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(table())
        .endsWith("sim-cli\t0\tx\nsome-module\t10000\ta part\nthird\t500\tanother\n");
    write("third/src/main/java/C.java", "int a;\n".repeat(401));
    lines("--write");
    assertThat(table()).contains("third\t409\tanother");
  }

  @Test
  @DisplayName("--write raises a limit only with a reason, which stands beside it")
  void writeRaisesALimitOnlyWithAReason() throws Exception {
    limits("sim-cli\t100\tfirst count\nsome-module\t7\tfirst count\n");
    Cli none = lines("--write");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("some-module: more lines than before; write why");
    assertThat(table()).contains("some-module\t7\tfirst count");
    assertThat(lines("--write", "a second part").code()).isZero();
    assertThat(table())
        .contains("some-module\t10\ta second part")
        .contains("sim-cli\t0\tfirst count");
    assertThat(lines().code()).isZero();
  }
}
