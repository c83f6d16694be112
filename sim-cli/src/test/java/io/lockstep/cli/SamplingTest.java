// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --sample}: estimates beside exact runs, what they add up to, and what is refused. */
@Tag("slow")
class SamplingTest {
  private static final String VECADD = Cli.example("vecadd");
  private static final String SAMPLE = "--sample=error=2%";

  /** 130 rounds of gtx280, 104 of hd5870 with fewer units. */
  private static final String[] LONG = {"-p", "n=4000000"};

  /** A fifth of gtx280 or gtx285, so that explanations, which simulate many devices, are short. */
  private static final String[] SMALL = {"-pn=400000", "--phases=1"};

  @TempDir private static Path folder;

  private static JsonNode exact;
  private static JsonNode sampled;

  @BeforeAll
  static void run() throws IOException {
    exact = json("-d", "gtx280", "--by-line");
    sampled = json("-d", "gtx280", "--by-line", SAMPLE);
  }

  private static String small(String device) throws IOException {
    Path file = folder.resolve("small-" + device + ".yaml");
    Files.writeString(
        file, "device: small-%s\nextends: %s\nunit: {count: 6}\n".formatted(device, device));
    return file.toString();
  }

  private static JsonNode json(String... more) throws IOException {
    return results(more).get(0);
  }

  private static JsonNode results(String... more) throws IOException {
    Cli done = Cli.run(words(more));
    return done.json().get("results");
  }

  private static String[] words(String... more) {
    List<String> words = new ArrayList<>(List.of("profile", VECADD, "--format", "json"));
    words.addAll(List.of(LONG));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private static long statistic(JsonNode result, String name) {
    return result.get("statistics").get(name).asLong();
  }

  private static long sum(JsonNode result, String prefix) {
    long sum = 0;
    for (var e : result.get("statistics").properties()) {
      sum += e.getKey().startsWith(prefix) ? e.getValue().asLong() : 0;
    }
    return sum;
  }

  @Test
  void isWithinItsIntervalOfTheExactTime() {
    long time = statistic(exact, "time.kernels");
    long interval = statistic(sampled, "sample.interval");
    assertThat(statistic(sampled, "time.kernels")).isCloseTo(time, within(interval));
    assertThat((double) interval / time).isBetween(0.001, 0.02);
    assertThat(statistic(sampled, "sample.not_converged")).isZero();
    assertThat(sampled.get("sample").asText()).isEqualTo("error=2%");
    assertThat(exact.has("sample")).isFalse();
  }

  @Test
  void leavesOutAThirdOfTheWorkGroups() {
    long skipped = statistic(sampled, "sample.skipped_groups");
    long all = statistic(exact, "work_groups");
    assertThat(3 * skipped).isGreaterThanOrEqualTo(all - 240);
    assertThat(skipped + statistic(sampled, "sample.groups")).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "work_groups",
        "wavefront_instructions",
        "lanes.active",
        "dram.bytes",
        "l2.bytes_read",
        "issue.issued_global"
      })
  void extrapolatesCounts(String name) {
    long count = statistic(exact, name);
    assertThat(statistic(sampled, name)).isCloseTo(count, within(count / 50));
  }

