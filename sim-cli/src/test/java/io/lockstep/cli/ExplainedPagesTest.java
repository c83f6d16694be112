// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.testsupport.Xml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of what was found by many simulations: explanations, changes, candidates. */
class ExplainedPagesTest {
  private static final String VECADD = Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString();

  @TempDir static Path folder;

  /** What is printed as JSON, which the page holds, too, and the page. */
  private record Written(JsonNode json, String page) {
    /** Cells of each row but the scale, that of its name first. */
    List<List<String>> rows(String table) {
      List<List<String>> rows = new ArrayList<>();
      String whole = page.split("<table id=\"" + table + "\"")[1].split("</table>")[0];
      for (String row : whole.split("<tbody>")[1].split("</tr>")) {
        List<String> cells = new ArrayList<>();
        for (String cell : row.split("<t[hd]( [^>]*)?>")) {
          cells.add(cell.replaceAll("</t[hd]>.*", "").replaceAll("(?s)<.*?>", "").strip());
        }
        if (cells.size() > 1 && !cells.get(1).startsWith("scale")) {
          rows.add(cells.subList(1, cells.size()));
        }
      }
      return rows;
    }
  }

  private static Written written(String... arguments) throws Exception {
    Path file = folder.resolve("page.html");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--report", file.toString(), "--format", "json"));
    Cli cli = Cli.run(all.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    String text = Files.readString(file);
    Xml xml = Xml.parse(text);
    assertThat(xml.attributes("id")).doesNotHaveDuplicates();
    ObjectMapper mapper = new ObjectMapper();
    if (!arguments[0].equals("compare")) { // whose page is held to its JSON elsewhere
      JsonNode data = mapper.readTree(xml.texts("script").get(0));
      assertThat(data).isEqualTo(mapper.readTree(cli.out()));
    }
    return new Written(mapper.readTree(cli.out()), text);
  }

  @Test
  @DisplayName("a page of explain is a waterfall whose factors multiply to the ratio")
  void aPageOfExplainIsAWaterfallWhoseFactorsMultiplyToTheRatio() throws Exception {
    String text =
        written(
                "explain",
                VECADD,
                "-p",
                "n=4096",
                "--from",
                "8800gtx",
                "--to",
                "8800gts",
                "--phases",
                "1")
            .page();
    String table = text.split("<table id=\"waterfall\"")[1].split("</table>")[0];
    double product = 1;
    for (String row : table.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")) {
      product *= row.contains("<td>") ? Double.parseDouble(row.split("<td>")[1].split("<")[0]) : 1;
    }
    double ratio = Double.parseDouble(table.split("<tfoot>")[1].split("<td>")[1].split("<")[0]);
    assertThat(product).isCloseTo(ratio, within(0.003));
    assertThat(text)
        .containsPattern("<li><b>[A-Za-z ]+</b>: [0-9]")
        .doesNotContainPattern("<b>([A-Za-z ]+)</b>: \\1:");
  }

  @Test
  @DisplayName("a page of sensitivity has the figures with an effect and names those without")
  void aPageOfSensitivityHasTheFiguresWithAnEffectAndNamesThoseWithout() throws Exception {
    String text =
        written(
                "sensitivity",
                VECADD,
                "-p",
                "n=4096",
                "-d",
                "gtx280",
                "--figures",
                "clock.compute,texture.size",
                "--phases",
                "2")
            .page();
    assertThat(text.split("<table id=\"elastic\"")[1]).contains(">clock.compute<");
    assertThat(text).containsPattern("No effect beyond noise: [^<]*texture");
  }

  @Test
  @DisplayName(
      "compare with --explain has the waterfall of explain, from the base to the first other")
  void compareWithExplainHasTheWaterfallOfExplainFromTheBaseToTheFirstOther() throws Exception {
    Written page =
        written(
            "compare",
            VECADD,
            "-p",
            "n=1024",
            "-d",
            "8800gts,8800gtx",
            "--explain",
            "--reference",
            "8800gtx");
    Cli explain =
        Cli.run(
            "explain", VECADD, "-p", "n=1024", "--from", "8800gtx", "--to", "8800gts", "-f", "csv");
    List<List<String>> rows = page.rows("waterfalle0");
    List<String> lines = explain.out().lines().skip(1).toList();
    assertThat(rows).hasSize(lines.size() + 2); // what it begins with, and the ratio
    for (int i = 0; i < lines.size(); i++) {
      assertThat(rows.get(i + 1).get(0)).isEqualTo(lines.get(i).split(",")[0]);
      assertThat(Double.parseDouble(rows.get(i + 1).get(1)))
          .isCloseTo(Double.parseDouble(lines.get(i).split(",")[1]), within(0.0006));
    }
    assertThat(page.page()).contains("from 8800gtx to 8800gts");
  }

  @Test
  @DisplayName(
      "--explain is refused without a page, without a second device, and beside --uncertainty")
  void explainIsRefusedWithoutAPageWithoutASecondDeviceAndBesideUncertainty() {
    String file = folder.resolve("none.html").toString();
    String[][] wrong = {
      {"add --report FILE", "-d", "8800gtx,8800gts"},
      {"wants a device beside the base", "-d", "8800gtx", "--report", file},
      {"a page has one of both", "-d", "8800gtx,8800gts", "--report", file, "--uncertainty"},
    };
    for (String[] w : wrong) {
      List<String> all = new ArrayList<>(List.of("compare", VECADD, "--explain"));
      all.addAll(List.of(w).subList(1, w.length));
      Cli cli = Cli.run(all.toArray(String[]::new));
      assertThat(cli.code()).as(cli.all()).isEqualTo(2);
      assertThat(cli.err()).contains(w[0]);
    }
    assertThat(Path.of(file)).doesNotExist();
  }

  @Test
  @DisplayName(
      "a pair that cannot be explained has the reason on the page, and the others' results")
  void aPairThatCannotBeExplainedHasTheReasonOnThePageAndTheOthersResults() throws Exception {
    Written page =
        written(
            "compare",
            Shell.REPOSITORY.resolve("examples/matmul.yaml").toString(),
            "-p",
            "n=32",
            "-d",
            "8800gtx,hd4870",
            "--explain");
    String section = page.page().split("<section id=\"explained\"")[1].split("</section>")[0];
    assertThat(section).contains("matmul.yaml is not explained").contains("hd4870");
    assertThat(page.rows("times")).hasSize(2);
  }

  @Test
  @DisplayName("between families the costs of steps multiply, from the largest roof to either time")
  void betweenFamiliesTheCostsOfStepsMultiplyFromTheLargestRoofToEitherTime() throws Exception {
    Written page = written("explain", VECADD, "-p", "n=1024", "--from", "gtx280", "--to", "hd5870");
    List<List<String>> rows = page.rows("ladder");
    List<String> foot = rows.get(rows.size() - 1);
    for (int column : new int[] {1, 3}) {
      double micros = 1;
      for (List<String> row : rows.subList(0, rows.size() - 1)) {
        micros *= Double.parseDouble(row.get(column).replaceAll("[^0-9.]", ""));
      }
      double end = Double.parseDouble(foot.get(column).replace(" µs", ""));
      assertThat(micros / end).isBetween(0.98, 1.02); // of figures with three digits
    }
    JsonNode residual = page.json().get("reasons").get(page.json().get("reasons").size() - 1);
    assertThat(Double.parseDouble(foot.get(5)) * residual.get("factor").asDouble())
        .isCloseTo(page.json().get("ratio").asDouble(), within(0.0006));
    assertThat(rows.get(0).get(0)).isEqualTo("largest roof");
    assertThat(rows).hasSize(page.json().get("ladder").size() + 1);
  }

  @Test
  @DisplayName("a page of whatif has a row for each change, with its factor or why there is none")
  void aPageOfWhatifHasARowForEachChangeWithItsFactorOrWhyThereIsNone() throws Exception {
    Written page =
        written(
            "whatif",
            VECADD,
            "-p",
            "n=1024",
            "-d",
            "gtx280,hd5870",
            "clock.compute=*2",
            "texture.size=*2",
            "--phases",
            "2");
    List<List<String>> rows = page.rows("alternatives");
    assertThat(rows).hasSize(4);
    for (int i = 0; i < 4; i++) {
      JsonNode change = page.json().get("changes").get(i);
      assertThat(rows.get(i).get(0))
          .isEqualTo(change.get("figure").asText() + "=" + change.get("value").asText());
      if (change.get("problem").isTextual()) {
        assertThat(rows.get(i).get(6)).isEqualTo(change.get("problem").asText());
      } else {
        assertThat(Double.parseDouble(rows.get(i).get(3)))
            .isCloseTo(change.get("factor").asDouble(), within(0.0006));
      }
    }
    assertThat(page.page()).contains("class=\"fast\"");
  }

  @Test
  @DisplayName("a page of a suite's candidates ranks the figure that was made wrong first")
  void aPageOfASuitesCalibrationCandidatesRanksTheFigureThatWasMadeWrongFirst() throws Exception {
    JsonNode right =
        new ObjectMapper()
            .readTree(Cli.run("run", VECADD, "-p", "n=1024", "-d", "gtx280", "-f", "json").out())
            .at("/results/0");
    Path suite = folder.resolve("suite.yaml");
    Files.writeString(
        suite,
        """
        about: one row
        defaults: {device: gtx280, unit: s}
        rows:
          - {id: vecadd, workload: %s, param: {n: 1024}, expected: %s}
        """
            .formatted(VECADD, right.get("seconds").asText()));
    Written page =
        written(
            "sensitivity",
            "--suite",
            suite.toString(),
            "-d",
            "gtx280",
            "--set",
            "clock.compute=*0.7",
            "--figures",
            "dram.tcl,clock.compute");
    List<List<String>> rows = page.rows("suspected");
    assertThat(rows.get(0).get(0)).isEqualTo("clock.compute");
    assertThat(Double.parseDouble(rows.get(0).get(4))).isGreaterThan(90);
    List<String> row = page.rows("residuals").get(0);
    assertThat(row.get(0)).isEqualTo("vecadd");
    assertThat(Double.parseDouble(row.get(3))).isGreaterThan(1.1);
    assertThat(Double.parseDouble(row.get(5))).isCloseTo(1, within(0.05));
  }
}
