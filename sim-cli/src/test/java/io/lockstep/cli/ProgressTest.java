// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ProgressText;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.StatusLine;
import io.lockstep.observe.Meter;
import io.lockstep.observe.Observation;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {
  private static final long SECOND = 1_000_000_000;

  private static Meter.Reading reading(long done, long total) {
    double share = total == 0 ? 0 : (double) done / total;
    return new Meter.Reading("simulating", 3, 4, done, total, share, "work-groups", "");
  }

  @Test
  @DisplayName("share, time, time left, amount; no time left before anybody can tell")
  void shareTimeTimeLeftNoTimeLeftBeforeAnybodyCanTell() {
    ProgressText text = new ProgressText();
    assertThat(text.line(reading(0, 1000), SECOND, 120))
        .isEqualTo("0.0%  1 s  simulating on 4 devices, 1 done  0 of 1,000 work-groups");
    assertThat(text.line(reading(100, 1000), 13 * SECOND, 120)).doesNotContain("left");
    assertThat(text.line(reading(250, 1000), 31 * SECOND, 120))
        .isEqualTo(
            "25.0%  31 s, 1 min 30 s left  simulating on 4 devices, 1 done"
                + "  250 of 1,000 work-groups");
    assertThat(text.line(reading(77, 0), 31 * SECOND, 120))
        .isEqualTo("31 s  simulating on 4 devices, 1 done  77 work-groups");
  }

  @Test
  @DisplayName("of a sweep, the share of all points")
  void ofASweepTheShareOfAllPoints() {
    ProgressText text = new ProgressText();
    text.within(1, 4, "spmv.yaml");
    text.line(reading(500, 1000), 30 * SECOND, 120);
    text.within(2, 4, "matmul.yaml");
    assertThat(text.line(reading(500, 1000), 50 * SECOND, 120))
        .isEqualTo(
            "62.5%  50 s, 30 s left  simulating on 4 devices, 1 done  3/4 matmul.yaml"
                + "  500 of 1,000 work-groups");
  }

  @Test
  @DisplayName("progress shows a work-group that takes long")
  void progressShowsAWorkGroupThatTakesLong() {
    Meter meter = new Meter();
    meter.phase("simulating", "work-groups", OptionalLong.of(8));
    meter.part(1, () -> 0, () -> 4);
    meter.noting(() -> "work-group 3: 12% of the instruction budget");
    assertThat(new ProgressText().line(meter.read(), 9 * SECOND, 120))
        .isEqualTo(
            "25.0%  9 s  simulating  0 of 8 work-groups"
                + "  work-group 3: 12% of the instruction budget");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "4, 4", "6, 6", "30, 28", "80, 80"})
  @DisplayName("no wider than the terminal: whole words are left out")
  void noWiderThanTheTerminalWholeWordsAreLeftOut(int width, int most) {
    String line = new ProgressText().line(reading(250, 1000), 31 * SECOND, width);
    assertThat(line.length()).isLessThanOrEqualTo(most);
    assertThat(new ProgressText().line(reading(250, 1000), 31 * SECOND, 80)).startsWith(line);
  }

  @Test
  @DisplayName(
      "what is said meanwhile is not mixed with the line, which goes before and at the end")
  void whatIsSaidMeanwhileIsNotMixedWithTheLineWhichGoesBeforeAndAtTheEnd() {
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    StatusLine line = new StatusLine(raw);
    PrintStream err = new PrintStream(line, true, StandardCharsets.UTF_8);
    line.show("10%");
    err.println("lockstep: warning: w");
    line.show("20%");
    err.print("half a line");
    line.show("30%"); // not in the middle of it
    err.println();
    line.show("40%");
    line.clear();
    line.clear();
    String clear = "\r\u001B[K";
    assertThat(raw.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            (clear + "10%" + clear + "lockstep: warning: w\n" + clear + "20%" + clear)
                + ("half a line\n" + clear + "40%" + clear));
  }

  @Test
  @DisplayName("what is said is wrapped for a narrow screen, each line once, in what it can show")
  void whatIsSaidIsWrappedForANarrowScreenEachLineOnceInWhatItCanShow() {
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(raw, true, StandardCharsets.UTF_8);
    PrintWriter err = StatusLine.wrapping(new Screen(20, false, false), out);
    err.print("lockstep: some µs ");
    err.print("too many …\nha");
    err.println("lf");
    err.println("end");
    assertThat(raw.toString(StandardCharsets.UTF_8))
        .isEqualTo("lockstep: some us\n  too many ...\nhalf\nend\n");
  }

  @Test
  @DisplayName("nothing is shown where standard error is not a terminal")
  void nothingIsShownWhereStandardErrorIsNoTerminal() {
    Cli cli = Cli.run("compare", Cli.workload("reduce"), "-d", "mi100");
    assertThat(cli.err()).isEmpty();
  }

  @Test
  @DisplayName("a run counts every work-group of every device: all of them at its end")
  void aRunCountsEveryWorkGroupOfEveryDeviceAllOfThemAtItsEnd() {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    List<Runner.Target> targets =
        List.of(
            new Runner.Target(catalogue.spec("mi100")),
            new Runner.Target(catalogue.spec("gtx280")),
            new Runner.Target(catalogue.spec("hd4870")));
    try (Observation observation = Observation.none()) {
      Meter meter = new Meter();
      observation.meter(meter);
      SharedProgram.run(
          new Runner(catalogue, Plugins.frontends()),
          Path.of(Cli.workload("matmul")),
          Map.of(),
          targets,
          RunOptions.defaults(),
          observation);
      Meter.Reading end = meter.read();
      assertThat(end.phase()).isEqualTo("simulating");
      assertThat(end.open()).isZero();
      assertThat(end.parts()).isEqualTo(3);
      assertThat(end.total()).isPositive();
      assertThat(end.done()).isEqualTo(end.total());
    }
  }

  @Test
  @DisplayName("a meter adds up its parts; one that ends early leaves nothing to do")
  void aMeterAddsUpItsPartsOneThatEndsEarlyLeavesNothingToDo() {
    Meter meter = new Meter();
    assertThat(meter.read().total()).isZero();
    meter.phase("simulating", "work-groups", OptionalLong.of(10));
    Meter.Part one = meter.part(1, () -> 4);
    meter.part(2, () -> 300);
    assertThat(meter.read())
        .isEqualTo(new Meter.Reading("simulating", 2, 2, 24, 30, 0.8, "work-groups", ""));
    one.close();
    assertThat(meter.read())
        .isEqualTo(new Meter.Reading("simulating", 1, 2, 30, 30, 1, "work-groups", ""));
    meter.devices(4);
    meter.phaseOfDevices("simulating", "work-groups", OptionalLong.of(10));
    meter.part(1, () -> 4).close();
    meter.part(1, () -> 2);
    assertThat(meter.read())
        .as("two devices have not begun")
        .isEqualTo(new Meter.Reading("simulating", 3, 4, 12, 40, 0.3, "work-groups", ""));
    meter.phase("checking", "bytes", OptionalLong.empty());
    meter.part(1, () -> 7);
    assertThat(meter.read()).isEqualTo(new Meter.Reading("checking", 1, 1, 7, 0, 0, "bytes", ""));
  }
}
