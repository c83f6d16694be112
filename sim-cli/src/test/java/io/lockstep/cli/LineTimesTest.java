// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.cli.page.LineLevel;
import io.lockstep.cli.page.LinePage;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.observe.line.LineTimes.Line;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.testsupport.RandomWorkload;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times by line: what they add up to, what does not change them, and whose time they are. */
@Tag("slow")
class LineTimesTest {
  private static final List<String> FAMILIES =
      List.of("hd4870", "hd5870", "hd6970", "mi300a", "gtx280", "a100");

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(catalogue, Plugins.frontends(), LineTimesTest::fail);

  @TempDir Path folder;

  private static void fail(Throwable t) {
    throw new AssertionError(t.getMessage(), t);
  }

  private List<Runner.Target> targets(List<String> devices) {
    return devices.stream().map(d -> new Runner.Target(catalogue.spec(d))).toList();
  }

  private List<RunResult> run(String workload, List<String> devices, boolean byLine) {
    RunOptions options = RunOptions.defaults().with().byLine(byLine).build();
    return SharedProgram.run(runner, Path.of(workload), Map.of(), targets(devices), options);
  }

  /** The sum of lines, by cause. */
  private static void add(long[] sums, SortedMap<Integer, long[]> lines) {
    lines.values().forEach(ticks -> LineTimes.add(sums, ticks));
  }

  private static void check(RunResult r) {
    LineTimes times = r.lines();
    long[] launches = times.inLaunches();
    long[] kernels = new long[launches.length];
    times.kernels().forEach(k -> add(kernels, k.lines()));
    assertThat(kernels).as("kernels of %s", r.device()).isEqualTo(launches);
    for (IssueCause cause : times.causes()) {
      assertThat(launches[cause.ordinal()] + times.outside()[cause.ordinal()])
          .as("%s %s on %s", cause, r.workload(), r.device())
          .isEqualTo(r.statistics().get(cause.statistic()).longValue());
    }
    long ports = 0;
    for (LaunchTimes launch : times.launches()) {
      long sum = LineTimes.sum(launch.lines());
      long cycles = Math.round(launch.picos() * 1e-12 * tickHertz(r));
      assertThat(sum % cycles).as("ticks of all ports, %s", r.device()).isZero();
      ports = ports == 0 ? sum / cycles : ports;
      assertThat(sum / cycles).as("ports of %s", r.device()).isEqualTo(ports);
      assertThat(launch.lines()).as("%s", r.device()).doesNotContainKey(Line.UNTOLD);
    }
    assertThat(times.launches().stream().mapToLong(LaunchTimes::picos).sum())
        .isEqualTo(r.kernelPicos());
    for (KernelTimes k : times.kernels()) {
      assertThat(times.launches(k)).hasSize((int) k.launches());
    }
  }

  /** The cell before the first cause's: it stands behind "what", which has no digit. */
  private static final Pattern CYCLES = Pattern.compile(",([0-9]+)(?:,[0-9]+){19,}$");

  private static final Map<String, Double> TICKS = new TreeMap<>();

  private static double tickHertz(RunResult r) {
    return TICKS.computeIfAbsent(
        r.device(),
        d -> {
          Catalogue all = new Catalogue(Plugins.providers(List.of()));
          return (double) all.device(all.spec(d)).tickHertz();
        });
  }

  private void checkAll(String workload, List<String> devices) {
    List<RunResult> with = run(workload, devices, true);
    List<RunResult> without = run(workload, devices, false);
    for (int i = 0; i < with.size(); i++) {
      RunResult r = with.get(i);
      RunResult off = without.get(i);
      assertThat(off.lines()).isNull();
      assertThat(r.statistics()).as("%s on %s", workload, r.device()).isEqualTo(off.statistics());
      assertThat(r.fingerprint()).isEqualTo(off.fingerprint());
      assertThat(r.status()).isEqualTo(off.status());
      if (r.isSimulated()) {
        check(r);
      }
    }
    assertThat(with).as(workload).anyMatch(RunResult::isSimulated);
  }

