package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    List<String> run =
        List.of("run", Cli.workload(workload), "-d", device, "-f", "json", "--per-unit");
    Cli whole = Cli.run(with(run));
    assertThat(whole.code()).as(whole.all()).isZero();
    long end = end(run);
    Random random = new Random((workload + device).hashCode());
    for (int i = 0; i < 3; i++) {
      long tick = i == 0 ? 0 : random.nextLong(end);
      String[] at = {"--checkpoint-at", "" + tick, "--checkpoint", file("c.lkcp")};
      Cli saved = Cli.run(with(run, at));
      assertThat(saved.out()).as("tick " + tick).isEqualTo(whole.out());
      Cli resumed = Cli.run("profile", "--resume", file("c.lkcp"), "-f", "json", "--per-unit");
      assertThat(resumed.out()).as("tick %s %s", tick, resumed.err()).isEqualTo(whole.out());
    }
  }

  @Test
  @DisplayName("a resumed run can be resumed again, watched, from a trace, on other threads")
  void aResumedRunCanBeResumedAgain() throws IOException {
    List<String> run = List.of("run", Cli.workload("bitonic"), "-d", "mi300a", "-f", "json");
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
            "run",
            trace,
            "-d",
            "mi300a",
            "-f",
            "json",
            "--resume",
            file("a"),
            "--checkpoint-at",
            "" + end / 2,
            "--checkpoint",
            file("b"),
            "--timeline",
            file("t.json"),
            "--series",
            file("s.csv"));
    assertThat(second.out()).as(second.err()).isEqualTo(whole.out());
    assertThat(Files.readString(folder.resolve("t.json"))).contains("\"cat\":\"launch\"");
    Cli third = Cli.run(with(run, "--resume", file("b"), "--shuffle-ties", "3"));
    assertThat(third.out()).as(third.err()).isEqualTo(whole.out());
  }
}
