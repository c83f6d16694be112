// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Run = save + load + run, at any tick, on all families. */
@Tag("slow")
class CheckpointTest {
  @TempDir Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** The tick at which a run's last launch ends. */
  private long end(List<String> run) {
    Cli never =
        Cli.run(with(run, "--checkpoint-at", "" + Long.MAX_VALUE, "--checkpoint", file("n")));
    assertThat(never.code()).as(never.all()).isEqualTo(ExitCode.BAD_INPUT);
    Matcher tick =
        Pattern.compile("ended at tick (\\d+); nothing was written").matcher(never.err());
    assertThat(tick.find()).as(never.all()).isTrue();
    assertThat(folder.resolve("n")).doesNotExist();
    return Long.parseLong(tick.group(1));
  }

  private static String[] with(List<String> run, String... more) {
    List<String> all = new ArrayList<>(run);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @ParameterizedTest
  @DisplayName("at random ticks the resumed run gives the bytes of the whole one")
  @CsvSource({
    "matmul, hd5870",
    "matmul, hd6970",
    "matmul, mi300a",
    "matmul, gtx280",
    "floyd, gtx280",
    "histogram, mi300a",
    "spmv, hd5870",
    "bitonic, hd6970",
    "frontier, hd5870",
  })
  void randomTicks(String workload, String device) {
    resumes(Cli.workload(workload), device, 3);
  }

  @ParameterizedTest
  @DisplayName("at random ticks of a program with streams, too, on one thread and several")
  @CsvSource({
    "both_ways, gtx280",
    "both_ways, mi100",
    "two_kernels, hd6970",
    "two_kernels, mi300a"
  })
  void randomTicksOfStreams(String example, String device) {
    resumes(Cli.example(example), device, 2);
  }

  private String[] observed(String name) {
    return new String[] {
      "--timeline", file(name + ".t.pftrace"),
      "--series", file(name + ".s.csv")
    };
  }

  private Stream<String> rows(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name + ".s.csv")).stream().skip(1);
  }

  private static long begin(String row) {
    return Long.parseLong(row.split(",")[1]);
  }

  /** Rows of intervals that begin after a tick. */
  private List<String> rowsAfter(String name, long tick) throws IOException {
    return rows(name).filter(row -> begin(row) > tick).toList();
  }

  /** Launches and transfers that end after a tick, whatever their track's number. */
  private List<String> operationsAfter(String name, long tick) throws Exception {
    PerfettoFile trace = PerfettoFile.read(folder.resolve(name + ".t.pftrace"));
    return trace.slices.stream()
        .filter(s -> s.end() > tick)
        .filter(s -> trace.names.get(s.track()).matches("launches|kernels .*|transfers .*"))
        .map(s -> trace.names.get(s.track()) + " " + s.start() + "-" + s.end() + s.arguments())
        .sorted()
        .toList();
  }

  private void resumes(String workload, String device, int ticks) {
    List<String> run = List.of("profile", workload, "-d", device, "-f", "json", "--per-unit");
    Cli whole = Cli.run(with(run));
    assertThat(whole.code()).as(whole.all()).isZero();
    long end = end(run);
    Random random = new Random((Path.of(workload).getFileName() + device).hashCode());
    for (int i = 0; i < ticks; i++) {
      long tick = i == 0 ? 0 : random.nextLong(end);
      String[] at = {"--checkpoint-at", "" + tick, "--checkpoint", file("c.lkcp")};
      Cli saved = Cli.run(with(run, at));
      assertThat(saved.out()).as("tick " + tick).isEqualTo(whole.out());
      String[] threads = {"--threads", "" + (1 + i % 2)};
      Cli resumed =
          Cli.run(
              with(
                  List.of("profile", "--resume", file("c.lkcp"), "-f", "json", "--per-unit"),
                  threads));
      assertThat(resumed.out()).as("tick %s %s", tick, resumed.err()).isEqualTo(whole.out());
    }
  }

  @ParameterizedTest
  @DisplayName("by line, in series and timelines, a resumed program goes on as it was")
  @CsvSource({"double_buffer, gtx280", "both_ways, hd5870", "two_kernels, mi300a"})
  void observedStreams(String example, String device) throws Exception {
    List<String> run =
        List.of("profile", Cli.example(example), "-d", device, "-f", "json", "--by-line");
    Cli whole = Cli.run(with(run, observed("whole")));
    assertThat(whole.code()).as(whole.all()).isZero();
    long end = end(run);
    Random random = new Random((example + device).hashCode());
    for (int i = 0; i < 2; i++) {
      long tick = random.nextLong(end);
      String[] at = {"--checkpoint-at", "" + tick, "--checkpoint", file("c.lkcp")};
      Cli saved = Cli.run(with(List.of(with(run, observed("saved"))), at));
      assertThat(saved.out()).as("tick %s %s", tick, saved.err()).isEqualTo(whole.out());
      for (String name : List.of("t.pftrace", "s.csv")) {
        assertThat(folder.resolve("saved." + name))
            .as("tick %s, %s", tick, name)
            .hasSameBinaryContentAs(folder.resolve("whole." + name));
      }
      List<String> resume =
          List.of("profile", "--resume", file("c.lkcp"), "-f", "json", "--by-line");
      Cli rest = Cli.run(with(resume, observed("rest")));
      assertThat(rest.out()).as("tick %s %s", tick, rest.err()).isEqualTo(whole.out());
      // A checkpoint waits for the first events from its tick on: their interval is not whole.
      long first = rows("rest").mapToLong(CheckpointTest::begin).min().orElseThrow();
      assertThat(rowsAfter("rest", Math.max(tick, first)))
          .as("series after tick %s", tick)
          .isEqualTo(rowsAfter("whole", Math.max(tick, first)))
          .isNotEmpty();
      assertThat(operationsAfter("rest", tick))
          .as("launches and transfers after tick %s", tick)
          .isEqualTo(operationsAfter("whole", tick))
          .isNotEmpty();
    }
  }

  @Test
  @DisplayName("a run resumed in its second launch keeps the remark about the first one's kernel")
  void aResumedRunKeepsTheRemarkAboutAnEarlierKernel() throws IOException {
    Scratch scratch = new Scratch(folder);
    scratch.write(
        "k.ptx",
        """
        .version 8.5
        .target sm_50
        .address_size 64
        .visible .entry narrow(.param .u64 p0)
        {
          .reg .pred %p<3>;
          .reg .b32 %r<2>;
          .reg .b64 %rd<2>;
          ld.param.u64 %rd1, [p0];
          mov.u32 %r1, %tid.x;
          setp.lt.u32 %p1, %r1, 40;
          vote.sync.all.pred %p2, %p1, -1;
          @%p2 st.global.u32 [%rd1], %r1;
          ret;
        }
        .visible .entry plain(.param .u64 p0)
        {
          .reg .b64 %rd<2>;
          ld.param.u64 %rd1, [p0];
          st.global.u32 [%rd1+4], 7;
          ret;
        }
        """);
    String workload =
        scratch.write(
            "w.yaml",
            """
            name: w
            kernels: k.ptx
            buffers: {o: {type: u32, count: 64, init: zero}}
            steps:
              - {launch: narrow, grid: [1], block: [64], args: [o]}
              - {launch: plain, grid: [1], block: [1], args: [o]}
            """);
    List<String> run = List.of("run", workload, "-d", "mi100", "-f", "json");
    long late = end(run) - 1;
    Cli whole = Cli.run(with(run, "--checkpoint-at", "" + late, "--checkpoint", file("c")));
    assertThat(whole.out()).as(whole.err()).contains("kernel 'narrow' fixes the width at 32");
    Cli resumed = Cli.run("run", "--resume", file("c"), "-f", "json");
    assertThat(resumed.out()).as(resumed.err()).isEqualTo(whole.out());
  }

  @Test
  @DisplayName("a resumed run can be resumed again, watched, from a trace, on other threads")
  void aResumedRunCanBeResumedAgain() throws Exception {
    List<String> run =
        List.of("profile", Cli.workload("bitonic"), "-d", "mi300a", "-f", "json", "--per-unit");
    Cli whole = Cli.run(with(run));
    long end = end(run);
    String trace = file("t.lkt");
    assertThat(Cli.run("record", Cli.workload("bitonic"), "-o", trace).code()).isZero();
    Cli first =
        Cli.run(
            with(
                run, "--checkpoint-at", "" + end / 3, "--checkpoint", file("a"), "--threads", "2"));
    assertThat(first.out()).isEqualTo(whole.out());
    Cli second =
        Cli.run(
            "profile",
            trace,
            "-d",
            "mi300a",
            "-f",
            "json",
            "--per-unit",
            "--resume",
            file("a"),
            "--checkpoint-at",
            "" + end / 2,
            "--checkpoint",
            file("b"),
            "--timeline",
            file("t.pftrace"),
            "--series",
            file("s.csv"));
    assertThat(second.out()).as(second.err()).isEqualTo(whole.out());
    assertThat(PerfettoFile.read(folder.resolve("t.pftrace")).names).containsValue("launches");
    Cli third = Cli.run(with(run, "--resume", file("b"), "--shuffle-ties", "3"));
    assertThat(third.out()).as(third.err()).isEqualTo(whole.out());
  }
}
