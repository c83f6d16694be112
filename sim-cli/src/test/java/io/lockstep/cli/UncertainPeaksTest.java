// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.table.ExplanationTable;
import io.lockstep.cli.terminal.Terminal;
import io.lockstep.explain.Explanation;
import io.lockstep.explain.ExplanationAnswer;
import io.lockstep.explain.Reason;
import io.lockstep.explain.figures.UncertainFigures;
import io.lockstep.explain.roof.Factor;
import io.lockstep.explain.roof.FactorKind;
import io.lockstep.explain.roof.FactorRange;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results and factors that rest on parameters with ranges are marked. */
class UncertainPeaksTest {
  private static final String SPMV = Cli.example("spmv");

  @Test
  @DisplayName(
      "compare marks a device whose limiting peak rests on a guess, and says how to test it")
  void compareMarksAPeakThatRestsOnAGuess(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.html");
    Cli cli =
        Cli.run("compare", SPMV, "-p", "rows=32768", "-d", "v100", "--report", page.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    String text = cli.out().replaceAll("\\s+", " ");
    assertThat(cli.out()).containsPattern("(?m)^v100 +~");
    assertThat(text)
        .contains("~ v100: limited by second-level cache bandwidth, read (at ")
        .contains("which rests on uncertain parameters: l2.channels 64, guessed, 32 to 96;")
        .contains("the peak is 0.500 to 1.50 times the modelled one.")
        .contains("lockstep whatif WORKLOAD -d v100 l2.channels=32");
    assertThat(Files.readString(page))
        .contains("v100 ~")
        .contains("~ v100: limited by second-level cache bandwidth, read (at ")
        .contains("lockstep whatif WORKLOAD -d v100 l2.channels=32; all ranges at once");
  }

  @Test
  @DisplayName("JSON names the results that are limited by such a peak, and no others")
  void jsonNamesThePeaks() throws IOException {
    Cli cli = Cli.run("compare", SPMV, "-p", "rows=32768", "-d", "hd5870,v100", "--format", "json");
    JsonNode peaks = new ObjectMapper().readTree(cli.out()).get("uncertain_peaks");
    assertThat(peaks).hasSize(1);
    JsonNode v100 = peaks.get(0);
    assertThat(v100.get("result").intValue()).isEqualTo(1);
    assertThat(v100.get("device").textValue()).isEqualTo("v100");
    assertThat(v100.get("peak").get("name").textValue()).startsWith("second-level cache");
    assertThat(v100.get("low").doubleValue()).isEqualTo(0.5);
    assertThat(v100.get("high").doubleValue()).isEqualTo(1.5);
    assertThat(v100.get("parameters").get(0).get("name").textValue()).isEqualTo("l2.channels");
  }

  @Test
  @DisplayName("a published value in place of the guess removes the mark")
  void aPublishedValueRemovesTheMark() {
    Cli cli = Cli.run("compare", SPMV, "-p", "rows=32768", "-d", "v100", "--set", "l2.channels=64");
    assertThat(cli.out()).contains("v100").doesNotContain("~");
  }

  @Test
  @DisplayName("whatif names the guesses of the limiting peak, and the range of what is changed")
  void whatIfNamesTheGuesses() {
    Cli cli =
        Cli.run(
            "whatif", SPMV, "-p", "rows=32768", "-d", "v100", "l2.channels=32", "--phases", "1");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out().replaceAll("\\s+", " "))
        .contains("v100: limited by second-level cache bandwidth, read (at ")
        .contains("v100: in the model l2.channels 64, guessed, 32 to 96");
    Cli known =
        Cli.run(
            "whatif", SPMV, "-p", "rows=4096", "-d", "v100", "dram.bandwidth=*2", "--phases", "1");
    assertThat(known.out()).contains("dram.bandwidth").doesNotContain("guessed");
  }

  @Test
  @DisplayName("explain states the range of a factor in its table, a sentence and JSON")
  void explainStatesTheRangeOfAFactor() throws IOException {
    DeviceSpec spec = Catalogue.of(Optional.empty(), List.of()).spec("v100");
    FactorRange range =
        new FactorRange(
            0.25, 0.75, new UncertainFigures("v100", spec).of(List.of("l2.channels", "l2.read")));
    Reason reason =
        new Reason(
            FactorKind.RATE,
            "peak of L2",
            Factor.Sides.NONE,
            new Reason.Effect(0.5, 0, 0.5, 0.5),
            "",
            new Reason.Basis(new TreeMap<>(), Optional.of(range)));
    Explanation explanation =
        new Explanation(
            new Explanation.Subject("spmv", new TreeMap<>(), true),
            new Explanation.TimedRun("v100", 100),
            new Explanation.TimedRun("a100", 50),
            new Explanation.Factors(List.of(reason), List.of(), 0),
            new Explanation.Simulations(1, List.of(), List.of(), false, Optional.empty()),
            Optional.empty());
    String table = new ExplanationTable(explanation).render(Terminal.screen());
    assertThat(table)
        .containsPattern("reason +factor +by ranges")
        .containsPattern("peak of L2 +0.500 +0.250 to 0.750");
    assertThat(table.replaceAll("\\s+", " "))
        .contains(
            "- peak of L2 rests on uncertain parameters, within whose ranges it is 0.250 to 0.750"
                + " (v100: l2.channels 64, guessed, 32 to 96).")
        .contains("compare --uncertainty");
    JsonNode found =
        new ObjectMapper()
            .readTree(ExplanationAnswer.ANSWER.json("0", explanation))
            .get("reasons")
            .get(0)
            .get("range");
    assertThat(found.get("high").doubleValue()).isEqualTo(0.75);
    assertThat(found.get("parameters")).hasSize(1); // the V100's l2.read is derived
    assertThat(found.get("parameters").get(0).get("name").textValue()).isEqualTo("l2.channels");
    assertThat(found.get("parameters").get(0).get("provenance").textValue()).isEqualTo("guessed");
  }
}
