// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads and the source on a thread of its own change no byte. */
@Tag("slow")
class ThreadsTest {
  private static final String DEVICES = "hd5870,hd6970,mi300a,gtx280,a100";

  @TempDir Path folder;

  @ParameterizedTest
  @DisplayName("devices on several threads, executed and from a file")
  @CsvSource({"matmul, 2", "reduce, 4", "histogram, 2", "spmv, 3", "diverge, 4"})
  void devicesAtOnce(String name, int threads) {
    String trace = folder.resolve(name + ".lkt").toString();
    assertThat(Cli.run("record", Cli.workload(name), "-o", trace).code()).isZero();
    String devices = "hd4870,8800gtx,mi100," + DEVICES;
    Cli one = Cli.run("compare", Cli.workload(name), "-d", devices, "-f", "json");
    assertThat(one.code()).as(one.all()).isZero();
    for (String input : new String[] {Cli.workload(name), trace}) {
      Cli several =
          Cli.run("compare", input, "-d", devices, "-f", "json", "--threads", "" + threads);
      assertThat(several.out()).as(input + several.err()).isEqualTo(one.out());
    }
  }

  @ParameterizedTest
  @DisplayName("the partitions of a single device on several threads")
  @CsvSource({
    "matmul, mi300a, 2",
    "matmul, hd5870, 4",
    "spmv, gtx280, 4",
    "floyd, hd6970, 2",
    "histogram, mi100, 3"
  })
  void partitionsAtOnce(String name, String device, int threads) {
    Cli one = Cli.run("run", Cli.workload(name), "-d", device, "-f", "json");
    Cli several =
        Cli.run("run", Cli.workload(name), "-d", device, "-f", "json", "--threads", "" + threads);
    assertThat(several.out()).isEqualTo(one.out());
    assertThat(several.code()).isEqualTo(one.code());
  }

  @Test
  @DisplayName("a Tesla cut in four, on four threads")
  void aTeslaCutInFourRunsOnFourThreads() {
    String[] cut = {
      "run", Cli.workload("matmul"), "-d", "gtx280", "-f", "json", "--set", "simulation.clusters=4"
    };
    Cli one = Cli.run(cut);
    assertThat(one.code()).as(one.all()).isZero();
    String[] threaded = java.util.Arrays.copyOf(cut, cut.length + 2);
    threaded[cut.length] = "--threads";
    threaded[cut.length + 1] = "4";
    assertThat(Cli.run(threaded).out()).isEqualTo(one.out());
  }

  @Test
  @DisplayName("with permuted ties as well")
  void threadsChangeNothingWithPermutedTies() {
    Cli one = Cli.run("run", Cli.workload("reduce"), "-d", DEVICES, "-f", "json");
    Cli several =
        Cli.run(
            "run",
            Cli.workload("reduce"),
            "-d",
            DEVICES,
            "-f",
            "json",
            "--threads",
            "2",
            "--shuffle-ties",
            "7");
    assertThat(several.out()).isEqualTo(one.out());
  }

  @Test
  @DisplayName("bad numbers of threads are refused; no thread is left behind")
  void badNumbersOfThreadsAreRefused() throws InterruptedException {
    Cli none = Cli.run("run", Cli.workload("reduce"), "-d", "gtx280", "--threads", "0");
    assertThat(none.code()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("--threads: expected 1 to 256, found 0");
    Cli.run("compare", Cli.workload("reduce"), "-d", DEVICES, "--threads", "3");
    for (int i = 0; i < 100 && threads() > 0; i++) {
      Thread.sleep(10);
    }
    assertThat(threads()).isZero();
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(t -> t.getName().startsWith("lockstep-"))
        .count();
  }
}
