// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.run.sample.Sampling;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.Statistic;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is declared is what comes, and is what the page and the listing say. */
class StatisticsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/statistics.md");
  private static final List<String> DEVICES =
      List.of("hd5870", "hd6970", "mi300a", "gtx280", "a100");
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final Path COUNTERS = Path.of("src/test/resources/counters/counters.txt");
  private static final List<RunResult> RESULTS = new ArrayList<>();

  @BeforeAll
  static void run(@TempDir Path folder) throws IOException {
    List<Runner.Target> targets =
        DEVICES.stream().map(d -> new Runner.Target(CATALOGUE.spec(d))).toList();
    RunOptions options = RunOptions.defaults().with().byCause(true).build();
    for (String workload : List.of("matmul", "histogram", "cu_texconst", "waits_pipeline")) {
      boolean first = workload.equals("matmul");
      Sampling sampling = first ? Sampling.parse("error=2%") : Sampling.NONE;
      options = options.with().phases(first ? 2 : 1).sampling(sampling).build();
      RESULTS.addAll(
          SharedProgram.run(
              new Runner(CATALOGUE, Plugins.frontends()),
              Path.of(Cli.workload(workload)),
              Map.of(),
              targets,
              options));
    }
    Runner runner = new Runner(CATALOGUE, Plugins.frontends());
    Path streams = ROOT.resolve("examples/double_buffer.yaml");
    RESULTS.addAll(SharedProgram.run(runner, streams, Map.of(), targets, options));
    Path clocks = ROOT.resolve("validation/workloads/clockmin.yaml");
    RESULTS.addAll(SharedProgram.run(runner, clocks, Map.of(), targets, options));
    Path matrices = ROOT.resolve("validation/workloads/matrix_product.yaml");
    RESULTS.addAll(SharedProgram.run(runner, matrices, Map.of("n", "64"), targets, options));
    Path warps = ROOT.resolve("validation/workloads/mma_product.yaml");
    RESULTS.addAll(SharedProgram.run(runner, warps, Map.of(), targets, options));
    Path region = RegionOnDevicesTest.meet(folder);
    RESULTS.addAll(SharedProgram.run(runner, region, Map.of(), targets, options));
  }

  private static FamilyStatistics family(RunResult r) {
    return CATALOGUE.statistics(CATALOGUE.spec(r.device()).family());
  }

  @Test
  @DisplayName("whatever a family declares comes from it, whatever all share from one of them")
  void whateverAFamilyDeclaresComesFromItWhateverAllShareFromOneOfThem() {
    Map<String, Set<String>> emitted = new TreeMap<>();
    Set<String> anywhere = new TreeSet<>();
    for (RunResult r : RESULTS) {
      emitted
          .computeIfAbsent(family(r).family(), f -> new TreeSet<>())
          .addAll(r.statistics().keySet());
      anywhere.addAll(r.statistics().keySet());
    }
    assertThat(emitted).hasSize(DEVICES.size());
    emitted.forEach(
        (name, names) -> {
          FamilyStatistics f = CATALOGUE.statistics(name);
          assertThat(names).as(name).containsAll(f.own().stream().map(Statistic::name).toList());
          assertThat(names)
              .as(name)
              .containsAll(f.causes().stream().map(IssueCause::statistic).toList());
        });
    Set<String> shared = new TreeSet<>();
    CATALOGUE.sharedStatistics().forEach(s -> shared.add(s.name()));
    shared.remove("wavefronts.resident"); // in a series alone: SeriesTest
    shared.remove("ideal.work_cycles"); // of ideal parts alone: IdealPartsTest
    assertThat(anywhere).containsAll(shared);
  }

  @Test
  @DisplayName("cycles by common cause add up to those by the family's own, cause by cause")
  void cyclesByCommonCauseAddUpToThoseByTheFamilysOwnCauseByCause() {
    for (RunResult r : RESULTS) {
      Map<String, BigDecimal> sums = new TreeMap<>();
      for (IssueCause c : r.isSimulated() ? family(r).causes() : List.<IssueCause>of()) {
        sums.merge(c.common().statistic(), r.statistics().get(c.statistic()), BigDecimal::add);
      }
      Map<String, BigDecimal> said = new TreeMap<>();
      for (CommonCause c : CommonCause.values()) {
        if (r.statistics().containsKey(c.statistic())) {
          said.put(c.statistic(), r.statistics().get(c.statistic()));
        }
      }
      assertThat(said).as(r.device() + " " + r.workload()).isEqualTo(sums);
    }
    assertThat(RESULTS).anyMatch(RunResult::isSimulated);
  }

  @Test
  @DisplayName("without --by-cause no result has statistics by common cause; with it all formats")
  void withoutByCauseNoResultHasStatisticsByCommonCauseWithItAllFormats() {
    String workload = Cli.workload("reduce");
    String one = "hd5870,gtx280";
    assertThat(Cli.run("compare", workload, "-d", one, "-f", "json").out())
        .doesNotContain("causes.");
    for (String format : List.of("json", "csv")) {
      assertThat(Cli.run("profile", workload, "-d", one, "-f", format, "--by-cause").out())
          .contains("causes.issued", "causes.fetch_and_control", "causes.no_wavefront");
    }
    assertThat(Cli.run("profile", workload, "-d", one, "--by-cause").out())
        .contains("memory bandwidth or credit", "all ports");
    assertThat(Cli.run("compare", workload, "-d", one, "--columns", "device,causes").out())
        .contains("causes.memory_latency")
        .doesNotContain("all ports");
    assertThat(Cli.run("profile", workload, "-d", "gtx280", "--by-cause").out())
        .contains("dependency", "all ports");
  }

  @Test
  @DisplayName("a name that no statistic has is an error with the nearest one")
  void aNameThatNoStatisticHasIsAnErrorWithTheNearestOne() {
    String workload = Cli.workload("reduce");
    for (String option : List.of("--columns", "--sort")) {
      Cli cli = Cli.run("compare", workload, "-d", "gtx280", option, "issue.dependncy");
      assertThat(cli.code()).isEqualTo(2);
      assertThat(cli.all()).contains("did you mean 'issue.dependency'?");
    }
  }

  @Test
  @DisplayName("devices --statistics lists every declared name in all formats")
  void devicesStatisticsListsEveryDeclaredNameInAllFormats() {
    for (String format : List.of("table", "csv", "json")) {
      String out = Cli.run("devices", "--statistics", "-f", format).out();
      assertThat(CATALOGUE.statistics().names()).allMatch(out::contains);
    }
    assertThat(Cli.run("devices", "gtx280", "--statistics", "-f", "csv").out())
        .contains("texture.lines", "issue.issued_sfu")
        .doesNotContain("vliw.bundles");
  }

  @Test
  @DisplayName("documents name the profiler's counters of the devices that have one, no others")
  void documentsNameTheProfilersCountersOfTheDevicesThatHaveOne() throws IOException {
    String workload = Cli.workload("reduce");
    JsonNode both =
        new ObjectMapper()
            .readTree(Cli.run("compare", workload, "-d", "gtx280,a100", "-f", "json").out());
    JsonNode profilers = both.get("profilers");
    assertThat(profilers).hasSize(1);
    assertThat(profilers.get(0).get("devices"))
        .extracting(JsonNode::asText)
        .containsExactly("a100");
    JsonNode counters = profilers.get(0).get("counters");
    assertThat(counters.get("dram.bytes").asText()).isEqualTo("dram__bytes.sum");
    assertThat(counters.get("issue.long_scoreboard").asText()).contains("long_scoreboard");
    counters
        .fieldNames()
        .forEachRemaining(
            name -> assertThat(both.get("results").get(1).get("statistics").has(name)).isTrue());
    assertThat(Cli.run("run", workload, "-d", "gtx280", "-f", "json").out())
        .doesNotContain("profilers");
  }

  @ParameterizedTest
  @DisplayName("issue ports have no wavefront between launches")
  @ValueSource(strings = {"gtx280", "mi300a", "a100"})
  void issuePortsHaveNoWavefrontBetweenLaunches(String device) throws IOException {
    Cli cli = Cli.run("run", Cli.workload("matmul"), "-d", device, "-f", "json");
    JsonNode result = new ObjectMapper().readTree(cli.out()).get("results").get(0);
    double all = 0;
    for (IssueCause c : CATALOGUE.statistics(CATALOGUE.spec(device).family()).causes()) {
      all += result.get("statistics").get(c.statistic()).asDouble();
    }
    double outside = 1 - result.get("kernel_cycles").asDouble() / result.get("cycles").asDouble();
    assertThat(outside).isGreaterThan(0.1);
    assertThat(result.get("statistics").get("issue.no_wavefront").asDouble() / all)
        .isGreaterThan(0.95 * outside);
  }

  @Test
  @DisplayName("docs/statistics.md is what the families declare (-Dlockstep.write.docs writes it)")
  void thePageIsWhatTheFamiliesDeclare() throws IOException {
    String page = page();
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static String page() throws IOException {
    StringBuilder out =
        new StringBuilder(
            """
            # Statistics

            Written by `StatisticsTest` from what parts and families declare; `lockstep devices --statistics` lists the same, plug-ins
            included. A *count* adds up over units and over the intervals of a series, a *level* holds at a moment or at most, a *ratio*
            follows from others of the same result by its formula, and is absent where that divides by 0. In parentheses: the kind
            (count if not given) and the unit. In brackets: a profiler's counter. A device that does not model a statistic leaves it out.

            ## Of all families

            """);
    List<FamilyStatistics> families =
        CATALOGUE.families().stream().map(CATALOGUE::statistics).toList();
    statistics(out, FamilyStatistics.counted(CATALOGUE.sharedStatistics(), families));
    out.append(
        """

        ## Causes of the issue ports' time

        Every cycle of every issue port has one cause of its family, and each of those belongs to one of these:

        """);
    for (CommonCause c : CommonCause.values()) {
      line(out, c.label(), c.meaning());
    }
    for (String name : CATALOGUE.families()) {
      FamilyStatistics f = CATALOGUE.statistics(name);
      out.append("\n## Family ").append(name).append("\n\n");
      if (!f.own().isEmpty()) {
        statistics(out, f.own());
      }
      statistics(out, f.issue().orElseThrow().use());
      out.append("\nIssue ports, and how many each unit has:\n\n");
      f.issue()
          .orElseThrow()
          .ports()
          .forEach(p -> line(out, "`" + p.name() + "` (" + p.each() + ")", p.meaning()));
      out.append("\nCauses of a port's cycle, with the common cause:\n\n");
      f.causes()
          .forEach(
              c ->
                  line(
                      out,
                      "`" + c.statistic() + "` (" + c.common().label() + ")",
                      c.meaning() + (c.counter().isEmpty() ? "" : " [" + c.counter() + "]")));
    }
    return out.append(counters()).toString();
  }

  /** The table of counters; each that a family declares, except those of its causes, has a row. */
  private static String counters() throws IOException {
    StringBuilder out =
        new StringBuilder(
            """

            ## Counters of profilers

            What the counters in brackets count by their manuals, and what statistics are for n work-items, each with a word of its own at
            a distance of s words from the next one's, that access it t times in a launch, in l launches: P(x) = n min(4 s, x) / x pieces of x bytes.
            `VendorCountersTest` has a board of each family. Units are what a look-up counts: sectors of 32 bytes on NVIDIA's boards, lines
            on AMD's. A sector or line on its way is a hit. Code that is fetched is in no count. Cycles by cause are proportional to the samples
            of `smsp__pcsamp_warps_issue_stalled_…`.
            """);
    Map<String, Map<String, List<String>>> families = new TreeMap<>();
    String family = "";
    for (String row : Files.readAllLines(COUNTERS)) {
      if (row.startsWith("family ")) {
        family = row.substring("family ".length());
        families.put(family, new LinkedHashMap<>());
      } else if (!row.isBlank() && !row.startsWith("#")) {
        List<String> cells = Arrays.stream(row.split("\\|", -1)).map(String::strip).toList();
        families.get(family).put(cells.get(0), cells);
      }
    }
    assertThat(families).containsOnlyKeys(CATALOGUE.families());
    families.forEach(
        (name, rows) -> {
          FamilyStatistics f = CATALOGUE.statistics(name);
          Map<String, String> declared = new TreeMap<>(f.counters());
          f.causes().forEach(c -> declared.remove(c.statistic()));
          Map<String, String> listed = new TreeMap<>();
          rows.forEach((statistic, cells) -> listed.put(statistic, cells.get(1)));
          assertThat(listed).as(name).isEqualTo(declared);
          out.append("\n| ").append(name);
          out.append(" | counter | counts | unit | closed form |\n|---|---|---|---|---|\n");
          rows.values()
              .forEach(
                  cells ->
                      out.append(
                          "| `%s` | `%s` | %s | %s | %s |\n"
                              .formatted(cells.toArray())
                              .replace(" |  |", " | |")));
        });
    return out.toString();
  }

  private static void statistics(StringBuilder out, List<Statistic> all) {
    String part = "";
    for (Statistic s : all) {
      if (!s.part().equals(part)) {
        part = s.part();
        out.append(out.toString().endsWith("\n\n") ? "" : "\n").append("**");
        out.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
        out.append("**\n\n");
      }
      List<String> kind = new ArrayList<>();
      if (s.kind() != Statistic.Kind.COUNT) {
        kind.add(s.kind().name().toLowerCase(Locale.ROOT));
      }
      if (!s.unit().equals("1") && !kind.contains(s.unit())) {
        kind.add(s.unit());
      }
      String name = "`" + s.name() + "`";
      line(
          out,
          kind.isEmpty() ? name : name + " (" + String.join(", ", kind) + ")",
          s.definition()
              + s.formula().map(f -> " `" + f + "`").orElse("")
              + (s.counter().isEmpty() ? "" : " [" + s.counter() + "]"));
    }
  }

  private static void line(StringBuilder out, String name, String meaning) {
    out.append("- ").append(name).append(": ").append(meaning).append('\n');
  }
}
