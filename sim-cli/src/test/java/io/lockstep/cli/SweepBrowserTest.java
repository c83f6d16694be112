// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A page of {@code sweep report} in a real browser. */
@EnabledIf("io.lockstep.cli.Browser#isThereOrRequired")
class SweepBrowserTest {
  @TempDir Path folder;

  private static final String CELLS =
      "[...document.querySelectorAll('#heat tr')].map(r => [...r.cells].map(c =>"
          + " c.textContent + '|' + c.className).join(';')).join('\\n')";

  @Test
  @DisplayName(
      "the page is silent and accessible, fits any width, and heat maps are chosen by keyboard")
  void thePageIsSilentAndAccessibleFitsAnyWidthAndHeatMapsAreChosenByKeyboard() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("s.yaml"),
            "workloads: ['"
                + Shell.REPOSITORY.resolve("examples/vecadd.yaml")
                + "', '"
                + Shell.REPOSITORY.resolve("examples/matmul.yaml")
                + "']\ndevices: [hd5870, hd4870, gtx280]\nparameters: {n: [32, 50, 64]}\n"
                + "set: {dram.bandwidth: ['*1', '*2']}\n");
    Cli.run("sweep", file.toString(), "-o", folder.resolve("a") + "/");
    Path page = folder.resolve("page.html");
    Cli report = Cli.run("sweep", "report", folder.resolve("a").toString(), "-o", page.toString());
    assertThat(report.code()).as(report.all()).isZero();
    try (Browser browser = new Browser(folder.resolve("profile"))) {
      browser.width(1280);
      browser.open(page, "");
      assertThat(browser.problems()).isEmpty();
      String made = browser.js(CELLS).asText();
      assertThat(made).isEqualTo(withoutScript(Files.readString(page)));

      browser.js("document.querySelectorAll('#heatmap select')[2].focus()"); // down
      browser.press("ArrowDown", 40); // from dram.bandwidth to the device
      assertThat(browser.js("location.hash").asText()).startsWith("#heat.y=");
      assertThat(browser.js("document.querySelector('#heat thead th').textContent").asText())
          .isEqualTo("device \\ n");
      String chosen = browser.js(CELLS).asText();
      assertThat(chosen).isNotEqualTo(made).contains("hd4870").contains("32|n");
      browser.open(page, browser.js("location.hash").asText() + "&heat.workload=1");
      assertThat(browser.js(CELLS).asText())
          .contains("refused|gap") // matmul on hd4870
          .contains("failed|gap") // n = 50
          .isNotEqualTo(chosen);
      assertThat(browser.js("document.querySelector('#heat caption').textContent").asText())
          .isEqualTo("time in µs of matmul, minimum of the points in each cell; darker means more");

      browser.js("document.querySelectorAll('details').forEach(d => d.open = true)");
      for (int width : new int[] {360, 1280, 1920}) {
        browser.width(width);
        assertThat(browser.js("document.documentElement.scrollWidth").asInt())
            .isLessThanOrEqualTo(width);
      }
      for (boolean dark : new boolean[] {false, true}) {
        browser.dark(dark);
        browser.open(page, "");
        browser.js("document.querySelectorAll('details').forEach(d => d.open = true)");
        browser.js(Browser.resource("axe.min.js") + "; 0");
        JsonNode found =
            browser.js(
                "axe.run({runOnly: "
                    + (dark
                        ? "['color-contrast']"
                        : "['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']")
                    + "}).then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n =>"
                    + " n.html.slice(0, 120) + ' ' + n.failureSummary).join(' | ')))");
        assertThat(found).as(dark ? "dark" : "light").isEmpty();
      }
      assertThat(browser.problems()).isEmpty();
    }
  }

  /** The heat map as Java has written it. */
  private static String withoutScript(String page) {
    String table = page.substring(page.indexOf(" id=\"heat\""));
    table = table.substring(table.indexOf("<thead>"), table.indexOf("</table>"));
    StringBuilder lines = new StringBuilder();
    for (String row : table.split("<tr>")) {
      StringBuilder cells = new StringBuilder();
      for (String cell : row.split("<t[hd]")) {
        int end = cell.indexOf('>');
        if (cell.contains("</t")) {
          String attributes = cell.substring(0, end);
          int at = attributes.indexOf("class=\"");
          String kind = at < 0 ? "" : attributes.substring(at + 7, attributes.indexOf('"', at + 7));
          String text = cell.substring(end + 1, cell.indexOf("</t"));
          cells.append(cells.isEmpty() ? "" : ";").append(text).append('|').append(kind);
        }
      }
      if (!cells.isEmpty()) {
        lines.append(lines.isEmpty() ? "" : "\n").append(cells);
      }
    }
    return lines.toString();
  }
}
