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

  @Test
  @DisplayName("the page is silent and accessible and fits any width")
  void thePageIsSilentAndAccessibleAndFitsAnyWidth() throws Exception {
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
}
