// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timelines and series from the command line: they say what happened and change nothing. */
@Tag("slow")
class ObserveTest {
  /** The arguments of a work-group's interval. */
  private static final Set<String> GROUP = Set.of("group", "wavefronts");

  @TempDir Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  @ParameterizedTest
  @DisplayName("a timeline holds every group and changes no byte of the result")
  @ValueSource(strings = {"hd5870", "hd6970", "mi300a", "gtx280"})
  void aTimelineHoldsEveryGroupAndChangesNoByteOfTheResult(String device) throws Exception {
    String[] plain = {"profile", Cli.workload("matmul"), "-d", device, "-f", "json", "--per-unit"};
    Cli bare = Cli.run(plain);
    Cli watched = run(plain, "--timeline", file("t.pftrace"), "--series", file("s.csv"));
    assertThat(watched.code()).as(watched.all()).isZero();
    assertThat(watched.out()).isEqualTo(bare.out());
    Cli parallel = run(plain, "--timeline", file("p.pftrace"), "--threads", "2");
    assertThat(parallel.out()).isEqualTo(bare.out());
    assertThat(folder.resolve("p.pftrace")).hasSameBinaryContentAs(folder.resolve("t.pftrace"));
    PerfettoFile trace = PerfettoFile.read(folder.resolve("t.pftrace"));
    Matcher groups = Pattern.compile("\"work_groups\" : (\\d+)").matcher(bare.out());
    assertThat(groups.find()).isTrue();
    assertThat(trace.slices.stream().filter(s -> s.arguments().keySet().equals(GROUP)))
        .hasSize(Integer.parseInt(groups.group(1)));
    assertThat(trace.names.values()).contains("cu[0]");
    assertThat(trace.slices).anyMatch(s -> s.name().equals("load"));
  }

  /**
   * Calls of probes are free only as long as one class of each kind is loaded. The verifier loads a
   * class that code assigns to a variable of its superclass.
   */
  @Test
  @DisplayName("a run that nothing observes loads no class that observes")
  void aRunThatNothingObservesLoadsNoClassThatObserves() throws Exception {
    String path =
        System.getProperty("jdk.module.path", "")
            + File.pathSeparator
            + System.getProperty("java.class.path", "");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path loaded = folder.resolve("loaded");
    List<String> command =
        List.of(
            java,
            "-Xlog:class+load:file=" + loaded,
            "-cp",
            path,
            Main.class.getName(),
            "run",
            Cli.workload("matmul"),
            "-d",
            "hd5870,mi300a,gtx280");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("out"))).isZero();
    Pattern ours =
        Pattern.compile(
            "io\\.lockstep\\.(parts|device|gcn|terascale)\\..*(Probe|Paths|Timeline) source");
    List<String> observers =
        Files.readAllLines(loaded).stream()
            .map(ours::matcher)
            .filter(Matcher::find)
            .map(m -> m.group().replaceAll(".*\\.| source", ""))
            .toList();
    assertThat(observers)
        .containsExactlyInAnyOrder(
            "RequestProbe",
            "InstructionProbe",
            "UnitProbe",
            "IssueProbe",
            "ClauseProbe",
            "WarpProbe");
  }

  @Test
  @DisplayName("a series adds up to the statistics, whatever the interval")
  void aSeriesAddsUpToTheStatistics() throws IOException {
    String[] plain = {
      "profile", Cli.workload("reduce"), "-d", "hd6970", "-f", "json", "--per-unit"
    };
    Cli bare = Cli.run(plain);
    for (String interval : new String[] {"50", "777", "100000000"}) {
      Cli watched = run(plain, "--series", file("s.csv"), "--interval", interval);
      assertThat(watched.out()).isEqualTo(bare.out());
      Map<String, Long> sums = new TreeMap<>();
      for (String line : Files.readAllLines(folder.resolve("s.csv"))) {
        String[] cells = line.split(",");
        if (!cells[0].equals("device") && !cells[3].endsWith(".resident")) {
          assertThat(Long.parseLong(cells[1]) % Long.parseLong(interval)).isZero();
          sums.merge(cells[3], Long.parseLong(cells[4]), Long::sum);
        }
      }
      for (String name : new String[] {"work_groups", "wavefront_instructions", "dram.bytes"}) {
        assertThat(bare.out()).contains("\"" + name + "\" : " + sums.get(name));
      }
    }
  }

  @Test
  @DisplayName("filters narrow a timeline down")
  void filtersNarrowATimelineDown() throws Exception {
    String[] plain = {"profile", Cli.workload("matmul"), "-d", "hd5870"};
    run(plain, "--timeline", file("a.pftrace"), "--timeline-component", "dram[*],launches");
    assertThat(PerfettoFile.read(folder.resolve("a.pftrace")).names.values())
        .contains("dram[0]", "launches")
        .doesNotContain("cu[0]");
    run(plain, "--timeline", file("b.pftrace"), "--timeline-kernel", "nothing");
    assertThat(PerfettoFile.read(folder.resolve("b.pftrace")).slices).isEmpty();
    run(plain, "--timeline", file("c.pftrace"), "--timeline-window", ":5");
    assertThat(PerfettoFile.read(folder.resolve("c.pftrace")).slices).isEmpty();
  }

  private static Cli run(String[] plain, String... more) {
    String[] all = java.util.Arrays.copyOf(plain, plain.length + more.length);
    System.arraycopy(more, 0, all, plain.length, more.length);
    return Cli.run(all);
  }
}
