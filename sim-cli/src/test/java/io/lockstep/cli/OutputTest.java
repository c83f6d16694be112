// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.StandardOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that cannot be written is exit code 6 and one line, and never counts as success. */
@Tag("slow")
class OutputTest {
  private static final String FULL = "No space left on device";

  @TempDir Path folder;

  @AfterEach
  void unlink() throws IOException { // the folder's cleaner warns of links that lead out of it
    try (Stream<Path> files = Files.list(folder)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  /** Runs the command with a standard output that fails. */
  private Cli failing(String reason, String... args) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(reason);
          }
        };
    StringWriter err = new StringWriter();
    PrintWriter errors = new PrintWriter(err, true);
    StandardOutput output = new StandardOutput(broken, folder.resolve("descriptor"));
    int code = output.end(Main.execute(output.writer(), errors, args), errors);
    return new Cli(code, "", err.toString());
  }

  private String[] words(String command) {
    return Stream.of(command.split(" "))
        .map(word -> word.equals("W") ? Cli.workload("vecadd") : word)
        .map(word -> word.replace("TMP", folder.toString()))
        .toArray(String[]::new);
  }

  @ParameterizedTest
  @DisplayName("a command that prints to a full standard output exits 6 with one line")
  @ValueSource(
      strings = {
        "--help",
        "--version",
        "run --help",
        "help",
        "help sweep",
        "completion",
        "devices",
        "devices hd5870",
        "devices --format json",
        "run W -d hd5870",
        "run W -d hd5870 --format json",
        "run W -d hd5870 --format csv",
        "compare W -d hd5870",
        "sweep W -d hd5870",
        "inspect W",
        "inspect W --static",
        "inspect W --device hd5870",
        "record W -o TMP/w.lkt",
      })
  void fullStandardOutput(String command) {
    Cli cli = failing(FULL, words(command));
    assertThat(cli.code()).as(cli.all()).isEqualTo(6);
    assertThat(cli.err())
        .isEqualTo("lockstep: standard output: cannot be written: no space left on device\n");
  }

  @Test
  @DisplayName("a reader that has gone away ends the command quietly, as SIGPIPE would")
  void closedPipe() {
    Cli cli = failing("Broken pipe", words("devices hd5870"));
    assertThat(cli.code()).isEqualTo(141);
    assertThat(cli.err()).isEmpty();
  }

  @Test
  @DisplayName("a reader that has gone away is told by the descriptor where the message is foreign")
  void closedPipeElsewhere() throws IOException {
    Files.createSymbolicLink(folder.resolve("descriptor"), Path.of("pipe:[123]"));
    Cli cli = failing("Tubería rota", words("devices hd5870"));
    assertThat(cli.code()).isEqualTo(141);
    assertThat(cli.err()).isEmpty();
  }

  @Test
  @DisplayName("a command that prints nothing does not care about standard output")
  void nothingPrinted() {
    Cli cli = failing(FULL, words("sweep W -d hd5870 -o TMP/s.csv"));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(folder.resolve("s.csv")).isNotEmptyFile();
  }

  @Test
  @DisplayName("a wrong result keeps its exit code where it was written")
  void aWrongResultKeepsItsExitCodeWhereItWasWritten() {
    StringWriter out = new StringWriter();
    StandardOutput output =
        new StandardOutput(
            new OutputStream() {
              @Override
              public void write(int b) {
                out.write(b);
              }
            },
            folder);
    output.writer().print("rows");
    assertThat(output.end(4, new PrintWriter(new StringWriter()))).isEqualTo(4);
    assertThat(out).hasToString("rows");
  }

  @ParameterizedTest
  @DisplayName("a file on a full device is exit code 6, one line, and the link to it stays")
  @ValueSource(
      strings = {
        "sweep W -d hd5870 -o OUT.csv",
        "sweep W -d hd5870 --format json -o OUT.json",
        "record W -o OUT.lkt",
        "profile W -d hd5870 --timeline OUT.pftrace",
        "profile W -d hd5870 --series OUT.csv",
      })
  void fullDevice(String command) throws IOException {
    String name = command.substring(command.indexOf("OUT"));
    Path link = Files.createSymbolicLink(folder.resolve(name), Path.of("/dev/full"));
    Cli cli = Cli.run(words(command.replace("OUT", "TMP/OUT")));
    assertThat(cli.code()).as(cli.all()).isEqualTo(6);
    assertThat(cli.err())
        .isEqualTo("lockstep: " + link + ": cannot be written: no space left on device\n");
    assertThat(link).isSymbolicLink();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(link);
    }
  }

  @Test
  @DisplayName("results are printed although the timeline beside them cannot be written")
  void resultsBeside() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("t.pftrace"), Path.of("/dev/full"));
    Cli cli = Cli.run(words("profile W -d hd5870 --timeline " + link));
    assertThat(cli.code()).isEqualTo(6);
    assertThat(cli.out()).contains("cycles");
  }

  @Test
  @DisplayName("record -o writes what a symbolic link leads to and keeps the link")
  void recordFollowsLinks() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("w.lkt"), Path.of("real.lkt"));
    Cli cli = Cli.run("record", Cli.workload("vecadd"), "-o", link.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(Cli.run("run", link.toString(), "-d", "hd5870").code()).isZero();
  }

  @Test
  @DisplayName("a name in no folder is wrong input, exit code 3, for every file that is written")
  void noFolder() {
    for (String option : new String[] {"--timeline t.pftrace", "--series s.csv"}) {
      Cli cli = Cli.run(words("profile W -d hd5870 " + option.replace(" ", " TMP/none/")));
      assertThat(cli.code()).as(cli.all()).isEqualTo(3);
      assertThat(cli.err()).contains("cannot be written: there is no folder");
    }
  }
}
