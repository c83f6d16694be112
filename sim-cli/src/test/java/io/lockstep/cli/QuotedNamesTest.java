// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands and YAML that Lockstep prints for files whose names need quotation marks. */
@Tag("slow")
class QuotedNamesTest {
  private static final String NAME = "it's \"a\" folder";

  @TempDir private Path temporary;
  private Path folder;
  private Path workload;
  private Cli imported;

  @BeforeEach
  void makeFiles() throws IOException {
    folder = Files.createDirectory(temporary.resolve(NAME));
    workload = folder.resolve("w's \"1\".yaml");
    Path kernel = folder.resolve("k's \"1\".ptx");
    Files.copy(Shell.REPOSITORY.resolve("examples/kernels/vecadd.ptx"), kernel);
    imported = done("import", kernel.toString(), "-o", workload.toString());
  }

  private static Cli done(String... words) {
    Cli cli = Cli.run(words);
    assertThat(cli.code()).as(cli.all()).isZero();
    return cli;
  }

  /**
   * The words behind "lockstep" of the first command in a text that begins so, as bash reads it.
   */
  private static List<String> words(String text, String command) throws Exception {
    int from = text.indexOf("lockstep " + command);
    assertThat(from).as(text).isNotNegative();
    String line = text.substring(from).lines().findFirst().orElseThrow();
    String script = "lockstep() { printf '%s\\0' \"$@\"; }; " + line;
    Process bash = new ProcessBuilder("bash", "-c", script).redirectErrorStream(true).start();
    String read = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(line + "\n" + read).isZero();
    return new ArrayList<>(List.of(read.split("\0")));
  }

  /** Runs a printed command, one word of it replaced. */
  private static Cli again(List<String> words, String blank, String by) {
    words.replaceAll(word -> word.equals(blank) ? by : word);
    return done(words.toArray(String[]::new));
  }

  @Test
  @DisplayName("the draft of a workload is read back, and the command under it runs it")
  void theDraftIsReadBackAndItsCommandRunsIt() throws Exception {
    again(words(imported.out(), "run"), "DEVICE", "hd5450");
  }

  @Test
  @DisplayName("an expectation in a file with quotation marks is read back")
  void anExpectationIsReadBack() {
    String kept = folder.resolve("c's \"1\".npy").toString();
    String trace = folder.resolve("t.lkt").toString();
    done("record", workload.toString(), "-o", trace, "--dump", "param_2=" + kept);
    done("record", workload.toString(), "--expect", "param_2=" + kept);
    assertThat(done("record", workload.toString(), "-o", trace).out()).contains("verified: yes");
    Cli refused = Cli.run("run", trace, "-d", "hd5450", "--dump", "param_2=" + kept);
    assertThat(refused.err()).contains("--dump param_2='" + kept.replace("'", "'\\''") + "'");
  }

  @Test
  @DisplayName("the command under a comparison and those on its page run")
  void theCommandsOfAComparisonRun() throws Exception {
    Path page = folder.resolve("p's \"1\".html");
    String[] compare = {
      "compare", workload.toString(), "-d", "hd5450,gtx280", "--report", page.toString()
    };
    List<String> advise = words(done(compare).out(), "advise");
    again(advise, workload.getFileName().toString(), workload.toString());
    String text = text(page);
    assertThat(words(text, "compare").get(1)).isEqualTo(workload.toString());
    assertThat(words(text, "advise"))
        .isEqualTo(List.of("advise", workload.toString(), "-d", "hd5450,gtx280"));
  }

  @Test
  @DisplayName("the commands that a sweep in such a folder prints run, and its file is read back")
  void theCommandsOfASweepRun() throws Exception {
    Path results = folder.resolve("r's \"1\"");
    String sweep = "sweep";
    String at = results + "/";
    Cli planned = done(sweep, workload.toString(), "-d", "hd5450", "-o", at, "--on", "none");
    again(words(planned.err(), "sweep shard"), "I/N", "1/1");
    Cli other = Cli.run(sweep, workload.toString(), "-d", "gtx280", "-o", at);
    assertThat(other.code()).as(other.all()).isNotZero();
    again(words(other.err(), "sweep resume"), "", "");
    Path page = folder.resolve("sweep.html");
    done(sweep, "report", results.toString(), "-o", page.toString());
    String text = text(page);
    String name = results.getFileName() + "/";
    for (String command : List.of("sweep report", "sweep export", "sweep best")) {
      assertThat(words(text, command).get(2)).as(command).isEqualTo(name);
    }
    assertThat(words(text, "sweep sweep.yaml").get(3)).isEqualTo(name);
    again(words(text, "run"), "", "");
  }

  @Test
  @DisplayName("the commands under a new device's folder name the folder")
  void theCommandsUnderANewDevicesFolderNameIt() throws Exception {
    Path device = folder.resolve("d's \"1\"");
    Cli made = done("new", "device", "quoteddevice", "-o", device.toString());
    assertThat(words(made.out(), "compare").get(3)).isEqualTo(device.resolve("target").toString());
    String mvn = made.out().replace("mvn -f", "lockstep mvn -f");
    assertThat(words(mvn, "mvn").get(2)).isEqualTo(device.toString());
  }

  /** The text of a page's commands, one a line. */
  private static String text(Path page) throws IOException {
    Matcher parts = Pattern.compile("(?<=>)[^<]*lockstep [^<]*").matcher(Files.readString(page));
    StringBuilder out = new StringBuilder();
    while (parts.find()) {
      out.append(
          parts
              .group()
              .replace("&quot;", "\"")
              .replace("&#39;", "'")
              .replace("&lt;", "<")
              .replace("&gt;", ">")
              .replace("&amp;", "&"));
      out.append('\n');
    }
    return out.toString();
  }
}
