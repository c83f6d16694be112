// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.run.Failure;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.work.DriverLock;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("a sweep in a folder")
class SweepFolderTest {
  @TempDir Path folder;

  private Path sweep(String name) {
    return folder.resolve(name);
  }

  /** Makes a sweep, or goes on with it. */
  private Cli make(String name, String... more) {
    List<String> words = new ArrayList<>(List.of("sweep", Cli.workload("vecadd")));
    words.addAll(List.of("-d", "hd5870,gtx280", "-o", sweep(name) + "/"));
    words.addAll(List.of(more));
    return Cli.run(words.toArray(String[]::new));
  }

  private static List<Path> files(Path under, String ending) throws IOException {
    try (Stream<Path> all = Files.list(under)) {
      return all.filter(f -> f.toString().endsWith(ending)).sorted().toList();
    }
  }

  @Test
  @DisplayName("has a row of each point, and is done when it is asked for again")
  void hasARowOfEachPointAndIsDoneWhenItIsAskedForAgain() throws Exception {
    Cli first = make("a", "--set", "dram.bandwidth=*1,*0.5");
    assertThat(first.code()).as(first.all()).isEqualTo(ExitCode.DONE);
    assertThat(first.out()).isEqualTo("4 of 4 points done: 4 ok, verified\n");
    assertThat(SweepRows.of(sweep("a"))).containsOnlyKeys(0L, 1L, 2L, 3L);
    assertThat(make("a", "--set", "dram.bandwidth=*1,*0.5").out()).isEqualTo(first.out());
    assertThat(Cli.run("sweep", "resume", sweep("a").toString()).out()).isEqualTo(first.out());
    assertThat(files(sweep("a").resolve("results"), ".seg")).hasSize(1);
  }

  @Test
  @DisplayName("says of points that nothing was expected of that they are not verified")
  void saysOfPointsThatNothingWasExpectedOfThatTheyAreNotVerified() throws Exception {
    String example = Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString();
    Cli first =
        Cli.run(
            ("sweep " + example + " -d hd5870,gtx280 --param n=1024,2048 -o " + sweep("a") + "/")
                .split(" "));
    assertThat(first.out()).as(first.all()).isEqualTo("4 of 4 points done: 4 ok, not verified\n");
    Cli status = Cli.run("sweep", "status", sweep("a").toString());
    assertThat(status.out()).contains("ok, not verified").doesNotContain("ok, verified");
    String json = Cli.run("sweep", "status", sweep("a").toString(), "-f", "json").out();
    assertThat(json).contains("\"ok\" : 4", "\"verified\" : 0", "\"not_verified\" : 4");
    Cli report = Cli.run("sweep", "report", sweep("a").toString());
    assertThat(report.code()).as(report.all()).isZero();
    assertThat(Files.readString(sweep("a").resolve("report.html")))
        .contains(
            "4 points: 4 ok, not verified", "least seconds among points of equal workload, n");
    Cli best = Cli.run("sweep", "best", sweep("a").toString(), "-f", "csv");
    assertThat(best.out().lines()).hasSize(3); // the best of each size
    assertThat(Cli.run("sweep", "best", sweep("a").toString(), "--per", "workload").out())
        .startsWith("least seconds among points of equal workload; 4 points");
  }

