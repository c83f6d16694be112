// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.testsupport.Xml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** {@code --report}: one page with everything, of the same bytes for the same input. */
class ReportTest {
  private static final Path MATMUL = Shell.REPOSITORY.resolve("examples/matmul.yaml");
  private static final Path VECADD = Shell.REPOSITORY.resolve("examples/vecadd.yaml");

  @TempDir static Path folder;
  private static String page;
  private static String json;

  private static Cli compare(Path report, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "compare",
                MATMUL.toString(),
                VECADD.toString(),
                "-p",
                "n=32",
                "-d",
                "hd5870,gtx280,mi300a,hd4870",
                "--report",
                report.toString()));
    arguments.addAll(List.of(more));
    return Cli.run(arguments.toArray(String[]::new));
  }

  @BeforeAll
  static void make() throws Exception {
    Path file = folder.resolve("page.html");
    Cli cli = compare(file, "--format", "json", "--threads", "1");
    assertThat(cli.code()).as(cli.all()).isZero();
    json = cli.out();
    page = Files.readString(file);
  }

  @Test
  @DisplayName(
      "the same input gives the same bytes, on any number of threads and whatever is printed")
  void theSameInputGivesTheSameBytesOnAnyNumberOfThreadsAndWhateverIsPrinted() throws Exception {
    Path again = folder.resolve("again.html");
    assertThat(compare(again, "--threads", "2").code()).isZero();
    assertThat(Files.readString(again)).isEqualTo(page);
  }

  @Test
  @DisplayName("the ten lines of Python in the manual take out what --format json prints")
  @EnabledIf(
      value = "io.lockstep.cli.ScriptsTest#hasPython",
      disabledReason = "wants Python (Debian: python3)")
  void theTenLinesOfPythonInTheManualTakeOutWhatFormatJsonPrints() throws Exception {
    String manual = Files.readString(Shell.REPOSITORY.resolve("docs/report.md"));
    int from = manual.indexOf("```python\n") + 10;
    String script = manual.substring(from, manual.indexOf("```", from));
    assertThat(script.lines()).hasSizeLessThanOrEqualTo(10);
    Path program = Files.writeString(folder.resolve("take.py"), script);
    Process python =
        new ProcessBuilder("python3", program.toString(), folder.resolve("page.html").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    JsonNode taken = new ObjectMapper().readTree(python.getInputStream().readAllBytes());
    assertThat(python.waitFor()).isZero();
    assertThat(taken).isEqualTo(new ObjectMapper().readTree(json));
  }

  @Test
  @DisplayName("the page is well-formed XML below two megabytes that leads nowhere else")
  void thePageIsWellFormedXMLBelowTwoMegabytesThatLeadsNowhereElse() {
    Xml xml = Xml.parse(page);
    assertThat(page.length()).isLessThan(2_000_000);
    assertThat(xml.attributes("href")).allMatch(href -> href.startsWith("#"));
    List<String> ids = xml.attributes("id");
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).containsAll(xml.attributes("href").stream().map(h -> h.substring(1)).toList());
    assertThat(ids).containsAll(xml.attributes("aria-labelledby"));
    assertThat(page).doesNotContain("://");
  }

  @Test
  @DisplayName("the page's times are those of the results, and its quotients follow from them")
  void thePagesTimesAreThoseOfTheResultsAndItsQuotientsFollowFromThem() throws Exception {
    List<String> cells = Xml.parse(page).texts("td");
    double[] first = new double[2];
    int i = 0;
    for (JsonNode r : new ObjectMapper().readTree(json).get("results")) {
      if (r.get("status").asText().equals("refused")) {
        assertThat(page).contains(r.get("message").asText());
        continue;
      }
      double micros = r.get("seconds").asDouble() * 1e6;
      assertThat(cells).contains(String.format(java.util.Locale.ROOT, "%,.2f", micros));
      int point = r.get("workload").asText().equals("matmul") ? 0 : 1;
      first[point] = first[point] == 0 ? micros : first[point];
      String picos = r.get("seconds").decimalValue().movePointRight(12).toBigInteger().toString();
      assertThat(page).containsPattern("data-t=\"" + picos + "\" data-k=\"\\d+\"[^>]*>[0-9.]+<");
      String cell = page.split("data-t=\"" + picos + "\" data-k=\"\\d+\"[^>]*>")[1].split("<")[0];
      assertThat(Double.parseDouble(cell) / (first[point] / micros)).isBetween(0.994, 1.006);
      i++;
    }
    assertThat(i).isEqualTo(7);
  }

  @Test
  @DisplayName("the command on the page is the one to type, without what no figure depends on")
  void theCommandOnThePageIsTheOneToTypeWithoutWhatNoFigureDependsOn() {
    assertThat(Xml.parse(page).texts("code").get(0))
        .isEqualTo(
            "lockstep compare "
                + MATMUL
                + " "
                + VECADD
                + " --param n=32 --device hd5870,gtx280,mi300a,hd4870 --report FILE");
  }

  @Test
  @DisplayName("the trace and the specification of each result stand in the page in full")
  void theTraceAndTheSpecificationOfEachResultStandInThePageInFull() throws Exception {
    List<String> codes = Xml.parse(page).texts("code");
    for (JsonNode r : new ObjectMapper().readTree(json).get("results")) {
      assertThat(codes).contains(r.get("device_sha256").asText());
      if (r.get("trace_sha256").isTextual()) {
        assertThat(codes).contains(r.get("trace_sha256").asText());
      }
    }
  }

  @Test
  @DisplayName("a page that a full disk does not take ends with code 6 and one line")
  void aPageThatAFullDiskDoesNotTakeEndsWithCode6AndOneLine() {
    Cli cli = compare(Path.of("/dev/full"));
    assertThat(cli.code()).as(cli.all()).isEqualTo(6);
    assertThat(cli.err().strip()).contains("/dev/full").hasLineCount(1);
  }

  @Test
  @DisplayName("a folder that is not there is said before anything runs")
  void aFolderThatIsNotThereIsSaidBeforeAnythingRuns() {
    Cli cli = compare(folder.resolve("nowhere/page.html"));
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err().strip()).contains("nowhere").hasLineCount(1);
  }

  @Test
  @DisplayName("a base that is none of the devices is refused with the nearest one's name")
  void aBaseThatIsNoneOfTheDevicesIsRefusedWithTheNearestOnesName() {
    Cli cli = compare(folder.resolve("no.html"), "--reference", "gtx208");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("none of the devices is 'gtx208'").contains("gtx280");
    assertThat(folder.resolve("no.html")).doesNotExist();
  }

  @Test
  @DisplayName("lines of the source carry their heat, and each device's add up to a hundred")
  void linesOfTheSourceCarryTheirHeatAndEachDevicesAddUpToAHundred() {
    String table = page.split("<table id=\"lines0\"")[1].split("</table>")[0];
    assertThat(table).contains("for (int k = 0; k &lt; T; ++k)").contains("kernels/matmul.cl");
    String body = table.split("<tbody>")[1].split("</tbody>")[0];
    for (int device = 0; device < 3; device++) { // the fourth refuses
      int sum = 0;
      for (String row : body.split("</tr>")) {
        String[] cells = row.split("<td[^>]*>");
        if (cells.length >= 5) {
          String figure = cells[device + 2].split("<")[0];
          sum += figure.isEmpty() ? 0 : Integer.parseInt(figure.replace(".", ""));
        }
      }
      assertThat(sum).as("device " + device).isEqualTo(1000);
    }
  }

  @Test
  @DisplayName("machine code of the base and of the fastest other device is what inspect prints")
  void machineCodeOfTheBaseAndOfTheFastestOtherDeviceIsWhatInspectPrints() {
    String trace = folder.resolve("m.lkt").toString();
    Cli record = Cli.run("record", MATMUL.toString(), "-p", "n=32", "-o", trace);
    assertThat(record.code()).as(record.all()).isZero();
    String[][] shown = {{"0", "hd5870"}, {"2", "mi300a"}};
    for (String[] device : shown) {
      String table = page.split("<table id=\"code0d" + device[0] + "k0\"")[1].split("</table>")[0];
      List<String> cells =
          new ArrayList<>(List.of(table.split("<tbody>")[1].split("<td class=\"src\">")));
      cells.remove(0);
      cells.replaceAll(cell -> cell.split("</td>")[0] + "\n");
      String text = "<r>" + String.join("", cells) + "</r>";
      Cli inspect = Cli.run("inspect", trace, "-d", device[1]);
      assertThat(Xml.parse(text).texts("r").get(0).strip())
          .as(device[1])
          .isEqualTo(inspect.out().strip());
    }
    assertThat(page.split("<table id=\"code0d")).hasSize(3);
  }

  @Test
  @DisplayName("rows of machine code have their own cycles, which add up to a hundred percent")
  void rowsOfMachineCodeHaveTheirOwnCyclesWhichAddUpToAHundredPercent() {
    for (String device : List.of("0", "2")) {
      String table = page.split("<table id=\"code0d" + device + "k0\"")[1].split("</table>")[0];
      double sum = 0;
      for (String row : table.split("<tbody>")[1].split("</tr>")) {
        String[] cells = row.split("<td[^>]*>");
        String own = cells.length > 2 ? cells[2].split("<")[0] : "";
        sum += own.isEmpty() ? 0 : Double.parseDouble(own);
      }
      assertThat(sum).as(device).isCloseTo(100, org.assertj.core.api.Assertions.within(0.01));
    }
  }

  @Test
  @DisplayName("roofs of L2 and L1 are drawn of two devices, and end where DRAM's is flat")
  void roofsOfL2AndL1AreDrawnOfTwoDevicesAndEndWhereDRAMsIsFlat() {
    String figure = page.split("LOP/s over ")[1].split("</figure>")[0];
    assertThat(figure.split("class=\"roof\"")).hasSize(4); // of three families
    String[] dashed = figure.split("class=\"roof dash1\"");
    assertThat(dashed).hasSize(3);
    for (int i = 1; i < dashed.length; i++) {
      String colour = dashed[i - 1].substring(dashed[i - 1].lastIndexOf("<g class="));
      String end = dashed[i].split("H")[1].split("\"")[0];
      String whole = figure.split(java.util.regex.Pattern.quote(colour + "class=\"roof\""))[1];
      assertThat(whole.split("L")[1].split(" ")[0]).isEqualTo(end);
    }
  }

  @Test
  void chartsOfSpeedupsAndTheRooflineComeBeforeTheFirstTable() {
    int table = page.indexOf("<table");
    assertThat(page.indexOf("aria-label=\"Speedup relative to hd5870")).isBetween(0, table);
    assertThat(page.indexOf("LOP/s over ")).isBetween(0, table);
    assertThat(page.split("class=\"speedup\"")).hasSize(2);
  }

  @Test
  @DisplayName("every line that machine code came from leads there, and its rows lead back")
  void everyLineThatMachineCodeCameFromLeadsThereAndItsRowsLeadBack() {
    Xml xml = Xml.parse(page);
    List<String> hrefs = xml.attributes("href").stream().map(h -> h.substring(1)).toList();
    List<String> rows =
        xml.attributes("id").stream().filter(i -> i.matches("(code|line)\\d.*[rn]\\d+")).toList();
    assertThat(rows).hasSizeGreaterThan(20);
    assertThat(hrefs).containsAll(rows);
  }

  @Test
  @DisplayName("bars are as long as the kernels took, and their shares add up to a hundred")
  void barsAreAsLongAsTheKernelsTookAndTheirSharesAddUpToAHundred() {
    String table = page.split("<table id=\"causes0\"")[1].split("</table>")[0];
    double longest = 0;
    for (String bar : table.split("class=\"bar\"><div")) {
      if (!bar.contains("--w:")) {
        continue;
      }
      String own = bar.split("</div>")[0];
      double sum = 0;
      for (String part : own.split("width:")) {
        sum += part.matches("(?s)[\\d.]+%.*") ? Double.parseDouble(part.split("%")[0]) : 0;
      }
      assertThat(sum).isCloseTo(100, org.assertj.core.api.Assertions.within(0.01));
      longest = Math.max(longest, Double.parseDouble(own.split("--w:")[1].split("%")[0]));
    }
    assertThat(longest).isEqualTo(100);
  }

  @Test
  @DisplayName("beside devices stand their errors against published values, where there are any")
  void besideDevicesStandTheirErrorsAgainstPublishedValuesWhereThereAreAny() throws Exception {
    String section = page.split("<section id=\"trust\"")[1].split("</section>")[0];
    String table = section.split("<table id=\"trusted\"")[1].split("</table>")[0];
    assertThat(table.split("<tr>")).hasSize(1 + 1 + 3 + 1); // none of mi300a; the scale
    assertThat(table)
        .contains(">hd5870<", ">hd4870<", ">gtx280<", ">tesla<")
        .doesNotContain("mi300a");
    assertThat(table.split("class=\"axis\"")[1]).contains(">1</span>", ">÷1", ">×1");
    String error = table.split(">tesla<")[1].split("<td>")[3].split("<")[0];
    double sum = 0;
    int groups = 0;
    int rows = 0;
    for (String line :
        Files.readAllLines(
            Shell.REPOSITORY.resolve(
                "sim-report/src/main/resources/io/lockstep/report/grade/grades.csv"))) {
      String[] grade = line.split(",");
      if (grade[1].equals("gtx280") && !grade[2].equals("recalled")) {
        rows += Integer.parseInt(grade[3]);
        sum += Double.parseDouble(grade[5]);
        groups++;
      }
    }
    assertThat(rows).isPositive();
    assertThat(Double.parseDouble(error))
        .isCloseTo(sum / groups, org.assertj.core.api.Assertions.within(0.005));
    assertThat(page.split("<table id=\"all\"")[1])
        .contains("<a href=\"#trust\">" + error + " (" + rows + ")</a>");
    Path set = folder.resolve("set.html");
    assertThat(compare(set, "--set", "clock.compute=*1.1").code()).isZero();
    assertThat(Files.readString(set)).doesNotContain("id=\"trust\"", "href=\"#trust\"");
  }

  @Test
  @DisplayName("strips over time are as long as the kernels took, and their figures are the bars'")
  void stripsOverTimeAreAsLongAsTheKernelsTookAndTheirFiguresAreTheBars() {
    String strips = page.split("<table id=\"strips0\"")[1].split("</table>")[0];
    String bars = page.split("<table id=\"causes0\"")[1].split("</table>")[0];
    assertThat(page)
        .contains("<label for=\"common0\">Use the same time scale for all devices</label>")
        .contains(".common:not(:checked) ~ .scroll .strips .bar div { width: 100%; }");
    List<String> wide = widths(strips);
    assertThat(wide).hasSize(3).contains("100").isEqualTo(widths(bars));
    String eighths = page.split("<table id=\"eighths0\"")[1].split("</table>")[0];
    double issued = 0;
    for (String row : eighths.split("</tr>")) {
      if (row.contains(">hd5870<") && row.contains(">issued<")) {
        List<String> cells = new ArrayList<>(List.of(row.split("<td>")));
        assertThat(cells.remove(0)).contains("hd5870");
        assertThat(cells).hasSize(8);
        issued = cells.stream().mapToDouble(c -> Double.parseDouble(c.split("<")[0])).sum() / 8;
      }
    }
    String bar = bars.split(">hd5870<")[1];
    double share = Double.parseDouble(bar.split("class=\"k0\" style=\"width:")[1].split("%")[0]);
    assertThat(issued).isCloseTo(share, org.assertj.core.api.Assertions.within(2.0));
  }

  private static List<String> widths(String table) {
    return java.util.Arrays.stream(table.split("--w:")).skip(1).map(w -> w.split("%")[0]).toList();
  }

  @Test
  @DisplayName("every figure of every device stands in the page with where it comes from")
  void everyFigureOfEveryDeviceStandsInThePageWithWhereItComesFrom() throws Exception {
    String table = page.split("<table id=\"figures\"")[1].split("</table>")[0];
    JsonNode device =
        new ObjectMapper().readTree(Cli.run("devices", "gtx280", "--format", "json").out());
    int found = 0;
    for (var figure : device.get("figures").properties()) {
      found++;
      String row =
          table.split("<th scope=\"row\">" + figure.getKey() + "</th>")[1].split("</tr>")[0];
      String from = figure.getValue().get("from").asText();
      String letter = from.equals("derived") ? "c" : from.substring(0, 1);
      assertThat(row.split("<td")[2]) // the second device
          .contains(">" + Dimension.readable(figure.getValue().get("value").asText()))
          .contains("<sup>" + letter);
    }
    assertThat(found).isGreaterThan(50);
  }

  private static String written(String name, String... arguments) throws Exception {
    Path file = folder.resolve(name);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--report", file.toString(), "--format", "json"));
    Cli cli = Cli.run(all.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    String text = Files.readString(file);
    Xml xml = Xml.parse(text);
    assertThat(xml.attributes("id")).doesNotHaveDuplicates();
    ObjectMapper mapper = new ObjectMapper();
    assertThat(mapper.readTree(xml.texts("script").get(0))).isEqualTo(mapper.readTree(cli.out()));
    return text;
  }

  @Test
  @DisplayName("a page of occupancy draws a curve for each need, with its steps in a table")
  void aPageOfOccupancyDrawsACurveForEachNeedWithItsStepsInATable() throws Exception {
    String text = written("occ.html", "occupancy", MATMUL.toString(), "-d", "gtx280,mi300a");
    assertThat(Xml.parse(text).texts("figcaption"))
        .containsExactly("matmul: group", "matmul: registers", "matmul: local");
    assertThat(text).contains("<table id=\"points\"");
  }

  @Test
  @DisplayName("compare with --uncertainty has intervals, run with --critical-path has its shares")
  void compareWithUncertaintyHasIntervalsRunWithCriticalPathHasItsShares() throws Exception {
    Path file = folder.resolve("open.html");
    Cli cli =
        Cli.run(
            "compare",
            VECADD.toString(),
            "-p",
            "n=4096",
            "-d",
            "gtx280,8800gtx",
            "--uncertainty",
            "--draws",
            "16",
            "--report",
            file.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    String text = Files.readString(file);
    assertThat(Xml.parse(text).attributes("id")).contains("opentimes", "openratios");
    cli =
        Cli.run(
            "profile",
            VECADD.toString(),
            "-p",
            "n=4096",
            "-d",
            "gtx280",
            "--critical-path",
            "--report",
            file.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(Xml.parse(Files.readString(file)).attributes("id")).contains("path0", "lines0");
  }
}
