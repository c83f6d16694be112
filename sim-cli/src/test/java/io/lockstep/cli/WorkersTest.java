// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@DisplayName("worker processes")
class WorkersTest {
  private static final String VECADD = Path.of("../examples/vecadd.yaml").toString();

  @TempDir private Path folder;
  private String lockstep;

  @BeforeEach
  void writeTheLauncher() throws IOException {
    lockstep = Program.in(folder).toString();
  }

  /** Standard output of a command by threads and, being the same, by processes. */
  private String same(int code, String... words) throws Exception {
    String threads = threads(code, words, "--jobs", "2", "--workers", "threads");
    String processes = output(code, words, "--jobs", "2", "--workers", "processes");
    assertThat(processes).isEqualTo(threads);
    return threads;
  }

  /** Standard output of a command in this process. */
  private static String threads(int code, String[] words, String... more) {
    List<String> command = new ArrayList<>(List.of(words));
    command.addAll(List.of(more));
    Cli cli = Cli.run(command.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isEqualTo(code);
    return cli.out();
  }

  private String output(int code, String[] words, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(lockstep));
    command.addAll(List.of(words));
    command.addAll(List.of(more));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isEqualTo(code);
    String own = "\"lockstep\" : \"" + Version.text() + "\""; // the process is no module
    return Files.readString(out).replace("\"lockstep\" : \"development\"", own);
  }

  @Test
  @DisplayName("give validate the rows of threads, wrong ones included")
  void giveValidateTheRowsOfThreadsWrongOnesIncluded() throws Exception {
    Path suite = folder.resolve("suite.yaml");
    String file = Path.of(VECADD).toAbsolutePath().toString();
    Files.writeString(
        suite,
        "rows:\n"
            + "- {id: A, device: gtx280, workload: FILE, measure: seconds, expected: 1e-5}\n"
                .replace("FILE", file)
            + "- {id: B, device: hd5870, set: {l1.size: 16KiB}, workload: FILE, expected: 1e-5}\n"
                .replace("FILE", file)
            + "- {id: C, device: hd5870, workload: FILE, param: {n: 0}, expected: 1e-5}\n"
                .replace("FILE", file));
    assertThat(same(3, "validate", suite.toString(), "-f", "csv")).contains("A,gtx280");
  }

  @Test
  @DisplayName("give check the values of threads for kernels that are in no file")
  void giveCheckTheValuesOfThreadsForKernelsThatAreInNoFile() throws Exception {
    assertThat(same(0, "check", "hd5450", "--only", "latency.l", "-f", "json")).contains("latency");
  }

  @Test
  @DisplayName("give whatif the text of threads, and reuse results that are kept")
  void giveWhatifTheTextOfThreadsAndReuseResultsThatAreKept() throws Exception {
    String[] whatif = {"whatif", VECADD, "-d", "gtx280", "dram.bandwidth=*2", "-f", "csv"};
    String text = same(0, whatif);
    String kept = folder.resolve("kept").toString();
    assertThat(threads(0, whatif, "--results", kept)).isEqualTo(text);
    assertThat(output(0, whatif, "--results", kept, "--workers", "processes")).isEqualTo(text);
    try (var files = Files.list(Path.of(kept))) {
      assertThat(files).isNotEmpty();
    }
  }

  @Test
  @DisplayName("of a sweep without a folder keep all digits")
  void ofASweepWithoutAFolderKeepAllDigits() throws Exception {
    String[] sweep = {"sweep", VECADD, "-d", "hd5870,gtx280", "-f", "json", "--threads", "2"};
    String threads = threads(0, sweep, "--workers", "threads");
    assertThat(output(0, sweep, "--workers", "processes")).isEqualTo(threads);
  }

  @Test
  @DisplayName("are not there to say what is wrong with a workload: the message is that of threads")
  void areNotThereToSayWhatIsWrongWithAWorkload() throws Exception {
    same(3, "whatif", folder.resolve("none.yaml").toString(), "-d", "gtx280", "clock.compute=*2");
    assertThat(Files.readString(folder.resolve("err"))).contains("none.yaml: no such file");
  }
}