  @ParameterizedTest
  @DisplayName(
      "every port cycle of every cause belongs to a line, launch by launch, and nothing else changes")
  @ValueSource(
      strings = {
        "atomics",
        "bfs",
        "consts",
        "diverge",
        "halfs",
        "histogram",
        "il_pixels_odd",
        "il_share_r700",
        "img_blur",
        "nested",
        "privptr",
        "spmv",
        "switches",
      })
  void everyPortCycleOfEveryCauseBelongsToALineLaunchByLaunchAnd(String workload) {
    checkAll(Cli.workload(workload), FAMILIES);
  }

  @Test
  @DisplayName("so it is on every device of the catalogue")
  void allDevices() {
    List<String> all = new ArrayList<>();
    catalogue.specs().forEach(s -> all.add(s.id()));
    checkAll(Cli.workload("matmul"), all);
  }

  @ParameterizedTest
  @DisplayName("random kernels with local memory, barriers and atomics lose nothing either")
  @ValueSource(longs = {22, 27, 28})
  void randomKernelsWithLocalMemoryBarriersAndAtomicsLoseNothingEither(long seed)
      throws IOException {
    RandomWorkload random = new RandomWorkload(seed, true, seed % 2 == 0);
    Files.writeString(folder.resolve("r" + seed + ".ptx"), random.kernel());
    Path workload = folder.resolve("r.yaml");
    Files.writeString(workload, random.workload("r" + seed));
    checkAll(workload.toString(), FAMILIES);
  }

  @ParameterizedTest
  @DisplayName(
      "neither the order of ties, nor threads, nor another policy's order of asking matter")
  @ValueSource(strings = {"hd5870", "hd6970", "mi300a", "gtx280", "a100"})
  void neitherTheOrderOfTiesNorThreadsNorAnotherPolicysOrderOfAskingMatter(String device) {
    for (String workload : List.of("matmul", "bfs")) {
      String[] plain = {
        "profile", Cli.workload(workload), "-d", device, "--by-line", "--format", "json"
      };
      Cli first = Cli.run(plain);
      assertThat(first.code()).as(first.all()).isZero();
      for (List<String> more : List.of(List.of("--shuffle-ties", "7"), List.of("--threads", "2"))) {
        List<String> words = new ArrayList<>(List.of(plain));
        words.addAll(more);
        assertThat(Cli.run(words.toArray(String[]::new)).out()).isEqualTo(first.out());
      }
    }
  }

  @ParameterizedTest
  @DisplayName("wavefronts chosen by any policy have their time attributed")
  @CsvSource({
    "hd5870, oldest_first",
    "hd6970, round_robin",
    "mi300a, greedy_then_oldest",
    "gtx280, two_level"
  })
  void wavefrontsChosenByAnyPolicyHaveTheirTimeAttributed(String device, String policy) {
    Runner.Target target = new Runner.Target(catalogue.spec(device).with("issue.policy", policy));
    RunOptions options = RunOptions.defaults().with().byLine(true).build();
    Path workload = Path.of(Cli.workload("matmul"));
    check(SharedProgram.run(runner, workload, Map.of(), List.of(target), options).get(0));
  }

  /** A kernel that loads, waits, works and meets at a barrier, each on a line of its own. */
  private String kernel() throws IOException {
    return new Scratch(folder)
        .workload(
            Scratch.kernel(
                """
                  .reg .b32 %r<9>;
                  .reg .b64 %rd<9>;
                  .shared .align 4 .b8 s[1024];
                  ld.param.u64 %rd1, [p0];
                  mov.u32 %r1, %tid.x;
                  mul.wide.u32 %rd2, %r1, 4096;
                  add.s64 %rd3, %rd1, %rd2;
                  ld.global.u32 %r2, [%rd3];
                  add.s32 %r3, %r2, 1;
                  mul.lo.s32 %r4, %r1, 4;
                  mov.u32 %r5, s;
                  add.s32 %r6, %r5, %r4;
                  st.shared.u32 [%r6], %r3;
                  bar.sync 0;
                  ld.shared.u32 %r7, [%r5];
                  st.global.u32 [%rd3], %r7;
                """),
            "",
            256 * 1024,
            "1",
            "256");
  }

