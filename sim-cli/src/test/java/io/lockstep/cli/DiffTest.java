// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lockstep diff}: nothing where nothing differs, else the first event that does. */
@Tag("slow")
class DiffTest {
  private static final int SAME = 0;
  private static final int DIFFERENT = 1;

  @TempDir Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private Cli record(String name, String... run) {
    String[] all = Arrays.copyOf(run, run.length + 2);
    all[run.length] = "--fingerprints";
    all[run.length + 1] = file(name);
    Cli cli = Cli.run(all);
    assertThat(cli.code()).as(cli.all()).isZero();
    return cli;
  }

  @ParameterizedTest
  @DisplayName("recording changes no byte, and the sums add up to the result's fingerprint")
  @ValueSource(strings = {"hd5870", "hd6970", "mi300a", "gtx280", "a100"})
  void recordingChangesNoByteAndTheSumsAddUpToTheResultsFingerprint(String device) {
    Cli bare = Cli.run("run", Cli.workload("reduce"), "-d", device, "-f", "json");
    Cli watched = record("a.lkfp", "profile", Cli.workload("reduce"), "-d", device, "-f", "json");
    assertThat(watched.out()).isEqualTo(bare.out());
    Cli diff = Cli.run("diff", file("a.lkfp"), "-f", "json");
    assertThat(diff.code()).as(diff.all()).isEqualTo(SAME);
    String fingerprint = bare.out().replaceAll("(?s).*\"fingerprint\" : (\"\\w+\").*", "$1");
    String trace = bare.out().replaceAll("(?s).*\"trace_sha256\" : (\"\\w+\").*", "$1");
    assertThat(diff.out().split("\"fingerprint\" : " + fingerprint, -1)).hasSize(3);
    assertThat(diff.out().split("\"trace_sha256\" : " + trace, -1)).hasSize(3);
    assertThat(diff.out()).contains("\"equal\" : true").doesNotContain("\"first\"");
  }

  @Test
  @DisplayName(
      "options that watch for a stuck side are part of its request, not left out in silence")
  void optionsThatWatchForAStuckSideArePartOfItsRequest() {
    Cli diff =
        Cli.run(
            "diff", Cli.workload("vecadd"), "-d", "hd5870", "--right", "--progress-timeout 9000");
    assertThat(diff.code()).as(diff.all()).isEqualTo(SAME);
    assertThat(diff.out()).contains("--device hd5870 --progress-timeout 9000");
  }

  @ParameterizedTest
  @DisplayName("threads, ties, a trace and a checkpoint make no difference")
  @CsvSource({"hd5870, matmul", "gtx280, histogram", "mi300a, bitonic"})
  void threadsTiesATraceAndACheckpointMakeNoDifference(String device, String workload) {
    String w = Cli.workload(workload);
    String trace = file("t.lkt");
    assertThat(Cli.run("record", w, "-o", trace).code()).isZero();
    String[][] calls = {
      {"diff", w, "-d", device, "--right", "--threads 2"},
      {"diff", w, "-d", device, "--left", "--shuffle-ties 3"},
      {"diff", w, trace, "-d", device},
    };
    for (String[] call : calls) {
      Cli diff = Cli.run(call);
      assertThat(diff.code()).as(diff.all()).isEqualTo(SAME);
      assertThat(diff.out()).contains(device + ": no difference in ");
    }
    record(
        "whole.lkfp",
        "profile",
        w,
        "-d",
        device,
        "--checkpoint-at",
        "20",
        "--checkpoint",
        file("c"));
    record("rest.lkfp", "profile", "--resume", file("c"));
    Cli diff = Cli.run("diff", file("whole.lkfp"), file("rest.lkfp"));
    assertThat(diff.code()).as(diff.all()).isEqualTo(SAME);
  }