  @Test
  void extrapolatesRatios() {
    for (String name : List.of("dram.busy", "lanes.utilisation", "ports.sp.busy")) {
      if (exact.get("statistics").has(name)) {
        double ratio = exact.get("statistics").get(name).asDouble();
        assertThat(sampled.get("statistics").get(name).asDouble())
            .as(name)
            .isCloseTo(ratio, within(0.03));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ports.issue.cycles",
        "ports.issue.busiest_cycles",
        "network.response_bytes",
        "network.response_at_peak"
      })
  void extrapolatesLevelsThatGrowWithTime(String name) {
    long level = statistic(exact, name);
    assertThat(statistic(sampled, name)).isCloseTo(level, within(level / 50));
  }

  @Test
  void cyclesOfPortsAreThoseOfTheEstimatedTime() {
    int ports = 30;
    assertThat(statistic(sampled, "ports.issue.cycles"))
        .isCloseTo(ports * statistic(sampled, "cycles.kernels"), within((long) ports));
    assertThat(sampled.get("statistics").get("ports.issue.busy").asDouble())
        .isCloseTo(
            (double) sum(sampled, "issue.issued") / statistic(sampled, "ports.issue.cycles"),
            within(1e-6));
  }

  @Test
  void simulatesInFullIfAnIdealDispatcherLooksFarAhead() throws IOException {
    JsonNode in = results("-d", "gtx280", "--ideal", "residency", SAMPLE).get(0);
    JsonNode full = results("-d", "gtx280", "--ideal", "residency").get(0);
    assertThat(in.get("message").asText())
        .isEqualTo("1 launch in full: the device requests work-groups long before they start");
    assertThat(statistic(in, "time.kernels")).isEqualTo(statistic(full, "time.kernels"));
  }

  @Test
  void rateOfTheHeadDoesNotContainTheStartOfTheLaunch() throws IOException {
    String[] words = {"compare", Cli.example("matmul"), "-p", "n=640", "-d", "hd5450"};
    JsonNode[] both = new JsonNode[2];
    for (int i = 0; i < 2; i++) {
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--format", "json"));
      all.addAll(i == 0 ? List.of() : List.of("--sample", "error=50%"));
      Cli done = Cli.run(all.toArray(String[]::new));
      both[i] = new ObjectMapper().readTree(done.out()).get("results").get(0);
    }
    long time = statistic(both[0], "time.kernels");
    assertThat(statistic(both[1], "sample.skipped_groups")).isPositive();
    assertThat(statistic(both[1], "time.kernels")).isCloseTo(time, within(time / 400));
    assertThat(statistic(both[1], "sample.interval")).isLessThan(time / 50);
  }

  @Test
  void reasonsOfCyclesAddUpToPortsTimesCycles() {
    int ports = 30;
    long cycles = sum(sampled, "issue.");
    assertThat(cycles % ports).isZero();
    long outside = sum(exact, "issue.") / ports - statistic(exact, "cycles.kernels");
    assertThat(cycles / ports - statistic(sampled, "cycles.kernels"))
        .isCloseTo(outside, within(2L));
  }

  @Test
  void linesAddUpToTheReasonsOfCycles() {
    JsonNode lines = sampled.get("by_line");
    long cycles = lines.get("outside").get("cycles").asLong();
    for (JsonNode line : lines.get("lines")) {
      cycles += line.get("cycles").asLong();
    }
    assertThat(cycles).isEqualTo(sum(sampled, "issue."));
  }

  @Test
  void doesNotDependOnThreadsOrOtherDevices() throws IOException {
    JsonNode one = results("-d", "gtx280", "--per-unit", SAMPLE).get(0);
    JsonNode two = results("-d", "hd5870,gtx280", "--per-unit", "--threads=2", SAMPLE).get(1);
    assertThat(two).isEqualTo(one);
  }

  @Test
  void simulatesShortLaunchesInFull() throws IOException {
    JsonNode in = results("-d", "gtx280", "--per-unit", "-p", "n=65536", SAMPLE).get(0);
    JsonNode full = results("-d", "gtx280", "--per-unit", "-p", "n=65536").get(0);
    assertThat(in.get("message").asText())
        .isEqualTo("1 launch in full: fewer than 40 rounds of work-groups");
    assertThat(in.get("cycles")).isEqualTo(full.get("cycles"));
    assertThat(in.get("fingerprint")).isEqualTo(full.get("fingerprint"));
    assertThat(statistic(in, "sample.interval")).isZero();
    assertThat(statistic(in, "sample.skipped_groups")).isZero();
  }

  @Test
  void doublesTheWindowsWhileTheIntervalIsWide() throws IOException {
    JsonNode narrow = results("-d", "gtx280", "--per-unit", "--sample=error=0.01%").get(0);
    assertThat(statistic(narrow, "sample.passes")).isEqualTo(3);
    assertThat(statistic(narrow, "time.kernels")).isEqualTo(statistic(exact, "time.kernels"));
    assertThat(narrow.get("message").asText())
        .isEqualTo("1 launch in full: windows would leave out less than a third");
  }

  @Test
  void saysNotConvergedAtTheEndOfTheBudget() throws IOException {
    JsonNode wide = results("-d", "gtx280", "--per-unit", "--sample=error=0.01%,budget=1ms").get(0);
    assertThat(statistic(wide, "sample.passes")).isEqualTo(1);
    assertThat(statistic(wide, "sample.not_converged")).isEqualTo(1);
    assertThat(wide.get("message").asText()).contains("not converged");
    Cli table =
        Cli.run(
            "compare",
            VECADD,
            LONG[0],
            LONG[1],
            "-d",
            "gtx280",
            "--sample",
            "error=0.01%,budget=1ms");
    assertThat(table.out()).contains("not converged");
  }

  @Test
  void isKeptApartFromExactResults(@TempDir Path folder) throws IOException {
    String kept = "--results=" + folder.resolve("kept");
    String[] full = {"compare", VECADD, "-d", "gtx280", "--format", "json", kept};
    String[] part = {"compare", VECADD, "-d", "gtx280", "--format", "json", kept, SAMPLE};
    Cli first = Cli.run(full);
    Cli second = Cli.run(part);
    assertThat(second.out()).contains("\"sample\" : \"error=2%\"");
    assertThat(Cli.run(full).out()).isEqualTo(first.out());
    assertThat(Cli.run(part).out()).isEqualTo(second.out());
  }

  @Test
  void validateSaysWhichRowsAreEstimates(@TempDir Path folder) throws IOException {
    Path suite = folder.resolve("s.yaml");
    Files.writeString(
        suite,
        """
        rows:
          - {id: A, device: gtx280, workload: "%s", param: {n: 4000000}, measure: seconds,
             expected: 4.2e-4, unit: s, tolerance: 50%%, group: g, source: none}
          - {id: B, device: gtx280, workload: "%s", param: {n: 65536}, measure: seconds,
             expected: 7.0e-6, unit: s, tolerance: 50%%, group: g, source: none}
        """
            .formatted(VECADD, VECADD));
    Cli done = Cli.run("validate", suite.toString(), "--format", "json", SAMPLE);
    assertThat(done.out())
        .as(done.all())
        .contains("% of the work-groups left out, kernels' time ± ");
    assertThat(done.out()).contains("1 launch in full: fewer than 40 rounds of work-groups");
  }

  @Test
  void explainDividesTheRatioOfEstimates() throws IOException {
    String from = small("gtx280");
    List<String> words =
        new ArrayList<>(List.of("explain", VECADD, "--from=" + from, "--to=" + small("gtx285")));
    words.addAll(List.of(SMALL));
    words.add(SAMPLE);
    Cli table = Cli.run(words.toArray(String[]::new));
    assertThat(table.out().lines().findFirst().orElse(""))
        .as(table.all())
        .contains(" µs ± ", ", estimated");
    words.addAll(List.of("--format", "json"));
    JsonNode told = new ObjectMapper().readTree(Cli.run(words.toArray(String[]::new)).out());
    assertThat(told.get("sample").asText()).isEqualTo("error=2%");
    double both =
        Math.hypot(told.get("from_interval").asDouble(), told.get("to_interval").asDouble());
    assertThat(both).isBetween(0.005, 0.03);
    double product = 1;
    for (JsonNode reason : told.get("reasons")) {
      product *= reason.get("factor").asDouble();
      if (reason.get("kind").asText().equals("figures")) {
        assertThat(reason.get("error").asDouble()).isCloseTo(both, within(1e-6));
      }
    }
    assertThat(product).isCloseTo(told.get("ratio").asDouble(), within(1e-6));
    JsonNode whole = results("-d", from, SMALL[0]).get(0);
    assertThat(told.get("from_seconds").asDouble())
        .isCloseTo(statistic(whole, "time.kernels") * 1e-12, within(2e-6));
    assertThat(told.get("notes").toString()).contains("of the work-groups left out");
    words.remove(SAMPLE);
    JsonNode full = new ObjectMapper().readTree(Cli.run(words.toArray(String[]::new)).out());
    assertThat(full.has("sample") || full.has("from_interval")).isFalse();
  }

  @Test
  void explainByRoofsIsSampledToo() throws IOException {
    Cli done =
        Cli.run(
            "explain",
            VECADD,
            SMALL[0],
            SMALL[1],
            "-d" + small("gtx280") + ",hd5450",
            "--sample=error=5%",
            "--format=json");
    JsonNode told = done.json();
    double product = 1;
    for (JsonNode reason : told.get("reasons")) {
      product *= reason.get("factor").asDouble();
      boolean isExact = List.of("rate", "residual").contains(reason.get("kind").asText());
      assertThat(reason.get("error").asDouble() > 0.005).as(reason.toString()).isEqualTo(!isExact);
    }
    assertThat(product).isCloseTo(told.get("ratio").asDouble(), within(1e-6));
  }

  @Test
  void aPageShowsWindowsAndGaps(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.html");
    String[] words = {"compare", VECADD, LONG[0], LONG[1], "-dgtx280", "--report=" + page};
    assertThat(Cli.run(words).code()).isZero();
    assertThat(Files.readString(page)).doesNotContain("Sampled launches", "Dashed line: work");
    List<String> more = new ArrayList<>(List.of(words));
    more.add(SAMPLE);
    assertThat(Cli.run(more.toArray(String[]::new)).code()).isZero();
    String html = Files.readString(page);
    int from = html.indexOf("<section id=\"samples\"");
    String section = html.substring(from, html.indexOf("</section>", from));
    long windows = statistic(sampled, "sample.windows");
    assertThat(section.split("ns each", -1)).hasSize((int) windows + 1);
    assertThat(section.split("work-groups left out</title>", -1)).hasSize((int) windows);
    assertThat(html).contains("estimated: see Sampled launches", "Dashed line: work is left out");
    int strip = html.indexOf("<section id=\"strips\"");
    assertThat(html.substring(strip)).containsPattern("<td>100</td><td class=\"bar\">");
  }

  @Test
  void compareExplainsEstimatesOnItsPage(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.html");
    Cli done =
        Cli.run(
            "compare",
            VECADD,
            SMALL[0],
            "-d" + small("gtx280") + "," + small("gtx285"),
            SAMPLE,
            "--explain",
            "--report=" + page);
    assertThat(done.code()).as(done.all()).isZero();
    assertThat(Files.readString(page))
        .contains("estimated with --sample error=2%", "Speedup decomposition");
  }

  @Test
  void aSweepMarksItsEstimates() {
    String[] sweep = {"sweep", VECADD, "-d", "gtx280", "--param", "n=65536,2000000", SAMPLE};
    String[] lines = Cli.run(sweep).out().split("\n");
    assertThat(lines[0]).endsWith(",sample").contains("sample.interval");
    assertThat(lines).filteredOn(l -> l.contains("error=2%")).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run WORKLOAD -d gtx280 --check races | --check",
        "profile WORKLOAD -d gtx280 --series x.csv | --series",
        "profile WORKLOAD -d gtx280 --critical-path | --critical-path",
        "compare WORKLOAD -d gtx280,hd5870 --uncertainty | --uncertainty",
        "sweep WORKLOAD -d gtx280 -o folder/ | --sample",
        "record WORKLOAD -o x.lkt | --sample",
      })
  void isRefusedByName(String command, String name) {
    List<String> words = new ArrayList<>(List.of(command.strip().split(" ")));
    words.set(1, VECADD);
    words.addAll(List.of("--sample", "error=2%"));
    Cli done = Cli.run(words.toArray(String[]::new));
    assertThat(done.code()).as(done.all()).isEqualTo(2);
    assertThat(done.err().lines().findFirst().orElse("")).contains("--sample").contains(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"error=0%", "error=51%", "error=2", "size=3", "error=2%,budget=10", "budget=1s"})
  void rejectsABadRequestInOneLine(String request) {
    Cli done = Cli.run("run", VECADD, "-d", "gtx280", "--sample", request);
    assertThat(done.code()).isEqualTo(2);
    assertThat(done.err().lines().filter(l -> l.contains("--sample"))).hasSize(1);
    assertThat(done.err()).contains("expected");
  }
}