  private int lineOf(String text) throws IOException {
    return 1 + Files.readAllLines(folder.resolve("k.ptx")).indexOf(text);
  }

  private static int most(RunResult r, String cause) {
    int of =
        r.lines().causes().stream()
            .filter(c -> c.statistic().equals(cause))
            .mapToInt(IssueCause::ordinal)
            .findFirst()
            .orElseThrow();
    return r.lines().kernels().get(0).lines().entrySet().stream()
        .max((a, b) -> Long.compare(a.getValue()[of], b.getValue()[of]))
        .orElseThrow()
        .getKey();
  }

  @Test
  @DisplayName(
      "time for memory counts to the load's clause on TeraScale, elsewhere to the first use")
  void whoWaitsForMemory() throws IOException {
    List<RunResult> results =
        run(kernel(), List.of("hd5870", "hd6970", "mi300a", "gtx280", "a100"), true);
    int load = lineOf("  ld.global.u32 %r2, [%rd3];");
    int use = lineOf("  add.s32 %r3, %r2, 1;");
    assertThat(most(results.get(0), "issue.memory")).isEqualTo(load);
    assertThat(most(results.get(1), "issue.memory")).isEqualTo(load);
    assertThat(most(results.get(2), "issue.memory")).isEqualTo(use);
    assertThat(most(results.get(3), "issue.memory")).isEqualTo(use);
  }

  @Test
  @DisplayName("time at a barrier counts to the barrier's line, and an issue to its own")
  void barrierAndIssue() throws IOException {
    List<RunResult> results = run(kernel(), List.of("mi300a", "gtx280"), true);
    int barrier = lineOf("  bar.sync 0;");
    assertThat(most(results.get(0), "issue.barrier")).isEqualTo(barrier);
    assertThat(most(results.get(1), "issue.barrier")).isEqualTo(barrier);
    int product = lineOf("  mul.wide.u32 %rd2, %r1, 4096;");
    assertThat(results.get(1).lines().kernels().get(0).lines()).containsKey(product);
  }