  @Test
  @DisplayName("the first event on either side is named with tick, kind and component")
  void firstEvent() {
    String w = Cli.workload("matmul");
    Cli diff =
        Cli.run("diff", w, "-d", "hd5870", "--right", "--set dram.request_latency=200cycles");
    assertThat(diff.code()).as(diff.all()).isEqualTo(DIFFERENT);
    assertThat(diff.out())
        .containsPattern("hd5870: first difference at tick [\\d,]+ \\([\\d.]+ µs\\), of ")
        .contains("the specification differs: ")
        .containsPattern("work +memory.return +cu\\[\\d+\\].memory +[1-9]\\d* +0")
        .containsPattern(" {2}left:\n( {4}tick .*\n)+ {2}> tick \\d+ memory.return at cu\\[")
        .containsPattern(" {2}right:\n( {4}tick .*\n)+ {2}> no memory.return at cu\\[.* then\n");
    Cli turned =
        Cli.run(
            "diff",
            w,
            "-d",
            "hd5870",
            "--left",
            "--set dram.request_latency=200cycles",
            "-f",
            "json");
    String tick = diff.out().replaceAll("(?s).*first difference at tick ([\\d,]+) .*", "$1");
    assertThat(turned.code()).isEqualTo(DIFFERENT);
    assertThat(turned.out())
        .contains("\"equal\" : false", "\"from_tick\" : " + tick.replace(",", "") + ",")
        .contains("\"phase\" : \"work\"", "\"left_events\" : 0", "\"before\" : [\n");
  }

  @Test
  @DisplayName("two files give the interval, and what they ask for gives the tick")
  void twoFilesGiveTheIntervalAndWhatTheyAskForGivesTheTick() {
    String[] run = {"profile", Cli.workload("transpose"), "-d", "gtx280,hd5870"};
    record("a.lkfp", run);
    String[] slower = Arrays.copyOf(run, run.length + 2);
    slower[run.length] = "--set";
    slower[run.length + 1] = "dram.trcd=16ns";
    record("b.lkfp", slower);
    Cli coarse = Cli.run("diff", file("a.lkfp"), file("b.lkfp"), "--no-rerun");
    assertThat(coarse.code()).as(coarse.all()).isEqualTo(DIFFERENT);
    assertThat(coarse.out()).doesNotContain("left:");
    Cli fine = Cli.run("diff", file("a.lkfp"), file("b.lkfp"));
    assertThat(fine.code()).as(fine.all()).isEqualTo(DIFFERENT);
    assertThat(fine.out())
        .containsPattern("gtx280: first difference at tick [\\d,]+ ")
        .containsPattern("hd5870: first difference at tick [\\d,]+ ");
    Cli now = Cli.run("diff", file("a.lkfp"), "--right", "--set dram.trcd=16ns");
    assertThat(now.out().lines().filter(l -> l.contains("first difference")).toList())
        .isEqualTo(fine.out().lines().filter(l -> l.contains("first difference")).toList());
  }

  @Test
  @DisplayName("what cannot be run again is compared to the interval, and said to be so")
  void whatCannotBeRunAgainIsComparedToTheInterval() throws IOException {
    Path trace = folder.resolve("t.lkt");
    assertThat(Cli.run("record", Cli.workload("reduce"), "-o", trace.toString()).code()).isZero();
    record("a.lkfp", "profile", trace.toString(), "-d", "gtx280");
    record("b.lkfp", "profile", trace.toString(), "-d", "gtx280", "--set", "dram.trcd=16ns");
    Files.delete(trace);
    Cli diff = Cli.run("diff", file("a.lkfp"), file("b.lkfp"));
    assertThat(diff.code()).as(diff.all()).isEqualTo(DIFFERENT);
    assertThat(diff.out()).contains("first difference", "it cannot be run again: " + trace);
    assertThat(Cli.run("record", Cli.workload("matmul"), "-o", trace.toString()).code()).isZero();
    Cli other = Cli.run("diff", file("a.lkfp"), file("b.lkfp"));
    assertThat(other.code()).as(other.all()).isEqualTo(DIFFERENT);
    assertThat(other.out()).contains("running either side again gives other events");
  }
}
