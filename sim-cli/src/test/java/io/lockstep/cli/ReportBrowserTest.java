// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A page of {@code compare --report} in a real browser. */
@EnabledIf("io.lockstep.cli.Browser#isThereOrRequired")
class ReportBrowserTest {
  private static final String DEVICES = "hd5870,mi300a,hd4870,gtx280";

  @TempDir static Path folder;
  private static Path page;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    page = folder.resolve("page.html");
    Cli cli =
        Cli.run(
            "compare",
            Shell.REPOSITORY.resolve("examples/matmul.yaml").toString(),
            Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString(),
            "-p",
            "n=32",
            "-d",
            DEVICES,
            "--report",
            page.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    browser = new Browser(folder.resolve("profile"));
  }

  @AfterAll
  static void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void openThePageFreshly() throws Exception {
    browser.dark(false);
    browser.width(1280);
    browser.open(page, "");
  }

  private static List<String> texts(String selector) throws Exception {
    List<String> texts = new ArrayList<>();
    browser
        .js("[...document.querySelectorAll('" + selector + "')].map(e => e.textContent)")
        .forEach(t -> texts.add(t.asText()));
    return texts;
  }

  private static String address() throws Exception {
    return browser.js("location.hash").asText();
  }

  @Test
  @DisplayName("the console is silent and nothing but the file is asked for")
  void theConsoleIsSilentAndNothingButTheFileIsAskedFor() throws Exception {
    browser.js("document.querySelectorAll('button, summary').forEach(b => b.click())");
    assertThat(browser.problems()).isEmpty();
    assertThat(browser.requests()).containsExactly(page.toUri().toString());
  }

  @Test
  @DisplayName("a heading sorts by its column, by keyboard too, down, up and back again")
  void aHeadingSortsByItsColumnByKeyboardTooDownUpAndBackAgain() throws Exception {
    String names = "#times tbody th";
    List<String> own = texts(names);
    assertThat(own).containsExactly(DEVICES.split(","));
    browser.js("document.querySelectorAll('#times thead button')[3].focus()"); // vecadd
    browser.press("Enter", 13);
    List<Double> down =
        texts("#times tbody tr td:nth-child(4)").stream().map(Double::valueOf).toList();
    assertThat(down).isSortedAccordingTo((a, b) -> Double.compare(b, a)).hasSize(own.size());
    assertThat(browser.js("document.querySelectorAll('#times th')[3].ariaSort").asText())
        .isEqualTo("descending");
    assertThat(address()).isEqualTo("#times.sort=3d");
    assertThat(texts("#said").get(0)).contains("by vecadd, largest first");
    browser.press("Enter", 13);
    assertThat(address()).isEqualTo("#times.sort=3a");
    browser.press("Enter", 13);
    assertThat(texts(names)).isEqualTo(own);
    assertThat(address()).isEmpty();
  }

  @Test
  @DisplayName("a filter leaves the rows with all of its words, and says how many")
  void aFilterLeavesTheRowsWithAllOfItsWordsAndSaysHowMany() throws Exception {
    browser.js(
        "(i => { i.value = 'MI vecadd'; i.dispatchEvent(new Event('input')); })"
            + "(document.querySelector('#results input[type=search]'))");
    assertThat(texts("#all tbody tr:not(.hide) td:nth-child(2)")).containsExactly("mi300a");
    assertThat(texts("#said").get(0)).contains("1 of 8 rows");
    assertThat(address()).isEqualTo("#all.q=MI+vecadd");
  }

  @Test
  @DisplayName("another base gives the quotients of the times, and the first base its own figures")
  void anotherBaseGivesTheQuotientsOfTheTimesAndTheFirstBaseItsOwnFigures() throws Exception {
    List<String> own = texts("#times tbody td");
    choose("base", "gtx280");
    JsonNode times =
        browser.js(
            "[...document.querySelectorAll('#times tbody tr')].map(r => [...r.cells].map(c =>"
                + " [c.textContent, +c.dataset.t]))");
    int base = List.of(DEVICES.split(",")).indexOf("gtx280");
    for (JsonNode row : times) {
      for (int column = 2; column < 4; column++) {
        JsonNode cell = row.get(column);
        double ratio = times.get(base).get(column).get(1).asDouble() / cell.get(1).asDouble();
        if (cell.get(1).isNumber()) { // not refused
          assertThat(Double.parseDouble(cell.get(0).asText()) / ratio).isBetween(0.994, 1.006);
        }
      }
    }
    assertThat(texts(".basename")).containsOnly("gtx280");
    assertThat(address()).isEqualTo("#base=gtx280");
    choose("base", "hd5870");
    assertThat(texts("#times tbody td")).isEqualTo(own);
    choose("time", "k");
    assertThat(texts("#times tbody td")).isNotEqualTo(own);
    assertThat(address()).isEqualTo("#time=k");
  }

