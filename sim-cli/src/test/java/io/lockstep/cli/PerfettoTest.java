// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lockstep.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timelines as traces of Perfetto, read by a library that knows nothing of Lockstep. */
@Tag("slow")
class PerfettoTest {
  private static final long INTERVAL = 1000;

  @TempDir Path folder;

  private Path trace(String workload, String devices, String... more) {
    Path file = folder.resolve(workload + devices + more.length + ".pftrace");
    run(file, workload, devices, more);
    return file;
  }

  private static String path(String workload) {
    return workload.equals("matmul") ? "../examples/matmul.yaml" : Cli.workload(workload);
  }

  private static JsonNode run(Path file, String workload, String devices, String... more) {
    List<String> words = new ArrayList<>(List.of("profile", path(workload), "-d", devices));
    words.addAll(List.of("-f", "json", "--timeline", file.toString()));
    if (workload.equals("matmul")) {
      words.addAll(List.of("-p", "n=32"));
    }
    words.addAll(List.of(more));
    Cli run = Cli.run(words.toArray(String[]::new));
    return run.json();
  }

  @ParameterizedTest
  @CsvSource({"matmul, hd5870", "bfs, gtx280", "atomics, mi300a", "bfs, a100"})
  void aTraceKeepsTheRulesOfItsFormatAndHasEveryGroup(String workload, String device)
      throws Exception {
    Path file = folder.resolve("t.pftrace");
    JsonNode statistics = run(file, workload, device).at("/results/0/statistics");
    PerfettoFile trace = PerfettoFile.read(file);
    assertThat(trace.slices.stream().filter(s -> s.arguments().containsKey("wavefronts")))
        .hasSize(statistics.get("work_groups").intValue());
  }

  @ParameterizedTest
  @CsvSource({
    "matmul, hd5870",
    "matmul, mi300a",
    "matmul, gtx280",
    "matmul, a100",
    "diverge, hd6970"
  })
  void whatPortsSpentOnACauseInAllIntervalsIsTheStatistic(String workload, String device)
      throws Exception {
    Path file = folder.resolve("t.pftrace");
    JsonNode statistics = run(file, workload, device).at("/results/0/statistics");
    PerfettoFile trace = PerfettoFile.read(file);
    int causes = 0;
    for (Map.Entry<String, JsonNode> statistic : statistics.properties()) {
      String name = statistic.getKey().replace("issue.", "");
      if (!statistic.getKey().startsWith("issue.") || name.equals("no_wavefront")) {
        continue;
      }
      long expected = statistic.getValue().longValue();
      long ofUnits = 0;
      for (long track : trace.below("cu[", "ports: " + name)) {
        ofUnits += trace.sum(track, INTERVAL);
      }
      assertThat(ofUnits).as("%s by unit", name).isEqualTo(expected);
      List<Long> whole = trace.below(device, "ports: " + name);
      assertThat(whole.isEmpty() ? 0 : trace.sum(whole.get(0), INTERVAL))
          .as("%s of the device", name)
          .isEqualTo(expected);
      causes += expected > 0 ? 1 : 0;
    }
    assertThat(causes).isGreaterThan(3);
  }

  @ParameterizedTest
  @CsvSource({"matmul, hd5870, 4096", "matmul, mi300a, 8192"})
  void bytesOfDramInAllIntervalsAreTheStatistic(String workload, String device, long written)
      throws Exception {
    Path file = folder.resolve("t.pftrace");
    JsonNode statistics = run(file, workload, device).at("/results/0/statistics");
    PerfettoFile trace = PerfettoFile.read(file);
    long sum = 0;
    for (String counter : List.of("DRAM read", "DRAM written")) {
      for (long track : trace.below(device, counter)) {
        sum += trace.sum(track, INTERVAL);
      }
    }
    assertThat(sum).isEqualTo(statistics.get("dram.bytes").longValue());
    long ofWrites = 0;
    for (long track : trace.below(device, "DRAM written")) {
      ofWrites += trace.sum(track, INTERVAL);
    }
    assertThat(ofWrites)
        .isEqualTo(written); // the product; two dies write a line of 128 bytes each whole
  }

