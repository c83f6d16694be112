// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.report.page.Element;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.testsupport.Xml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machine code below a listing: linked both ways, escaped, and cut where there is too much. */
class CodeTablesTest {
  private enum Cause implements IssueCause {
    ISSUED;

    @Override
    public CommonCause common() {
      return CommonCause.ISSUED;
    }

    @Override
    public String meaning() {
      return "issued";
    }
  }

  @TempDir Path folder;

  @BeforeEach
  void writeTheText() throws Exception {
    Files.writeString(folder.resolve("k.cl"), "one\ntwo\nthree\nfour\nfive\n");
  }

  /** A listing of a device whose lines 2, 3 and 4 have 10, 30 and 60 percent of the cycles. */
  private Listing listing(List<List<CodeLine>> codes) {
    List<InstructionTimes> times =
        List.of(
            new InstructionTimes(0, 2, new long[] {10}, Optional.empty()),
            new InstructionTimes(1, 3, new long[] {30}, Optional.empty()),
            new InstructionTimes(2, 4, new long[] {60}, Optional.empty()));
    List<KernelTimes> kernels = new ArrayList<>();
    for (List<CodeLine> code : codes) {
      var made = new CodeListingTest.Code(code);
      RowTicks rows = new RowTicks(code.size(), 1);
      kernels.add(new KernelTimes(kernels.size(), "k", "k.cl", 1, times, made, rows));
    }
    LineTimes lines = new LineTimes(List.of(Cause.values()), kernels, List.of(), new long[1], true);
    RunResult result =
        new ResultFields.Values()
            .set(ResultFields.WORKLOAD, "w")
            .set(ResultFields.DEVICE, "d1")
            .set(ResultFields.DEVICE_NAME, "A device")
            .set(ResultFields.STATUS, RunStatus.OK)
            .set(ResultFields.VERIFIED, true)
            .set(ResultFields.CYCLES, 1L)
            .set(ResultFields.SECONDS, 1L)
            .set(ResultFields.KERNEL_SECONDS, 1L)
            .set(ResultFields.FINGERPRINT, "0")
            .set(ResultFields.TRACE_SHA256, "1")
            .set(ResultFields.DEVICE_SHA256, "2")
            .set(ResultFields.BOUND, "issue")
            .set(ResultFields.BY_LINE, lines)
            .result();
    SourceLines sources = new SourceLines(folder);
    return new Listing(
        new WorkloadResults(
            List.of(result),
            new LinePlaces(sources, List.of()),
            sources,
            List.of(Optional.empty())),
        0);
  }

  private static CodeTables tables(Listing listing, int most) {
    return new CodeTables(List.of("d1"), 0, listing, listing.lines(), List.of(0), most);
  }

  private static String written(CodeTables tables) {
    Element page = Element.of("r");
    tables.write(page);
    return page.toString();
  }

  /** The listing's rows as a document, and the code's behind them. */
  private static Xml both(Listing listing, CodeTables tables) {
    Element all = Element.of("r");
    for (int i = 0; i < listing.lines().size(); i++) {
      all.child("l", tables.links(i, 0)).with("id", tables.mark(i));
    }
    tables.write(all);
    return Xml.parse(all.toString());
  }

  @Test
  @DisplayName("links lead from each line to its rows of each kernel, and from rows to their lines")
  void linksLeadFromEachLineToItsRowsOfEachKernelAndFromRowsToTheirLines() {
    Listing listing = listing(List.of(CodeListingTest.CODE, CodeListingTest.CODE));
    CodeTables tables = tables(listing, 10);
    Xml xml = both(listing, tables);
    List<String> ids = xml.attributes("id");
    List<String> hrefs = xml.attributes("href").stream().map(h -> h.substring(1)).toList();
    assertThat(ids).doesNotHaveDuplicates().containsAll(hrefs);
    assertThat(hrefs).containsAll(ids.stream().filter(i -> i.matches("line.*|.*r\\d+")).toList());
    assertThat(xml.texts("l")).containsExactly("", "1 + 1", "2 + 2", "1 + 1", "");
    assertThat(tables.links(2, 0).toString()).startsWith("<td><a href=\"#code0d0k0r1\">2</a> + ");
    assertThat(written(tables))
        .contains("<tr id=\"code0d0k0r1\"><th class=\"h5\" scope=\"row\"><a href=\"#line0n2\">3<");
  }

  @Test
  @DisplayName("rows are those of the assembly, escaped, with the shade of their hottest line")
  void rowsAreThoseOfTheAssemblyEscapedWithTheShadeOfTheirHottestLine() {
    String text = written(tables(listing(List.of(CodeListingTest.CODE)), 10));
    assertThat(text).contains("load &lt;a&gt; &amp; &quot;b&quot;").doesNotContain("<a>");
    Xml xml = Xml.parse(text);
    List<String> cells = new ArrayList<>(xml.texts("td"));
    cells.removeIf(cell -> cell.matches("[\\d.]+"));
    assertThat(cells).isEqualTo(CodeListingTest.CODE.stream().map(CodeLine::text).toList());
    assertThat(xml.texts("th").subList(3, 8)).containsExactly("–", "3", "2, 3", "4", "–");
    assertThat(text).contains("2</a>, <a href=\"#line0n2\">3</a></th>").contains("<td>60.0</td>");
  }

  @Test
  @DisplayName("rows of one line that follow each other have one link and one figure")
  void rowsOfOneLineThatFollowEachOtherHaveOneLinkAndOneFigure() {
    List<CodeLine> code = List.of(new CodeLine("a", List.of(3)), new CodeLine("b", List.of(3)));
    String text = written(tables(listing(List.of(code)), 10));
    assertThat(text.split("<a ")).hasSize(2);
    assertThat(text.split("30[.]0")).hasSize(2);
    assertThat(text).contains("<th class=\"h5\" scope=\"row\">3</th><td class=\"src\">b</td></tr>");
  }

  @Test
  @DisplayName("where rows are left out a sentence says how many there are and what prints them")
  void whereRowsAreLeftOutASentenceSaysHowManyThereAreAndWhatPrintsThem() {
    List<CodeLine> code = new ArrayList<>(CodeListingTest.CODE);
    IntStream.range(0, 40).forEach(i -> code.add(CodeLine.own("more")));
    Listing listing = listing(List.of(code));
    String text = written(tables(listing, 3));
    assertThat(text)
        .contains("Machine code of k on d1, 45 instructions</summary>")
        .contains("only the 3 instructions of the")
        .contains("<code>lockstep inspect TRACE -d d1</code>")
        .contains("<td class=\"w\">⋯</td>");
    assertThat(written(tables(listing, 45))).doesNotContain("are shown");
    both(listing, tables(listing, 3));
  }

  @Test
  @DisplayName("there is no table where no room is left, and nothing leads there")
  void thereIsNoTableWhereNoRoomIsLeftAndNothingLeadsThere() {
    CodeTables tables = tables(listing(List.of(CodeListingTest.CODE)), 0);
    assertThat(written(tables)).isEqualTo("<r></r>");
    assertThat(tables.devices()).isEmpty();
    assertThat(tables.mark(1)).isNull();
  }
}
