// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.page.LineLabels;
import io.lockstep.cli.table.BarChart;
import io.lockstep.cli.table.FigureText;
import io.lockstep.cli.table.TimingChoice;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.stats.CommonCause;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results as bars of text. */
@Tag("slow")
class BarChartTest {
  private static final String MATMUL = "../examples/matmul.yaml";
  private static final List<String> DEVICES = List.of("hd5450", "gtx280", "mi300a");

  private static List<RunResult> results;

  @BeforeAll
  static void simulate() {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    results =
        SharedProgram.run(
            new Runner(catalogue, Plugins.frontends()),
            Path.of(MATMUL),
            Map.of("n", "32"),
            DEVICES.stream().map(d -> new Runner.Target(catalogue.spec(d))).toList(),
            RunOptions.defaults().with().byCause(true).build());
  }

  private static BarChart chart(String base, Screen screen) {
    return new BarChart(results, TimingChoice.workload, base, screen);
  }

  private static String line(String chart, String device) {
    return chart.lines().filter(l -> l.startsWith(device)).findFirst().orElseThrow();
  }

  /** Eighths of a column that a bar has. */
  private static int eighths(String line) {
    int sum = 0;
    for (char c : line.toCharArray()) {
      int part = " ▏▎▍▌▋▊▉█".indexOf(c);
      sum += Math.max(0, part);
    }
    return sum;
  }

  @Test
  void barsAreAsLongAsTimesToOneScaleAndRatiosAreAgainstTheFastest() {
    String chart = chart(null, new Screen(100, false, true)).times();
    long longest = results.stream().mapToLong(RunResult::picos).max().orElseThrow();
    long least = results.stream().mapToLong(RunResult::picos).min().orElseThrow();
    double whole = eighths(line(chart, "hd5450"));
    assertThat(line(chart, "hd5450")).containsPattern("█ {2}[0-9]"); // the whole room
    for (RunResult r : results) {
      String line = line(chart, r.device());
      assertThat((double) eighths(line))
          .as(line)
          .isCloseTo(whole * r.picos() / longest, Offset.offset(0.51));
      assertThat(line).contains(String.format("  %.2f  ", (double) r.picos() / least));
      assertThat(line).endsWith(FigureText.micros(r.picos()) + " µs");
    }
    assertThat(chart).contains("time against mi300a, ").startsWith("matmul  n=32\n\n");
  }

  @Test
  void anotherBaseHasOneAndStandsInTheHead() {
    String chart = chart("gtx280", new Screen(100, false, true)).times();
    assertThat(line(chart, "gtx280")).contains("  1.00  ");
    assertThat(line(chart, "mi300a")).containsPattern("  0\\.[0-9]{2}  ");
    assertThat(chart).contains("time against gtx280, ");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 60, 80, 200})
  void chartsFitTheScreenAndEveryBarCanBeSeen(int width) {
    Screen screen = new Screen(width, false, true);
    for (String chart : List.of(chart(null, screen).times(), chart(null, screen).causes())) {
      int allowed = Math.max(width, 26); // ten columns of a bar, a name and a ratio
      assertThat(chart.lines().toList()).allMatch(l -> l.length() <= allowed);
    }
    String times = chart(null, screen).times();
    assertThat(DEVICES).allMatch(d -> eighths(line(times, d)) > 0);
    assertThat(line(times, "hd5450").length()).isGreaterThan(Math.min(width, 160) - 4);
  }

  @Test
  void withoutMoreThanAsciiBarsAreNumberSigns() {
    Screen screen = new Screen(60, false, false);
    for (String chart : List.of(chart(null, screen).times(), chart(null, screen).causes())) {
      assertThat(chart).matches("[ -~\n]+");
    }
    assertThat(line(chart(null, screen).times(), "hd5450")).containsPattern("#{20,} ");
    assertThat(line(chart(null, screen).times(), "mi300a")).containsPattern(" +#+ +1\\.00");
  }

  @Test
  void coloursAreCodedWhereTheScreenHasThemAndNowhereElse() {
    String plain = chart(null, new Screen(80, false, true)).causes();
    String coloured = chart(null, new Screen(80, true, true)).causes();
    assertThat(plain).doesNotContain("\u001B");
    assertThat(coloured).contains("\u001B[38;5;16;48;5;");
    assertThat(coloured.replaceAll("\u001B\\[[0-9;]*m", "")).isEqualTo(plain);
    String bold = line(chart(null, new Screen(80, true, true)).times(), "\u001B[1mmi300a");
    assertThat(bold).endsWith("\u001B[0m");
  }

  @Test
  void aStackHasALetterForEachCauseInItsShareAndTheLegendNamesIt() {
    String chart = chart(null, new Screen(120, false, true)).causes();
    for (RunResult r : results) {
      String bar = line(chart, r.device()).split(" +")[1];
      assertThat(bar).matches("I*D*L*W*S*C*B*F*O*");
      double all = 0;
      for (CommonCause c : LineLabels.causes()) {
        all += cycles(r, c);
      }
      double issued = cycles(r, CommonCause.ISSUED) / all * bar.length();
      assertThat((double) bar.chars().filter(c -> c == 'I').count())
          .isCloseTo(issued, Offset.offset(0.51));
      double waiting = cycles(r, CommonCause.MEMORY_LATENCY) / all * bar.length();
      assertThat((double) bar.chars().filter(c -> c == 'L').count())
          .isCloseTo(waiting, Offset.offset(1.01));
    }
    assertThat(chart).contains("I issued, ", "L memory latency").contains("% there");
  }

  private static double cycles(RunResult r, CommonCause cause) {
    return r.statistics().containsKey(cause.statistic())
        ? r.statistics().get(cause.statistic()).doubleValue()
        : 0;
  }

  @Test
  void theCommandDrawsInPlaceOfItsTableAndLeavesJsonAndCsvAsTheyAre() {
    String[] plain = {"compare", MATMUL, "-p", "n=32", "-d", "hd4870,gtx280,mi300a"};
    String[] chart = {"compare", MATMUL, "-p", "n=32", "-d", "hd4870,gtx280,mi300a", "--chart"};
    Cli drawn = Cli.run(chart);
    assertThat(drawn.code()).isZero();
    assertThat(drawn.out())
        .contains("█", "against mi300a", "hd4870 refused: kernel 'matmul'")
        .doesNotContain("DRAM MB");
    for (String format : List.of("json", "csv")) {
      assertThat(with(chart, "--format", format).out())
          .isEqualTo(with(plain, "--format", format).out());
    }
    chart[0] = "profile";
    assertThat(with(chart, "--by-cause").out()).contains("I issued");
  }

  private static Cli with(String[] words, String... more) {
    return Cli.run(
        Stream.concat(List.of(words).stream(), List.of(more).stream()).toArray(String[]::new));
  }

  @Test
  void whatDoesNotGoWithAChartIsWrongUsageBeforeAnythingRuns() {
    for (List<String> more :
        List.of(
            List.of("--reference", "gtx280"),
            List.of("--chart", "--reference", "hd5870"),
            List.of("--chart", "--columns", "us"))) {
      String[] words = {"compare", MATMUL, "-d", "gtx280"};
      Cli run = with(words, more.toArray(String[]::new));
      assertThat(run.code()).as("%s", more).isEqualTo(ExitCode.USAGE);
      assertThat(run.err())
          .as("%s", more)
          .contains(
              more.get(0).equals("--chart") && more.get(1).equals("--reference")
                  ? "--reference: "
                  : "--chart");
    }
  }
}