  @Test
  void arrowsLeadFromALoadThroughItsRequestsToItsAnswer() throws Exception {
    for (String device : List.of("gtx280", "hd5870", "mi300a", "a100")) {
      PerfettoFile trace = PerfettoFile.read(trace("matmul", device));
      assertThat(trace.flows).as(device).hasSizeGreaterThan(10);
      for (List<String> touched : trace.flows.values()) {
        assertThat(touched.get(0)).isIn("load", "store", "atomic");
        assertThat(touched.subList(1, touched.size()))
            .isNotEmpty()
            .allMatch(n -> List.of("hit", "miss", "read", "write", "atomic").contains(n));
      }
      long requests =
          trace.slices.stream()
              .filter(s -> trace.names.get(trace.parents.get(s.track())).startsWith("l2["))
              .filter(s -> !s.name().equals("write"))
              .count();
      long led =
          trace.flows.values().stream()
              .mapToLong(
                  f ->
                      f.stream()
                          .filter(
                              n -> !n.equals("load") && !n.equals("write") && !n.equals("store"))
                          .count())
              .sum();
      assertThat(led).as("requests of %s that an arrow leads to", device).isEqualTo(requests);
    }
  }

  @Test
  void everyDeviceHasATreeOfItsOwnThatSaysWhatItsTimeIs() throws Exception {
    PerfettoFile trace = PerfettoFile.read(trace("matmul", "gtx280,hd5870"));
    List<String> roots =
        trace.names.keySet().stream()
            .filter(t -> !trace.parents.containsKey(t))
            .map(t -> trace.names.get(t) + ": " + trace.descriptions.get(t))
            .toList();
    assertThat(roots).hasSize(2);
    assertThat(roots.get(0))
        .startsWith("gtx280: matmul: NVIDIA GeForce GTX 280.")
        .contains("One nanosecond shown is one tick: 771.604938 ps simulated, 1296000000 ticks");
    assertThat(roots.get(1))
        .startsWith("hd5870: matmul: ATI Radeon HD 5870.")
        .contains("one tick: 1176.470588 ps simulated, 850000000 ticks a second");
    assertThat(trace.below("gtx280", "launches")).hasSize(1);
    long launches = trace.below("hd5870", "launches").get(0);
    PerfettoFile.Slice launch =
        trace.slices.stream().filter(s -> s.track() == launches).findFirst().orElseThrow();
    assertThat(launch.name()).isEqualTo("matmul");
    List<PerfettoFile.Value> resident =
        trace.values.get(trace.below("hd5870", "resident wavefronts").get(0));
    assertThat(resident.get(0).time()).isGreaterThanOrEqualTo(launch.start());
    assertThat(resident.get(resident.size() - 1).time()).isLessThanOrEqualTo(launch.end());
    assertThat(resident.get(resident.size() - 1).value()).isZero();
  }

  @Test
  void aTraceIsTheSameWhateverTheThreads() throws Exception {
    Path recorded = trace("matmul", "hd5870,mi300a");
    Path parallel = folder.resolve("p.pftrace");
    run(parallel, "matmul", "hd5870,mi300a", "--threads", "2");
    assertThat(parallel).hasSameBinaryContentAs(recorded);
  }

  @Test
  void filtersAndWindowsKeepTheRules() throws Exception {
    for (List<String> more :
        List.of(
            List.of("--timeline-component", "cu[0]*"),
            List.of("--timeline-component", "l2[*]"),
            List.of("--timeline-component", "cu[1],cu[1].memory,l2[0]"),
            List.of("--timeline-window", "13000:14000"),
            List.of("--timeline-kernel", "no*"))) {
      PerfettoFile.read(trace("matmul", "gtx280", more.toArray(String[]::new)));
    }
  }

  @Test
  void aNameThatEndsOtherwiseIsRefusedBeforeAnythingRuns() throws Exception {
    Path target = folder.resolve("t.perfetto");
    Cli run =
        Cli.run("profile", Cli.workload("matmul"), "-d", "gtx280", "--timeline", target.toString());
    assertThat(run.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(run.err()).contains("expected a timeline's name to end in .pftrace");
    assertThat(Files.exists(target)).isFalse();
  }
}