  @Test
  @DisplayName("the page shows lines of the source that the PTX was compiled from, most time first")
  void thePageShowsLinesOfTheSourceThatThePtxWasCompiledFromMost() {
    Cli run = Cli.run("profile", "../examples/matmul.yaml", "-d", "gtx280", "--by-line", "-n", "2");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out())
        .contains("kernel matmul, 1 launch: a wavefront was there in ")
        .contains("matmul.cl:14")
        .contains("acc = mad(a[ly][k], b[k][lx], acc);")
        .contains(" more ")
        .containsPattern("(?m)^ *100\\.0  all ")
        .doesNotContain("statistic ");
    List<String> shares =
        run.out()
            .lines()
            .filter(l -> l.contains("matmul.cl:"))
            .map(l -> l.strip().split(" ")[0])
            .toList();
    assertThat(shares).hasSize(2);
    assertThat(Double.parseDouble(shares.get(0)))
        .isGreaterThanOrEqualTo(Double.parseDouble(shares.get(1)));
  }

  @ParameterizedTest
  @DisplayName("the page fits its screen: columns are left out, which it says, and texts are cut")
  @ValueSource(ints = {60, 80, 100, 140})
  void thePageFitsItsScreenColumnsAreLeftOutWhichItSaysAndTexts(int width) {
    List<RunResult> results = run("../examples/matmul.yaml", List.of("mi300a"), true);
    LinePlaces places =
        new LinePlaces(SourceLines.beside(Path.of("../examples/x")), Plugins.frontends());
    String page =
        new LinePage(r -> places, 4, LineLevel.program, new Screen(width, false, true))
            .render(results);
    assertThat(page.lines().toList()).allMatch(l -> l.length() <= width);
    assertThat(page).contains("matmul.cl:12", "issued", "b[ly][lx] = B[");
    assertThat(page.contains("not shown at " + width)).isEqualTo(width < 140);
  }

  @Test
  @DisplayName("there is a table for each kernel or launch where that is asked for")
  void thereIsATableForEachKernelOrLaunchWhereThatIsAskedFor() {
    String[] run = {
      "profile", Cli.workload("bfs"), "-d", "hd5870", "--by-line", "--scope", "kernel"
    };
    assertThat(Cli.run(run).out().lines().filter(l -> l.startsWith("kernel "))).hasSize(1);
    run[6] = "launch";
    Cli launches = Cli.run(run);
    assertThat(launches.out().lines().filter(l -> l.startsWith("launch ")))
        .as(launches.all())
        .hasSizeGreaterThan(5);
  }

  @Test
  @DisplayName("beside a kernel's time stands its share of time, beside its cycles theirs")
  void besideAKernelsTimeStandsItsShareOfTimeBesideItsCyclesTheirs() {
    List<String> lines =
        Cli.run("profile", Cli.workload("srad"), "-d", "hd5870", "--by-line")
            .out()
            .lines()
            .toList();
    int head = 0;
    while (!lines.get(head).startsWith("kernel  ")) {
      head++;
    }
    assertThat(lines.get(head).trim().split("  +"))
        .containsExactly("kernel", "launches", "kernel µs", "time %", "port cycles", "cycles %");
    double[][] rows = new double[4][];
    for (int i = 0; i < rows.length; i++) {
      String figures = lines.get(head + 2 + i).replace(",", "");
      rows[i] = Arrays.stream(figures.split(" +")).skip(1).mapToDouble(Double::valueOf).toArray();
    }
    double[] all = rows[3];
    double apart = 0;
    for (double[] row : rows) {
      double ofTime = 100 * row[1] / all[1];
      double ofCycles = 100 * row[3] / all[3];
      assertThat(row[2]).isCloseTo(ofTime, within(0.1));
      assertThat(row[4]).isCloseTo(ofCycles, within(0.1));
      apart = Math.max(apart, Math.abs(ofTime - ofCycles));
    }
    assertThat(apart)
        .as("the shares differ, so that one cannot stand for the other")
        .isGreaterThan(1);
  }

  @Test
  @DisplayName("CSV has a row for each line of program, kernel and launch, and what lies outside")
  void csvHasARowForEachLineOfProgramKernelAndLaunchAndWhat() {
    Cli run =
        Cli.run(
            "profile", "../examples/kmeans.yaml", "-d", "mi100", "--by-line", "--format", "csv");
    Map<String, Long> sums = new TreeMap<>();
    run.out()
        .lines()
        .skip(1)
        .forEach(
            line -> {
              String of = line.split(",", 4)[2];
              Matcher cycles = CYCLES.matcher(line);
              assertThat(cycles.find()).as(line).isTrue();
              sums.merge(of, Long.parseLong(cycles.group(1)), Long::sum);
            });
    assertThat(sums.keySet()).containsExactly("kernel", "launch", "outside", "program");
    assertThat(sums.get("kernel")).isEqualTo(sums.get("program"));
    assertThat(sums.get("launch")).isEqualTo(sums.get("program"));
    assertThat(run.out()).contains("mi100,program,,,kernels/kmeans.cl,11,");
  }

  @Test
  @DisplayName("what says how lines are shown is wrong usage without --by-line")
  void whatSaysHowLinesAreShownIsWrongUsageWithoutByLine() {
    for (String option : List.of("--top=3", "--scope=kernel", "--sources=.")) {
      Cli run = Cli.run("sweep", "../examples/matmul.yaml", "-d", "gtx280", option);
      assertThat(run.code()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).contains("--by-line");
    }
  }
}
