// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Section;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.testsupport.Repository;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sections of a page of results. */
class ComparisonReportTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final Path VECADD = Repository.ROOT.resolve("examples/vecadd.yaml");

  private static String page(List<Section> more, String... devices) {
    return page("512", more, devices);
  }

  private static String page(String n, List<Section> more, String... devices) {
    List<Runner.Target> targets =
        Stream.of(devices).map(d -> new Runner.Target(CATALOGUE.spec(d))).toList();
    List<RunResult> results =
        SharedProgram.run(
            new Runner(CATALOGUE, Plugins.frontends()),
            VECADD,
            Map.of("n", n),
            targets,
            RunOptions.defaults());
    SourceLines sources = SourceLines.beside(VECADD);
    LinePlaces places = new LinePlaces(sources, Plugins.frontends());
    ComparedResults compared =
        new ComparedResults(
            targets.stream().map(Runner.Target::spec).toList(),
            List.of(
                new WorkloadResults(
                    results,
                    places,
                    sources,
                    Collections.nCopies(results.size(), Optional.empty()))),
            CATALOGUE.statistics(),
            CATALOGUE.profilers(targets.stream().map(Runner.Target::spec).toList()),
            0,
            false,
            Set.of());
    return ComparisonReport.of(new Origin("1", "lockstep compare"), compared, more);
  }

  private static List<String> sections(String page) {
    return Pattern.compile("<h2[^>]*>([^<]*)<")
        .matcher(page)
        .results()
        .map((MatchResult m) -> m.group(1))
        .toList();
  }

  @Test
  void severalDevicesAreComparedAndOneIsNot() {
    assertThat(sections(page(List.of(), "gtx280", "hd5870")))
        .containsSubsequence(
            "Speedup", "Results", "Stall breakdown", "Comparison with the base", "Reproduce")
        .doesNotContain("Stream timeline", "Critical paths");
    assertThat(sections(page(List.of(), "gtx280")))
        .containsSubsequence("Speedup", "Results", "Stall breakdown", "Reproduce", "Glossary")
        .doesNotContain("Comparison with the base");
  }

  @Test
  void tooltipsOfRooflineMarksStateRateAndIntensityWithTheirUnits() {
    List<String> titles =
        Pattern.compile("<title>([^<]*, (?:L1|L2|DRAM): [^<]*)</title>")
            .matcher(page(List.of(), "gtx280", "hd5870"))
            .results()
            .map((MatchResult m) -> m.group(1))
            .toList();
    assertThat(titles)
        .anyMatch(t -> t.startsWith("gtx280, DRAM: "))
        .allMatch(t -> t.matches(".*: \\S+( [kMGT])?FLOP/s, \\S+ FLOP/byte"));
  }

  @Test
  void countersOfAProfilerAreASectionIfADeviceHasOne() {
    assertThat(page(List.of(), "gtx280", "rtx3060"))
        .contains("Names in the vendor's profiler", "dram__bytes.sum", "long_scoreboard");
    assertThat(sections(page(List.of(), "gtx280"))).noneMatch(s -> s.contains("profiler"));
  }

  @Test
  void furtherSectionsFollowTheSpeedups() {
    Section own = new Section("own", "Advice", to -> to.p("Use more lanes."));
    String page = page(List.of(own), "gtx280");
    assertThat(sections(page)).startsWith("Speedup", "Advice", "Results");
    assertThat(page).contains("Use more lanes.");
  }

  @Test
  void thePageSaysWhatWasVerifiedOnIt() {
    assertThat(page("65536", List.of(), "gtx280", "hd5870")).contains("All outputs were verified.");
    assertThat(page("512", List.of(), "gtx280"))
        .contains("No output was verified")
        .doesNotContain("outputs were verified");
  }
}
