package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.Statistic;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is declared is what comes, and is what the page and the listing say. */
class StatisticsTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/statistics.md");
  private static final List<String> DEVICES = List.of("hd5870", "hd6970", "mi300a", "gtx280");
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));
  private static final List<RunResult> RESULTS = new ArrayList<>();

  @BeforeAll
  static void run() {
    List<Runner.Target> targets =
        DEVICES.stream().map(d -> new Runner.Target(CATALOGUE.spec(d))).toList();
    RunOptions options = RunOptions.defaults().with().byCause(true).build();
    for (String workload : List.of("matmul", "histogram", "cu_texconst", "waits_pipeline")) {
      options = options.with().phases(workload.equals("matmul") ? 2 : 1).build();
      RESULTS.addAll(
          new Runner(CATALOGUE, Plugins.frontends())
              .run(Path.of(Cli.workload(workload)), Map.of(), targets, options));
    }
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
  @DisplayName("docs/statistics.md is what the families declare (-Dlockstep.write.docs writes it)")
  void thePageIsWhatTheFamiliesDeclare() throws IOException {
    String page = page();
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static String page() {
    StringBuilder out = new StringBuilder();
    out.append("# Statistics\n\n");
    out.append(
        "Written by `StatisticsTest` from what parts and families declare; `lockstep devices\n");
    out.append(
        "--statistics` lists the same, plug-ins included. A *count* adds up over units and over\n");
    out.append(
        "the intervals of a series, a *level* holds at a moment or at most, a *ratio* follows from\n");
    out.append(
        "others of the same result by its formula, and is absent where that divides by 0. A device\n");
    out.append("that does not model a statistic leaves it out.\n\n");
    out.append("## Of all families\n\n");
    List<FamilyStatistics> families =
        CATALOGUE.families().stream().map(CATALOGUE::statistics).toList();
    statistics(out, FamilyStatistics.counted(CATALOGUE.sharedStatistics(), families));
    out.append("\n## Causes of the issue ports' time\n\n");
    out.append(
        "Every cycle of every issue port has one cause of its family, and each of those belongs\n");
    out.append("to one of these:\n\n| common cause | meaning |\n|---|---|\n");
    for (CommonCause c : CommonCause.values()) {
      out.append("| ").append(c.label()).append(" | ").append(c.meaning()).append(" |\n");
    }
    for (String name : CATALOGUE.families()) {
      FamilyStatistics f = CATALOGUE.statistics(name);
      out.append("\n## Family ").append(name).append("\n\n");
      if (!f.own().isEmpty()) {
        statistics(out, f.own());
        out.append('\n');
      }
      statistics(out, f.issue().orElseThrow().use());
      out.append("\n| issue port | each unit | what issues there |\n|---|---|---|\n");
      f.issue()
          .orElseThrow()
          .ports()
          .forEach(p -> row(out, "`" + p.name() + "`", p.each(), p.meaning()));
      out.append("\n| cause | common cause | the port, or its wavefronts |\n|---|---|---|\n");
      f.causes().forEach(c -> row(out, "`" + c.statistic() + "`", c.common().label(), c.meaning()));
    }
    return out.toString();
  }

  private static void statistics(StringBuilder out, List<Statistic> all) {
    out.append("| statistic | kind | unit | part | meaning | profiler's counter |\n");
    out.append("|---|---|---|---|---|---|\n");
    for (Statistic s : all) {
      String kind = s.kind().name().toLowerCase(java.util.Locale.ROOT);
      String meaning = s.definition() + s.formula().map(f -> " `" + f + "`").orElse("");
      row(out, "`" + s.name() + "`", kind, s.unit(), s.part(), meaning, s.counter());
    }
  }

  private static void row(StringBuilder out, String... cells) {
    out.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
