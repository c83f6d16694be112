// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.study.store.PointOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@DisplayName("a sweep whose plug-in is rebuilt between two of its rows")
class SweepBuildsTest {
  private static final ToyVariant FIRST = ToyVariant.of("first");
  private static final ToyVariant SLOWER =
      ToyVariant.of("slower")
          .with(
              "ToyUnit.java",
              "empty = false;\n    }\n    wake(w, tick + 1);",
              "empty = false;\n    }\n    wake(w, tick + 301);");

  @TempDir static Path compiled;
  private static ToyJars jars;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException {
    jars = ToyJars.of(compiled, List.of(FIRST, SLOWER));
  }

  private Path plugins() {
    return folder.resolve("plugins");
  }

  /** Replaces the plug-in; under another name, since this process keeps the jar open. */
  private void plugin(ToyVariant variant) throws IOException {
    Files.deleteIfExists(plugins().resolve("first.jar"));
    jars.jar(variant, plugins(), variant.kind() + ".jar");
  }

  private Cli make(String name, String... more) {
    String[] words = {
      "sweep",
      Cli.workload("vecadd"),
      "-d",
      "toy",
      "--plugin-path",
      plugins().toString(),
      "--set",
      "unit.count=1,2,3,4",
      "-o",
      folder.resolve(name) + "/"
    };
    return Cli.run(
        java.util.stream.Stream.concat(
                java.util.Arrays.stream(words), java.util.Arrays.stream(more))
            .toArray(String[]::new));
  }

  private Cli sweep(String command, String name, String... more) {
    return Cli.run(
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("sweep", command, folder.resolve(name).toString()),
                java.util.Arrays.stream(more))
            .toArray(String[]::new));
  }

  private void shard(String part, String name) {
    Cli run = Cli.run("sweep", "shard", part, folder.resolve(name).toString());
    assertThat(run.code()).as(run.all()).isZero();
  }

  /** Half of the points are of the first build. */
  private void half(String name) throws IOException {
    plugin(FIRST);
    make(name, "--on", "none");
    shard("1/2", name);
    assertThat(SweepRows.of(folder.resolve(name))).hasSizeBetween(1, 3);
  }

  private JsonNode status(String name) throws IOException {
    return new ObjectMapper().readTree(sweep("status", name, "-f", "json").out());
  }

  @Test
  @DisplayName("counts the old rows, and resume computes them anew as if they had never been")
  void countsTheOldRowsAndResumeComputesThemAnew() throws Exception {
    half("a");
    int old = SweepRows.of(folder.resolve("a")).size();
    plugin(SLOWER);
    Cli status = sweep("status", "a");
    assertThat(status.code()).isEqualTo(ExitCode.FAILED);
    assertThat(status.err())
        .contains(old + (old == 1 ? " row" : " rows") + " of another build", "sweep resume");
    assertThat(status("a").path("other_build").asInt()).isEqualTo(old);

    Cli resumed = sweep("resume", "a");
    assertThat(resumed.all()).startsWith("exit 0").contains("of another build: computed anew");
    assertThat(resumed.all()).doesNotContain("violation");
    make("fresh");
    assertThat(sweep("export", "a").out()).isEqualTo(sweep("export", "fresh").out());
    assertThat(status("a").path("other_build").asInt()).isZero();
    assertThat(status("a").path("builds")).hasSize(1);
    assertThat(sweep("status", "a").all()).startsWith("exit 0").doesNotContain("another build");

    assertThat(sweep("resume", "a").out()).isEqualTo("4 of 4 points done: 4 ok, verified\n");
    assertThat(sweep("export", "a").out()).isEqualTo(sweep("export", "fresh").out());
  }

  @Test
  @DisplayName("keeps the old rows where that is asked for, and says which row is of which build")
  void keepsTheOldRowsWhereThatIsAskedFor() throws Exception {
    half("a");
    Map<Long, PointOutcome> old = SweepRows.outcomes(folder.resolve("a"));
    plugin(SLOWER);
    Cli resumed = sweep("resume", "a", "--keep-old");
    assertThat(resumed.all()).startsWith("exit 0").doesNotContain("computed anew", "violation");
    Map<Long, PointOutcome> all = SweepRows.outcomes(folder.resolve("a"));
    assertThat(all).hasSize(4).containsAllEntriesOf(old);
    assertThat(status("a").path("builds")).hasSize(2);
    for (String command : List.of("status", "best", "export")) {
      assertThat(sweep(command, "a").err()).as(command).contains("of another build");
    }
    assertThat(sweep("export", "a").code()).isEqualTo(ExitCode.FAILED);
    List<String> csv = sweep("export", "a", "--provenance").out().lines().toList();
    assertThat(csv.get(0)).endsWith(",version,build,plugins");
    assertThat(csv.stream().skip(1).map(line -> line.replaceAll(".*,", "")).distinct()).hasSize(2);
    assertThat(sweep("export", "a").out().lines().findFirst().orElse("")).doesNotContain("build");
    assertThat(
            sweep("query", "a", "select plugins, count(*) from points group by build, plugins")
                .out())
        .contains("first.jar:", "slower.jar:");
  }

  @Test
  @DisplayName("computes its parts anew, too, and has the rows of a sweep of one build")
  void computesItsPartsAnewToo() throws Exception {
    plugin(FIRST);
    make("a");
    plugin(SLOWER);
    assertThat(sweep("status", "a").all())
        .startsWith("exit 0") // all rows are of one build
        .contains("4 rows of another build");
    shard("2/2", "a");
    shard("1/2", "a");
    make("fresh");
    assertThat(sweep("export", "a").out()).isEqualTo(sweep("export", "fresh").out());
    assertThat(status("a").path("other_build").asInt()).isZero();
  }

  @Test
  @DisplayName("that was made before rows stated their build has rows of an unknown one")
  void thatWasMadeBeforeRowsStatedTheirBuildHasRowsOfAnUnknownOne() throws Exception {
    plugin(FIRST);
    make("a");
    Path results = folder.resolve("a").resolve("results");
    io.lockstep.sweep.store.SweepFolder sweep =
        io.lockstep.sweep.store.SweepFolder.open(folder.resolve("a"));
    Map<Long, PointOutcome> rows = SweepRows.outcomes(folder.resolve("a"));
    for (Path segment : io.lockstep.sweep.store.Segments.of(sweep)) {
      Files.delete(segment);
    }
    assertThat(results).isEmptyDirectory();
    try (var file = new io.lockstep.sweep.store.SegmentFile(sweep, "old")) {
      rows.values().forEach(o -> file.add(o.by(io.lockstep.study.store.Build.UNKNOWN, 0)));
    }
    Cli status = sweep("status", "a");
    assertThat(status.all()).startsWith("exit 0").contains("4 rows of an unknown build");
    assertThat(status("a").path("unknown_build").asInt()).isEqualTo(4);
    String before = sweep("export", "a").out();
    assertThat(sweep("resume", "a", "--keep-old").all()).startsWith("exit 0");
    assertThat(status("a").path("unknown_build").asInt()).isEqualTo(4);
    assertThat(sweep("resume", "a").all()).contains("4 rows are of another build");
    assertThat(status("a").path("unknown_build").asInt()).isZero();
    assertThat(sweep("export", "a").out()).isEqualTo(before);
  }
}