  private static void choose(String what, String value) throws Exception {
    int number = what.equals("base") ? 0 : 1;
    browser.js(
        "(s => { s.value = '%s'; s.dispatchEvent(new Event('change')); })".formatted(value)
            + "(document.querySelectorAll('#matrix select')["
            + number
            + "])");
  }

  @Test
  @DisplayName("an address brings order, filter, columns, base and theme with it")
  void anAddressBringsOrderFilterColumnsBaseAndThemeWithIt() throws Exception {
    browser.open(page, "#base=gtx280&times.sort=2a&all.q=gtx280&all.cols=0,1,2&theme=dark");
    assertThat(texts(".basename")).containsOnly("gtx280");
    assertThat(texts("#times th[aria-sort] button")).containsExactly("matmul");
    assertThat(texts("#all tbody tr:not(.hide) td:nth-child(2)")).containsOnly("gtx280").hasSize(2);
    assertThat(texts("#all thead th:not(.hide)")).containsExactly("workload", "device", "µs");
    assertThat(browser.js("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(21, 21, 21)");
    browser.js("document.querySelector('.top').click()"); // from dark to light
    assertThat(browser.js("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(address()).contains("theme=light").contains("base=gtx280");
  }

  @Test
  @DisplayName(
      "every table shows as many cells in a row as headings, of one workload too, whatever the base")
  void everyTableShowsAsManyCellsInARowAsHeadingsOfOneWorkloadToo() throws Exception {
    Path one = folder.resolve("one.html");
    String matmul = Shell.REPOSITORY.resolve("examples/matmul.yaml").toString();
    Cli cli =
        Cli.run("compare", matmul, "-p", "n=32", "-d", "hd5870,gtx280", "--report", one.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    browser.open(one, "");
    assertThat(texts("#times thead th:not(.hide)")).containsExactly("device", "matmul");
    assertCellsUnderHeadings();
    choose("base", "gtx280");
    assertCellsUnderHeadings();
    browser.open(page, "#base=gtx280&times.cols=0,2");
    assertThat(texts("#times thead th:not(.hide)")).containsExactly("device", "matmul");
    assertCellsUnderHeadings();
  }

  /** Of each table: the rows whose visible columns are not those of its headings. */
  private static void assertCellsUnderHeadings() throws Exception {
    JsonNode odd =
        browser.js(
            "(() => { const shown = r => [...r.cells].map(c => c.classList.contains('hide') ? 0 : 1)"
                + ".join(''); return [...document.querySelectorAll('table')].flatMap(t =>"
                + " [...t.tBodies[0].rows].filter(r => r.cells.length === t.tHead.rows[0].cells.length"
                + " && shown(r) !== shown(t.tHead.rows[0])).map(r => t.id + ': ' + r.textContent)); })()");
    assertThat(odd).isEmpty();
  }

  @Test
  @DisplayName("a link inside of the page opens what it leads to and keeps the rest of the address")
  void aLinkInsideOfThePageOpensWhatItLeadsToAndKeepsTheRestOfTheAddress() throws Exception {
    choose("base", "gtx280");
    browser.js("document.querySelector('#times .gap a').click()");
    assertThat(browser.js("document.activeElement.id").asText()).isEqualTo("gap1");
    assertThat(address()).isEqualTo("#base=gtx280&at=gap1");
  }

  @Test
  @DisplayName(
      "by keyboard a line leads to its machine code, which unfolds, and the row back to it")
  void byKeyboardALineLeadsToItsMachineCodeWhichUnfoldsAndTheRowBackToIt() throws Exception {
    browser.js("document.querySelector('#line0n8 a').focus()");
    browser.press("Enter", 13);
    String row = browser.js("document.activeElement.id").asText();
    assertThat(row).startsWith("code0d0k0r");
    assertThat(browser.js("document.activeElement.closest('details').open").asBoolean()).isTrue();
    assertThat(browser.js("document.activeElement.getBoundingClientRect().height").asDouble())
        .isPositive();
    browser.js("document.activeElement.querySelector('a').focus()");
    browser.press("Enter", 13);
    assertThat(browser.js("document.activeElement.id").asText()).isEqualTo("line0n8");
  }

  @Test
  @DisplayName(
      "an explained pair: bars begin where those before them end, nothing is found or wide")
  void anExplainedPairBarsBeginWhereThoseBeforeThemEndNothingIsFoundOrWide() throws Exception {
    Path why = folder.resolve("why.html");
    String vecadd = Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString();
    String[] pair = {"compare", vecadd, "-p", "n=1024", "-d", "gtx280,hd5870", "--explain"};
    List<String> arguments = new ArrayList<>(List.of(pair));
    arguments.addAll(List.of("--report", why.toString()));
    assertThat(Cli.run(arguments.toArray(String[]::new)).code()).isZero();
    browser.open(why, "");
    JsonNode bars =
        browser.js(
            "[...document.querySelectorAll('#waterfalle0 tr')].map(r => r.querySelector('.slow,"
                + " .fast')).filter(b => b).map(b => b.getBoundingClientRect()).map(b => [b.left,"
                + " b.right])");
    assertThat(bars.size()).isGreaterThan(5);
    JsonNode before = bars.get(0);
    for (int i = 1; i < bars.size() - 1; i++) {
      assertThat(bars.get(i).get(0).asDouble()).isLessThan(before.get(1).asDouble() + 2);
      assertThat(bars.get(i).get(1).asDouble()).isGreaterThan(before.get(0).asDouble() - 2);
      before = bars.get(i);
    }
    browser.js("document.querySelectorAll('section:not(#explained)').forEach(s => s.remove())");
    assertThat(axe("['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']")).isEmpty();
    browser.width(360);
    assertThat(browser.js("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(360);
  }

  @Test
  @DisplayName("strips over time are equally wide, or on one scale for all after a click")
  void stripsOverTimeAreEquallyWideOrOnOneScaleForAllAfterAClick() throws Exception {
    String sizes =
        "[...document.querySelectorAll('#strips0 tbody tr')].map(r => [+r.cells[1].textContent,"
            + " r.querySelector('svg').getBoundingClientRect().width,"
            + " r.querySelector('svg').getBoundingClientRect().height])";
    JsonNode strips = browser.js(sizes);
    assertThat(strips).hasSize(3);
    double width = strips.get(0).get(1).asDouble();
    for (JsonNode strip : strips) {
      assertThat(strip.get(1).asDouble() / width).isBetween(0.98, 1.02);
      assertThat(strip.get(2).asDouble()).isGreaterThan(40);
    }
    browser.js("document.querySelector('#common0').click()");
    strips = browser.js(sizes);
    double scale = strips.get(0).get(1).asDouble() / strips.get(0).get(0).asDouble();
    for (JsonNode strip : strips) {
      assertThat(strip.get(1).asDouble() / strip.get(0).asDouble() / scale).isBetween(0.98, 1.02);
    }
  }

  @Test
  @DisplayName("a table is copied as CSV: what is shown, with its headings")
  void aTableIsCopiedAsCSVWhatIsShownWithItsHeadings() throws Exception {
    String csv =
        browser
            .js(
                "(async () => { document.querySelector('#traces').parentElement"
                    + ".previousElementSibling.querySelector('button:last-child').click();"
                    + " return document.querySelector('#traces').dataset.csv; })()")
            .asText();
    assertThat(csv.lines().toList()).hasSize(3).first().isEqualTo("workload,parameters,trace");
    assertThat(csv.lines().toList().get(1)).matches("matmul,.*n=32.*,[0-9a-f]{64}");
  }

  @Test
  @DisplayName("axe finds nothing, light or dark, with everything unfolded")
  void axeFindsNothingLightOrDarkWithEverythingUnfolded() throws Exception {
    for (boolean dark : new boolean[] {false, true}) {
      browser.dark(dark);
      browser.open(page, "");
      browser.js("document.querySelectorAll('details').forEach(d => d.open = true)");
      browser.js( // of rows that are made alike some are enough
          "document.querySelectorAll('tbody').forEach(b =>"
              + " [...b.rows].slice(8).forEach(r => r.remove()))");
      JsonNode found =
          axe(dark ? "['color-contrast']" : "['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']");
      assertThat(found).as(dark ? "dark" : "light").isEmpty();
    }
  }

  private static JsonNode axe(String rules) throws Exception {
    browser.js(Browser.resource("axe.min.js") + "; 0");
    return browser.js(
        "axe.run({runOnly: "
            + rules
            + "}).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n =>"
            + " n.html.slice(0, 120) + ' ' + n.failureSummary).join(' | ')))");
  }

  @Test
  @DisplayName("nothing is wider than a page of 360 pixels, nor of 1280")
  void nothingIsWiderThanAPageOf360PixelsNorOf1280() throws Exception {
    browser.js("document.querySelectorAll('details').forEach(d => d.open = true)");
    for (int width : new int[] {360, 1280}) {
      browser.width(width);
      assertThat(browser.js("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(width);
    }
  }

  @Test
  @DisplayName("it prints as a PDF of less than two megabytes, with headings and without buttons")
  void itPrintsAsAPDFOfLessThanTwoMegabytesWithHeadingsAndWithoutButtons() throws Exception {
    byte[] pdf = browser.pdf();
    assertThat(new String(pdf, 0, 5, StandardCharsets.ISO_8859_1)).isEqualTo("%PDF-");
    assertThat(pdf.length).isBetween(20_000, 2_000_000);
    browser.call("Emulation.setEmulatedMedia", java.util.Map.of("media", "print"));
    assertThat(browser.js("getComputedStyle(document.querySelector('.tools')).display").asText())
        .isEqualTo("none");
    String display = "getComputedStyle(document.querySelector('%s')).display";
    assertThat(browser.js(display.formatted("thead button")).asText()).isEqualTo("contents");
    assertThat(browser.js(display.formatted("tfoot")).asText()).isEqualTo("table-row-group");
    browser.call("Emulation.setEmulatedMedia", java.util.Map.of("media", ""));
  }
}
