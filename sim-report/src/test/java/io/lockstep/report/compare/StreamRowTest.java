// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.report.page.Palette;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A row over the measured time: its bars and their titles. */
class StreamRowTest {
  private static final Palette COLOURS = new Palette(List.of("scan", "fill"));

  /** Four intervals of a microsecond; the last one has half of it. */
  private static final StreamActivity.Row ROW =
      new StreamActivity.Row(
          "queue 0",
          List.of(
              new StreamActivity.Part("fill", micros(0.25, 0, 0, 0), new long[] {4096, 0, 0, 0}),
              new StreamActivity.Part("scan", micros(0.5, 1, 1, 0.25), new long[4])));

  private static final StreamActivity ACTIVITY =
      new StreamActivity(List.of(ROW), 1_000_000, 3_500_000);

  private static long[] micros(double... micros) {
    return Arrays.stream(micros).mapToLong(m -> Math.round(m * 1e6)).toArray();
  }

  @Test
  @DisplayName("a row is busy for its parts of the measured time")
  void aRowIsBusyForItsPartsOfTheMeasuredTime() {
    assertThat(new StreamRow(ACTIVITY, ROW, 96).busy()).isEqualTo(857); // 3 of 3.5
  }

  @Test
  @DisplayName("each bar has a title; kinds stand on each other, equal neighbours are one bar")
  void eachBarHasATitleKindsStandOnEachOtherEqualNeighboursAreOneBar() {
    String svg = new StreamRow(ACTIVITY, ROW, 96).drawing(COLOURS, "words").toString();
    assertThat(svg)
        .contains("<title>0.00 to 1.00 µs: fill 25.0 %, 4,096 bytes</title>")
        .contains("<title>0.00 to 1.00 µs: scan 50.0 %</title>")
        .contains("<title>1.00 to 3.00 µs: scan 100.0 %</title>")
        .contains("<title>3.00 to 3.50 µs: scan 50.0 %</title>")
        .contains("x=\"0\" width=\"274.3\" height=\"25\" y=\"75\"")
        .contains("x=\"0\" width=\"274.3\" height=\"50\" y=\"25\"")
        .contains("x=\"274.3\" width=\"548.6\" height=\"100\" y=\"0\"")
        .contains("x=\"822.9\" width=\"137.1\" height=\"50\" y=\"50\"");
    assertThat(svg.split("<rect")).hasSize(1 + 4);
  }

  @Test
  @DisplayName("of more intervals than steps several are one")
  void ofMoreIntervalsThanStepsSeveralAreOne() {
    String svg = new StreamRow(ACTIVITY, ROW, 2).drawing(COLOURS, "words").toString();
    assertThat(svg)
        .contains("<title>0.00 to 2.00 µs: fill 12.5 %, 4,096 bytes</title>")
        .contains("<title>0.00 to 2.00 µs: scan 75.0 %</title>")
        .contains("<title>2.00 to 3.50 µs: scan 83.3 %</title>");
  }
}