  @Test
  @DisplayName("is exported as csv, json or table")
  void isExportedAsCsvJsonOrTable() throws Exception {
    make("a");
    String name = sweep("a").toString();
    String csv = Cli.run("sweep", "export", name).out();
    assertThat(Cli.run("sweep", "export", name, "-f", "csv").out()).isEqualTo(csv);
    assertThat(Cli.run("sweep", "export", name, "--csv").out()).isEqualTo(csv);
    com.fasterxml.jackson.databind.JsonNode json =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(Cli.run("sweep", "export", name, "--format", "json").out());
    assertThat(json.get("results")).hasSize(2);
    assertThat(json.get("results").get(0).get("key").asText()).hasSize(64);
    assertThat(Cli.run("sweep", "export", name, "-f", "table").out()).contains("hd5870", "gtx280");
    assertThat(Cli.run("sweep", "export", name, "-f", "json", "--csv").code())
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  @DisplayName("keeps the folders of --plugin-path for those that go on with it")
  void keepsTheFoldersOfPluginPath() throws Exception {
    Path plugins = Files.createDirectories(folder.resolve("plugins"));
    make("a", "--plugin-path", plugins.toString());
    assertThat(Files.readString(sweep("a").resolve("plan.json")))
        .contains("\"plugin_path\":[\"" + plugins.toAbsolutePath() + "\"]");
    assertThat(io.lockstep.sweep.store.SweepFolder.open(sweep("a")).plugins())
        .containsExactly(plugins.toAbsolutePath());
    Files.delete(files(sweep("a").resolve("results"), ".seg").get(0));
    Cli resumed = Cli.run("sweep", "resume", sweep("a").toString());
    assertThat(resumed.out()).contains("2 of 2 points done");
  }

  @Test
  @DisplayName("of a file that says 'workload' for 'workloads' is refused with its place")
  void ofAFileThatSaysWorkloadForWorkloadsIsRefusedWithItsPlace() throws Exception {
    Path file = folder.resolve("s.yaml");
    Files.writeString(file, "devices: hd5870\nworkload: matmul.yaml\n");
    Cli run = Cli.run("sweep", file.toString(), "-o", sweep("a") + "/");
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err())
        .contains(file + ":2:1: unknown key 'workload'; did you mean 'workloads'?");
  }

  @Test
  @DisplayName("of another plan is not touched, and it is said what differs")
  void ofAnotherPlanIsNotTouchedAndItIsSaidWhatDiffers() {
    make("a");
    Cli other = make("a", "--set", "dram.bandwidth=*0.5");
    assertThat(other.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other.err()).contains("is a sweep of another plan", "dram.bandwidth");
    assertThat(SweepRows.of(sweep("a"))).hasSize(2);
  }

  @Test
  @DisplayName("is not made where other files lie, nor with options that it would not keep")
  void isNotMadeWhereOtherFilesLieNorWithOptionsThatItWouldNotKeep() throws Exception {
    Files.createDirectories(sweep("b"));
    Files.writeString(sweep("b").resolve("thesis.tex"), "");
    assertThat(make("b").all()).startsWith("exit 3").contains("thesis.tex");
    assertThat(make("c", "--per-unit").all()).startsWith("exit 2").contains("--per-unit");
    assertThat(make("c", "-f", "json").all()).startsWith("exit 2").contains("--format");
    assertThat(sweep("c")).doesNotExist();
  }

  @Test
  @DisplayName("whose workload was changed computes its rows anew, without a violation")
  void whoseWorkloadWasChangedComputesItsRowsAnewWithoutAViolation() throws Exception {
    Path workload = folder.resolve("w.yaml");
    Path original = Path.of(Cli.workload("vecadd"));
    String kernels = original.resolveSibling("../kernels").normalize() + "/";
    String text = Files.readString(original).replace("../kernels/", kernels);
    text = text.substring(0, text.indexOf("expect:"));
    Files.writeString(workload, text);
    List<String> words = List.of("sweep", workload.toString(), "-d", "hd5870,gtx280", "-o");
    Cli.run(Stream.concat(words.stream(), Stream.of(sweep("a") + "/")).toArray(String[]::new));
    Files.delete(files(sweep("a").resolve("results"), ".seg").get(0));
    Cli half = Cli.run("sweep", "shard", "1/2", sweep("a").toString());
    assertThat(half.all()).startsWith("exit 0").doesNotContain("changed files");
    Map<Long, String> before = SweepRows.of(sweep("a"));
    assertThat(before).hasSize(1);
    Files.writeString(workload, text.replaceFirst("seed: *[0-9]+", "seed: 4711"));
    Cli changed = Cli.run("sweep", "resume", sweep("a").toString());
    assertThat(changed.all()).startsWith("exit 0").doesNotContain("violation");
    assertThat(changed.err()).contains("1 row is of changed files: computed anew");
    Map<Long, PointOutcome> after = SweepRows.outcomes(sweep("a"));
    assertThat(SweepRows.of(sweep("a")))
        .hasSize(2)
        .doesNotContainEntry(0L, before.get(0L))
        .doesNotContainEntry(1L, before.get(1L));
    assertThat(after.values().stream().map(o -> o.result().traceSha256()).distinct()).hasSize(1);
    assertThat(Cli.run("sweep", "resume", sweep("a").toString()).err()).isEmpty();
  }

