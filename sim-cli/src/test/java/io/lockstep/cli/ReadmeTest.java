// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ReadmeTest {
  private static final Path ROOT = Shell.REPOSITORY;
  @TempDir static Path folder;
  private static Cli first;

  @BeforeAll
  static void run() {
    first =
        Cli.run(
            "compare",
            ROOT.resolve("examples/sha256.yaml").toString(),
            "-p",
            "n=131072",
            "--reference",
            "gtx280",
            "--report",
            folder.resolve("r.html").toString());
    assertThat(first.code()).as(first.all()).isZero();
  }

  @Test
  @DisplayName("README shows what its first command prints: every device verified, kernels alone")
  void firstCommand() throws IOException {
    assertThat(first.out()).doesNotContain("refused", " host µs");
    String page = Files.readString(ROOT.resolve("README.md"));
    assertThat(page).contains("./lockstep compare examples/sha256.yaml -p n=131072 ");
    assertThat(page).contains(first.out().stripTrailing());
  }

  @Test
  @DisplayName(
      "README's chart is the report's of the first command (-Dlockstep.write.docs writes it)")
  void theChartIsTheReports() throws IOException {
    String page = Files.readString(folder.resolve("r.html"));
    int from = page.lastIndexOf("<svg", page.indexOf("class=\"speedup\""));
    String drawing = page.substring(from, page.indexOf("</svg>", from) + 6);
    for (boolean dark : new boolean[] {false, true}) {
      String picture = alone(drawing, dark);
      Path file = ROOT.resolve("docs/generations-" + (dark ? "dark" : "light") + ".svg");
      if (Boolean.getBoolean("lockstep.write.docs")) {
        Files.writeString(file, picture);
      }
      assertThat(Files.readString(file)).isEqualTo(picture);
    }
  }

  @Test
  @DisplayName("README's table of accuracy is that of docs/fidelity.md")
  void theTableOfAccuracyIsThatOfTheFidelityPage() throws IOException {
    String page = Files.readString(ROOT.resolve("README.md"));
    Matcher suite =
        Pattern.compile("(?m)^\\| \\[([\\w-]+)]\\(#[\\w-]+\\)((?: \\|[^|\n]*){8})")
            .matcher(Files.readString(ROOT.resolve("docs/fidelity.md")));
    int suites = 0;
    while (suite.find()) {
      String[] cells = suite.group(2).split("\\|");
      String row =
          "| %s | %s | %s |".formatted(cells[1].strip(), cells[7].strip(), cells[8].strip());
      assertThat(page).as(suite.group(1)).contains(row);
      suites++;
    }
    assertThat(suites).isEqualTo(5);
  }

  /** A drawing of the report with the colours of a theme, as a file of its own. */
  private static String alone(String drawing, boolean dark) {
    String ink = dark ? "#ececec" : "#1c1c1c";
    String line = dark ? "#454545" : "#d0d0d0";
    String bar = dark ? "#1b577f" : "#93caf0";
    String mark = dark ? "#5ab4ef" : "#0068a8";
    return drawing
            .replaceFirst(
                "<svg ",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"690\" height=\"345\""
                    + " font-family=\"system-ui, sans-serif\" font-size=\"12\" ")
            .replaceFirst(
                ">",
                "><style>text { fill: %s; text-anchor: middle } text.y { text-anchor: end } .grid rect, path"
                        .formatted(ink)
                    + " { fill: none; stroke: %s } rect.mean { fill: %s } circle { fill: %s }</style>"
                        .formatted(line, bar, mark))
        + "\n";
  }

  @Test
  @DisplayName("docs/inspect.md shows what its command prints")
  void docsInspectMdShowsWhatItsCommandPrints() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    Cli cli = Cli.run("inspect", root.resolve("examples/spmv.yaml").toString(), "-p", "rows=1024");
    assertThat(cli.code()).as(cli.all()).isZero();
    String page = Files.readString(root.resolve("docs/inspect.md"));
    String shown = page.substring(page.indexOf("```\nexecuted") + 4);
    shown = shown.substring(0, shown.indexOf("```"));
    assertThat(cli.out().lines().toList())
        .containsAll(shown.lines().filter(l -> !l.equals("…")).toList());
  }
}
