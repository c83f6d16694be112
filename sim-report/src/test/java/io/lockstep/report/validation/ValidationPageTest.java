// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.judge.validation.RowResult;
import io.lockstep.judge.validation.RowStatus;
import io.lockstep.report.page.LogAxis;
import io.lockstep.report.page.Origin;
import io.lockstep.report.page.Palette;
import io.lockstep.testsupport.Xml;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ValidationPageTest {
  private static RowResult row(
      String id, String device, double published, String unit, double simulated, String note) {
    boolean known = simulated >= 0;
    return new RowResult(
        new RowResult.Key(id, device, "group"),
        new RowResult.Publication(published, unit, 0.1, 1, "", ""),
        known ? RowStatus.OK : RowStatus.REFUSED,
        new RowResult.Values(
            known ? OptionalDouble.of(simulated) : OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty()),
        new RowResult.Setting(new TreeMap<>(), Map.of(), Optional.empty()),
        note);
  }

  private static final List<RowResult> ROWS =
      List.of(
          row("near", "hd5870", 100, "us", 101, ""),
          row("far", "gtx280", 100, "us", 900, "why it is far"),
          row("little", "mi300a", 0.002, "us", 0.001, ""),
          row("rate", "mi300a", 1e15, "flop/s", 9e14, ""),
          row("ratio", "mi300a", 3, "", 3, ""),
          row("none", "hd4870", 5, "us", -1, "no double"),
          row("zero", "hd4870", 5, "us", 0, ""));

  private static String page(List<RowResult> rows) {
    return ValidationPage.of("suite.yaml", new Origin("1.2", "lockstep validate suite.yaml"), rows);
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(r -> r.group(1)).toList();
  }

  @Test
  @DisplayName(
      "every row stands in the table, and every one with logarithms is a mark that leads there")
  void everyRowStandsInTheTableAndEveryOneWithLogarithmsIsAMarkThatLeadsThere() {
    String page = page(ROWS);
    assertThat(all("<tr id=\"(r\\d+)\"[^>]*><th scope=\"row\">", page))
        .containsExactly("r1", "r2", "r3", "r4", "r5", "r6", "r7");
    assertThat(all("<a href=\"#(r\\d+)\" tabindex=\"-1\"><title>", page))
        .containsExactlyInAnyOrder("r1", "r2", "r3", "r4", "r5");
    assertThat(page)
        .contains("<title>far, gtx280: published 100, simulated 900 us (+800.0%)</title>")
        .contains("2 rows without a value, or with 0, are only in the table.")
        .contains("<td>refused</td>");
  }

  @Test
  @DisplayName("the rows that missed by the largest factor come first, with their notes and links")
  void theRowsThatMissedByTheLargestFactorComeFirstWithTheirNotesAndLinks() {
    assertThat(all("<li>(<a href=\"#r\\d.*)</li>", page(ROWS)))
        .containsExactly(
            "<a href=\"#r2\">far</a> gtx280: too large by a factor of 9.000; why it is far",
            "<a href=\"#r3\">little</a> mi300a: too small by a factor of 2.000");
  }

  @Test
  @DisplayName("units that many rows share have plots of their own, the few others one together")
  void unitsThatManyRowsShareHavePlotsOfTheirOwnTheFewOthersOneTogether() {
    assertThat(all("<figcaption>(.*)</figcaption>", page(ROWS)))
        .containsExactly("3 rows, us", "2 rows, other units, each row in its own unit");
  }

  @Test
  @DisplayName("each plot has a title and a text in its place, and devices differ in shape too")
  void eachPlotHasATitleAndATextInItsPlaceAndDevicesDifferInShapeToo() {
    String page = page(ROWS);
    List<String> names = all("aria-labelledby=\"([^\"]*)\"", page);
    assertThat(names).contains("plot1-t plot1-d", "plot2-t plot2-d");
    List<String> ids = all(" id=\"([^\"]*)\"", page);
    assertThat(ids).doesNotHaveDuplicates().contains("plot1-t", "plot1-d", "plot2-t", "plot2-d");
    assertThat(page)
        .contains(">3 rows, 1 within a factor of 1.5; 2 above the published value. The table has")
        .contains("<html lang=\"en\">");
    Palette palette = new Palette(ROWS.stream().map(RowResult::device).toList());
    assertThat(
            palette.names().stream()
                .map(d -> palette.mark(d, 0, 0, true).toString().replaceAll("class=\"c\\d\"", ""))
                .toList())
        .hasSize(4)
        .doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("nineteen devices have nineteen marks")
  void nineteenDevicesHaveNineteenMarks() {
    List<RowResult> rows =
        java.util.stream.IntStream.range(0, 19)
            .mapToObj(i -> row("r", "d" + i, 1, "", 1, ""))
            .toList();
    Palette palette = new Palette(rows.stream().map(RowResult::device).toList());
    assertThat(palette.names().stream().map(d -> palette.mark(d, 0, 0, true)).toList())
        .hasSize(19)
        .doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("the page needs no network and holds the document that the command prints")
  void thePageNeedsNoNetworkAndHoldsTheDocumentThatTheCommandPrints() {
    assertThat(page(ROWS))
        .doesNotContain("<link", "<img", "src=", "url(", "@import", "://")
        .contains("default-src 'none'")
        .contains("id=\"data\">{\"lockstep\":\"1.2\",\"");
  }

  @Test
  @DisplayName("nothing that a suite says becomes markup")
  void nothingThatASuiteSaysBecomesMarkup() {
    String evil = "\"><script>alert('1')&\u0000\uD800";
    String page =
        ValidationPage.of(evil, new Origin("1", evil), List.of(row(evil, evil, 1, evil, 5, evil)));
    assertThat(page).doesNotContain("><script>alert", "\u0000", "\uD800");
    assertThat(page).contains("&quot;&gt;&lt;script&gt;alert('1')&amp;\uFFFD\uFFFD");
  }

  @Test
  @DisplayName("the page is well-formed XML")
  void thePageIsWellFormedXML() throws Exception {
    assertThat(Xml.parse(page(ROWS)).texts("tr")).hasSizeGreaterThan(ROWS.size());
  }

  @Test
  @DisplayName("a page without any value says so, and the same rows give the same bytes")
  void aPageWithoutAnyValueSaysSoAndTheSameRowsGiveTheSameBytes() {
    assertThat(page(List.of(ROWS.get(5)))).contains("No row has a positive value.");
    assertThat(page(ROWS)).isEqualTo(page(ROWS));
  }

  @Test
  @DisplayName("an axis holds its values and has two to ten round marks, whatever it spans")
  void anAxisHoldsItsValuesAndHasTwoToTenRoundMarksWhateverItSpans() {
    double[][] spans = {
      {1, 1}, {3, 4}, {0.95, 1.05}, {1, 9}, {5e-7, 0.02}, {1e-12, 1e15}, {99, 101}
    };
    for (double[] span : spans) {
      LogAxis axis = new LogAxis(span[0], span[1]);
      assertThat(axis.at(span[0])).isBetween(0.0, 0.5);
      assertThat(axis.at(span[1])).isBetween(0.5, 1.0);
      assertThat(axis.at(span[0]) + axis.at(span[1])).isCloseTo(1, within(1e-9));
      List<LogAxis.Tick> ticks = axis.ticks();
      assertThat(ticks).as(span[0] + " to " + span[1]).hasSizeBetween(2, 10);
      assertThat(ticks).allMatch(t -> t.at() >= 0 && t.at() <= 1);
      assertThat(new TreeSet<>(ticks.stream().map(LogAxis.Tick::label).toList()))
          .hasSameSizeAs(ticks);
    }
    assertThat(new LogAxis(1, 90).ticks().stream().map(LogAxis.Tick::label))
        .containsExactly("1", "2", "5", "10", "20", "50", "100");
  }
}
