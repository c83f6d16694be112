// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Pages of workloads, devices, sweeps and suites whose names are markup, in a real browser. */
@Tag("slow")
@EnabledIf("io.lockstep.cli.Browser#isThereOrRequired")
class HostileNamesTest {
  /** What a user may choose as a name: a script, quotes, both directions of text, two planes. */
  private static final String NAME =
      "<script>window.evil=1</script>\"'&amp;]]><!--\u2028\u202E\u05D0\uD83D\uDE00<b id=x>";

  /** As a page shows it: characters that change the direction or end a line are replaced. */
  private static final String SHOWN = NAME.replaceAll("[\u2028\u202E]", "\uFFFD");

  /** As a page shows the name of a file. */
  private static final String FILE = SHOWN.replace('/', '|');

  private static final String TEXT =
      "[...document.querySelectorAll('header, main')].map(e => e.textContent).join(' ')";

  private static final String TAGS =
      "[...document.querySelectorAll('*')].map(e => e.localName + ' ' +"
          + " e.getAttributeNames().sort().join(' ')).join('\\n')";

  @TempDir Path folder;

  @Test
  @DisplayName("no name becomes an element, an attribute or a script, and each is shown as typed")
  void noNameBecomesAnElementAnAttributeOrAScriptAndEachIsShownAsTyped() throws Exception {
    Map<String, Path> hostile = pages(Files.createDirectory(folder.resolve("a")), NAME);
    Map<String, Path> plain = pages(Files.createDirectory(folder.resolve("b")), "plain");
    try (Browser browser = new Browser(folder.resolve("profile"))) {
      for (Map.Entry<String, Path> page : hostile.entrySet()) {
        browser.open(plain.get(page.getKey()), "");
        String tags = browser.js(TAGS).asText();
        browser.open(page.getValue(), "");
        assertThat(browser.js(TAGS).asText()).as(page.getKey()).isEqualTo(tags);
        assertThat(browser.js("typeof window.evil").asText()).isEqualTo("undefined");
        assertThat(browser.js(TEXT).asText()).as(page.getKey()).containsAnyOf(SHOWN, FILE);
        assertThat(browser.problems()).as(page.getKey()).isEmpty();
      }
    }
  }

  /** Pages by the command that writes them, of inputs in a folder that have one name. */
  private static Map<String, Path> pages(Path in, String name) throws IOException {
    Path example = Shell.REPOSITORY.resolve("examples");
    String file = name.replace('/', '|');
    Path kernel = in.resolve(file + ".cl");
    String source = Files.readString(example.resolve("kernels/vecadd.cl"));
    Files.writeString(kernel, source.replace("  int i", "  /* " + name + " */ int i"));
    Files.copy(example.resolve("kernels/vecadd.ptx"), in.resolve(file + ".ptx"));
    Path workload = in.resolve(file + ".yaml");
    String text = Files.readString(example.resolve("vecadd.yaml"));
    Files.writeString(
        workload,
        text.substring(0, text.indexOf("expect:"))
            .replace("name: vecadd", "name: " + quoted(name))
            .replace("kernels/vecadd.ptx", quoted(file + ".ptx"))
            .replace("kernels/vecadd.cl", quoted(file + ".cl"))
            .replace("65536", "512"));
    Path device =
        Files.writeString(
            in.resolve("device.yaml"),
            "device: own\nextends: hd5870\nname: "
                + quoted(name)
                + "\nsources: {s: "
                + quoted(name)
                + "}\nl1: {size: {value: 16KiB, from: datasheet, source: s}}\n");
    Path suite =
        Files.writeString(
            in.resolve("suite.yaml"),
            "rows:\n  - {id: N, group: N, unit: N, source: N, note: N, device: hd5870, workload: W,"
                    .replace("N", quoted(name))
                    .replace("W", quoted(workload.toString()))
                + " measure: seconds, expected: 1, tolerance: 1%}\n");
    Path sweep =
        Files.writeString(
            in.resolve("sweep.yaml"),
            "# "
                + name.replace('\u2028', ' ')
                + "\nworkloads: ["
                + quoted(workload.toString())
                + "]\ndevices: [hd5870, gtx280]\nparameters: {n: [256, 512]}\n");
    Path results = in.resolve(file);
    run("sweep", sweep.toString(), "-o", results + "/");
    String figure = "device == '" + name.replace("'", "") + "' ? 2 * seconds : seconds";
    Map<String, Path> pages = new TreeMap<>();
    for (List<String> command :
        List.of(
            List.of("compare", workload.toString(), "-d", device + ",gtx280"),
            List.of("whatif", workload.toString(), "l1.size=4KiB", "-d", "hd5870"),
            List.of("occupancy", workload.toString(), "-d", "hd5870", "--curve", "group"),
            List.of("validate", suite.toString()))) {
      Path page = in.resolve(command.get(0) + ".html");
      run(
          Stream.concat(command.stream(), Stream.of("--report", page.toString()))
              .toArray(String[]::new));
      pages.put(command.get(0), page);
    }
    Path page = in.resolve("sweep.html");
    run("sweep", "report", results.toString(), "--by", figure, "-o", page.toString());
    pages.put("sweep", page);
    return pages;
  }

  private static void run(String... words) {
    Cli cli = Cli.run(words);
    assertThat(cli.code()).as(cli.all()).isIn(0, 1);
  }

  /** As YAML writes a text. */
  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\\\"").replace("\u2028", "\\u2028") + "\"";
  }
}