  @Test
  @DisplayName("whose plan was changed is refused")
  void whosePlanWasChangedIsRefused() throws Exception {
    make("a", "--set", "dram.bandwidth=*0.5");
    Path plan = sweep("a").resolve("sweep.yaml");
    Files.writeString(plan, Files.readString(plan).replace("*0.5", "*0.6"));
    Cli resumed = Cli.run("sweep", "resume", sweep("a").toString());
    assertThat(resumed.all()).startsWith("exit 3").contains("was changed since");
  }

  @Tag("slow")
  @Test
  @DisplayName("has the same rows from threads, from shards, and from traces of other processes")
  void hasTheSameRowsFromThreadsFromShardsAndFromTracesOfOtherProcesses() throws Exception {
    String yaml =
        "workloads: [atomics, bitonic_steps, cu_texconst]\n"
            + "devices: [mi100, gtx280]\nset: {dram.bandwidth: ['*1', '*0.5']}\n";
    for (String name : List.of("atomics", "bitonic_steps", "cu_texconst")) {
      yaml = yaml.replaceAll("([\\[ ])" + name + "([,\\]])", "$1" + Cli.workload(name) + "$2");
    }
    Path file = Files.writeString(folder.resolve("s.yaml"), yaml);
    for (String name : List.of("threads", "executed", "replayed")) {
      if (name.equals("threads")) {
        Cli made = Cli.run("sweep", file.toString(), "-o", sweep(name) + "/", "--threads", "2");
        assertThat(made.out()).as(made.all()).contains("12 of 12 points done");
      } else {
        Files.createDirectories(sweep(name).resolve("results"));
        for (String part : List.of("sweep.yaml", "plan.json")) {
          Files.copy(sweep("threads").resolve(part), sweep(name).resolve(part));
        }
      }
    }
    assertThat(sweep("threads").resolve("cache")).doesNotExist();
    String executed = sweep("executed").toString();
    assertThat(Cli.run("sweep", "shard", "2/2", executed).err()).isEmpty();
    assertThat(SweepRows.of(sweep("executed")).size()).isBetween(3, 9);
    assertThat(Cli.run("sweep", "shard", "1/2", executed).err()).isEmpty();
    assertThat(SweepRows.of(sweep("executed"))).isEqualTo(SweepRows.of(sweep("threads")));

    Path cache = sweep("replayed").resolve("cache");
    Files.createDirectories(cache);
    List<Path> traces = files(sweep("executed").resolve("cache"), ".lkt");
    assertThat(traces).hasSize(3);
    for (Path trace : traces) {
      Files.copy(trace, cache.resolve(trace.getFileName()));
    }
    Path damaged = cache.resolve(traces.get(0).getFileName());
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2] ^= 4;
    Files.write(damaged, bytes);
    Object kept = Files.getAttribute(cache.resolve(traces.get(1).getFileName()), "unix:ino");
    assertThat(Cli.run("sweep", "shard", "1/1", sweep("replayed").toString()).err()).isEmpty();
    assertThat(SweepRows.of(sweep("replayed"))).isEqualTo(SweepRows.of(sweep("threads")));
    assertThat(damaged).hasSameBinaryContentAs(traces.get(0)); // made again
    if (FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
      assertThat(Files.getAttribute(cache.resolve(traces.get(1).getFileName()), "unix:ino"))
          .isEqualTo(kept); // replayed, not executed and written
    }
  }

  @Test
  @DisplayName("goes on behind what was flipped, cut and copied, and has the rows that it had")
  void goesOnBehindWhatWasFlippedCutAndCopiedAndHasTheRowsThatItHad() throws Exception {
    make("a", "--set", "dram.bandwidth=*1,*0.5,*0.25,*2");
    Map<Long, String> rows = SweepRows.of(sweep("a"));
    Path segment = files(sweep("a").resolve("results"), ".seg").get(0);
    byte[] bytes = Files.readAllBytes(segment);
    Files.copy(segment, segment.resolveSibling("copied.seg"));
    Files.write(segment.resolveSibling("copied.seg"), Arrays.copyOf(bytes, 2000));
    bytes[bytes.length / 2] ^= 16;
    Files.write(segment, Arrays.copyOf(bytes, bytes.length - 3));
    assertThat(SweepRows.of(sweep("a")).size()).isBetween(5, 7);
    Cli resumed = Cli.run("sweep", "resume", sweep("a").toString());
    assertThat(resumed.code()).as(resumed.all()).isEqualTo(ExitCode.DONE);
    assertThat(resumed.err()).contains("checksum differs", "has no end");
    assertThat(SweepRows.of(sweep("a"))).isEqualTo(rows);
  }

  @Test
  @DisplayName("has one row that fails where a workload cannot be read, and the others")
  void hasOneRowThatFailsWhereAWorkloadCannotBeReadAndTheOthers() throws Exception {
    Path bad = folder.resolve("bad.yaml");
    Files.copy(Path.of(Cli.workload("vecadd")), bad);
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "workloads: ['" + Cli.workload("matmul") + "', bad.yaml]\ndevices: [gtx280]\n");
    // Kernels are found beside workloads: this one's is not.
    Cli made = Cli.run("sweep", file.toString(), "-o", sweep("a") + "/");
    assertThat(made.code()).as(made.all()).isEqualTo(ExitCode.FAILED);
    assertThat(made.out()).isEqualTo("2 of 2 points done: 1 ok, verified; 1 failed\n");
    Map<Long, PointOutcome> rows = new TreeMap<>(SweepRows.outcomes(sweep("a")));
    assertThat(rows.get(1L).result().failure()).isEqualTo(Failure.INPUT);
    assertThat(rows.get(1L).result().message()).contains("bad.yaml");
  }

  @Test
  @DisplayName("ends with the first bad point where that is asked for, and goes on when resumed")
  void endsWithTheFirstBadPointWhereThatIsAskedForAndGoesOnWhenResumed() throws Exception {
    Files.copy(Path.of(Cli.workload("vecadd")), folder.resolve("bad.yaml"));
    String good = Cli.workload("vecadd");
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "workloads: [bad.yaml, '" + good + "']\ndevices: [gtx280, hd5870, mi100]\n");
    Cli made = Cli.run("sweep", "" + file, "-o", sweep("a") + "/", "--threads", "1", "--fail-fast");
    assertThat(made.code()).as(made.all()).isEqualTo(ExitCode.FAILED);
    assertThat(made.err()).contains("first point without a good result", "sweep resume");
    assertThat(SweepRows.of(sweep("a")).size()).isLessThan(6);
    Cli resumed = Cli.run("sweep", "resume", sweep("a").toString());
    assertThat(resumed.out()).isEqualTo("6 of 6 points done: 3 ok, verified; 3 failed\n");
  }

  @Test
  @DisplayName("keeps a point's limit of time, sets it aside and tries it again when asked to")
  void keepsAPointsLimitOfTimeSetsItAsideAndTriesItAgainWhenAskedTo() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "workloads: ['"
                + Cli.workload("matmul")
                + "']\ndevices: [mi300a]\nlimits: {time: 1ms}\n");
    Cli made = Cli.run("sweep", "" + file, "-o", sweep("a") + "/");
    assertThat(made.all()).startsWith("exit 1").contains("1 set aside");
    PointOutcome late = SweepRows.outcomes(sweep("a")).get(0L);
    assertThat(late.result().failure()).isEqualTo(Failure.TIME_LIMIT);
    assertThat(late.provenance().attempt()).isEqualTo(1);
    for (String retry : List.of("", "--retry")) {
      int before = files(sweep("a").resolve("results"), ".seg").size();
      Cli.run(
          retry.isEmpty()
              ? new String[] {"sweep", "resume", "" + sweep("a")}
              : new String[] {"sweep", "resume", "" + sweep("a"), retry});
      assertThat(files(sweep("a").resolve("results"), ".seg"))
          .hasSize(before + (retry.isEmpty() ? 0 : 1));
    }
  }

  @Test
  @DisplayName("that was cancelled is left by whoever works on it, and goes on when it is resumed")
  void thatWasCancelledIsLeftByWhoeverWorksOnItAndGoesOnWhenItIsResumed() throws Exception {
    make("a");
    Files.delete(files(sweep("a").resolve("results"), ".seg").get(0));
    assertThat(Cli.run("sweep", "cancel", sweep("a").toString()).code()).isZero();
    Cli shard = Cli.run("sweep", "shard", "1/1", sweep("a").toString());
    assertThat(shard.all()).startsWith("exit 130").contains("cancelled", "sweep resume");
    assertThat(SweepRows.of(sweep("a"))).isEmpty();
    assertThat(Cli.run("sweep", "resume", sweep("a").toString()).code()).isZero();
    assertThat(SweepRows.of(sweep("a"))).hasSize(2);
  }

  @Test
  @DisplayName("refuses a second driver with who is at it; without locks, two lose nothing")
  void refusesASecondDriverWithWhoIsAtItWithoutLocksTwoLoseNothing() throws Exception {
    String[] many = {"--set", "dram.bandwidth=*1,*0.9,*0.8,*0.7,*0.6,*0.5"};
    make("alone", many);
    make("a");
    DriverLock lock = DriverLock.take(sweep("a"));
    Cli second = Cli.run("sweep", "resume", sweep("a").toString());
    lock.close();
    assertThat(second.code()).isEqualTo(ExitCode.USAGE);
    assertThat(second.err()).contains("process " + ProcessHandle.current().pid(), " since ");
    System.setProperty("lockstep.sweep.lock", "off");
    try {
      Cli[] ended = new Cli[1];
      Thread other = new Thread(() -> ended[0] = make("both", many));
      other.start();
      Cli own = make("both", many);
      other.join();
      assertThat(own.code()).as(own.all()).isZero();
      assertThat(ended[0].code()).as(ended[0].all()).isZero();
    } finally {
      System.clearProperty("lockstep.sweep.lock");
    }
    assertThat(SweepRows.of(sweep("both"))).isEqualTo(SweepRows.of(sweep("alone")));
  }

  @Test
  @DisplayName("computes the shards of a round and nothing else")
  void computesTheShardsOfARoundAndNothingElse() throws Exception {
    make("a", "--set", "dram.bandwidth=*1,*0.5");
    Files.delete(files(sweep("a").resolve("results"), ".seg").get(0));
    Path round = Files.writeString(folder.resolve("0001.json"), "{\"shards\":[[[1,2]],[[0,0]]]}");
    String[] words = {"sweep", "shard", "1/2", sweep("a").toString(), "--round", "" + round};
    Cli shard = Cli.run(words);
    assertThat(shard.out()).as(shard.all()).isEqualTo("2 of 2 points done: 2 ok, verified\n");
    assertThat(SweepRows.of(sweep("a"))).containsOnlyKeys(1L, 2L);
    words[2] = "1/3";
    assertThat(Cli.run(words).all()).startsWith("exit 2").contains("has 2 shards, not 3");
    words[2] = "3/2";
    assertThat(Cli.run(words).all()).startsWith("exit 2").contains("found '3/2'");
  }
}
