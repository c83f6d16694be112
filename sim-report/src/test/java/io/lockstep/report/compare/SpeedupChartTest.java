// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.report.page.Element;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The chart of speedups: its geometry, its noise, its names. */
class SpeedupChartTest {
  private static Optional<Speedup> is(double ratio) {
    return Optional.of(new Speedup(ratio, false));
  }

  private static String chart(
      List<String> devices, List<List<Optional<Speedup>>> speedups, boolean measured) {
    List<String> workloads = speedups.get(0).size() == 1 ? List.of("w") : List.of("w", "v");
    Element page = Element.of("div");
    new SpeedupChart(devices, 0, workloads, speedups, measured).write(page);
    return page.toString();
  }

  private static double[] numbers(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult m) -> m.group(1))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Test
  void barsOfReciprocalSpeedupsAreEquallyLongOnEitherSideOfOne() {
    String svg =
        chart(
            List.of("a", "b", "c"),
            List.of(List.of(is(1)), List.of(is(4)), List.of(is(0.25))),
            true);
    String rect = "class=\"mean\" x=\"([-0-9.]+)\"";
    String width = "class=\"mean\" x=\"[-0-9.]+\" y=\"[-0-9.]+\" width=\"([0-9.]+)\"";
    double[] x = numbers(rect, svg);
    double[] wide = numbers(width, svg);
    assertThat(wide[0]).isZero();
    assertThat(wide[1]).isCloseTo(wide[2], within(0.11)).isGreaterThan(50);
    assertThat(x[1]).isCloseTo(x[2] + wide[2], within(0.11)); // both begin at 1
    assertThat(numbers("<circle class=\"c0\" cx=\"([0-9.]+)\"", svg)[0])
        .isCloseTo(x[1] + wide[1], within(0.11));
  }

  @Test
  void theMeanIsGeometricOverTheWorkloadsThatHaveASpeedup() {
    String svg =
        chart(
            List.of("a", "b", "c", "d"),
            List.of(
                List.of(is(1), is(1)),
                List.of(is(2), is(8)),
                List.of(Optional.empty(), is(3)),
                List.of(Optional.empty(), Optional.empty())),
            true);
    assertThat(svg).contains(">4.00×<", ">3.00×<", ">–<", ">base<", "geometric mean");
  }

  @Test
  void speedupsWithinTheNoiseAreGreyAndHollowAndTheLegendSaysSo() {
    List<List<Optional<Speedup>>> noisy =
        List.of(List.of(is(1)), List.of(Optional.of(new Speedup(1.01, true))), List.of(is(2)));
    String svg = chart(List.of("a", "b", "c"), noisy, true);
    assertThat(svg)
        .contains("<circle class=\"c0 hollow noise\"", "b, w: 1.01×, within launch-phase noise<")
        .contains("within launch-phase noise (95 %)")
        .contains("<title>c, w: 2.00×</title>")
        .doesNotContain("noise was not measured");
    assertThat(svg.split("hollow noise")).hasSize(3); // the mark and the legend's
  }

  @Test
  void withoutNoiseTheLegendDoesNotMentionItAndTheCaptionSaysThatItWasNotMeasured() {
    String svg = chart(List.of("a", "b"), List.of(List.of(is(1)), List.of(is(2))), false);
    assertThat(svg)
        .doesNotContain("hollow")
        .contains("Launch-phase noise was not measured (--phases K).");
  }

  @Test
  void namesAreEscapedAndLongOnesAreShortened() {
    String svg =
        chart(
            List.of("<b>&", "a-device-with-a-long-name"),
            List.of(List.of(is(1)), List.of(is(2))),
            true);
    assertThat(svg).contains(">&lt;b&gt;&amp;<", ">a-device-with-a-l…<").doesNotContain("<b>");
    double[] ends = numbers("<text class=\"y\" x=\"([0-9.]+)\"", svg);
    for (double end : ends) {
      assertThat(end).isBetween(0.0, 460.0);
    }
  }

  @Test
  void labelsOfTheAxisDoNotOverlap() {
    String svg = chart(List.of("a", "b"), List.of(List.of(is(1)), List.of(is(0.004))), true);
    double[] at = numbers("<text x=\"([0-9.]+)\" y=\"[0-9.]+\">[0-9.e-]+<", svg);
    assertThat(at).hasSizeGreaterThan(2);
    for (int i = 1; i < at.length; i++) {
      assertThat(at[i] - at[i - 1]).isGreaterThan(7);
    }
  }

  @Test
  void aChartOfTheBaseAloneIsNotDrawn() {
    List<List<Optional<Speedup>>> alone = List.of(List.of(is(1)), List.of(Optional.empty()));
    assertThat(new SpeedupChart(List.of("a", "b"), 0, List.of("w"), alone, true).isThere())
        .isFalse();
  }
}
