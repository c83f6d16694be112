package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.testsupport.Xml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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
        assertThat(page).contains(r.get("message").asText().replace("'", "&#39;"));
        continue;
      }
      double micros = r.get("seconds").asDouble() * 1e6;
      assertThat(cells).contains(String.format(java.util.Locale.ROOT, "%,.2f", micros));
      int point = r.get("workload").asText().equals("matmul") ? 0 : 1;
      first[point] = first[point] == 0 ? micros : first[point];
      String picos = r.get("seconds").decimalValue().movePointRight(12).toBigInteger().toString();
      assertThat(page).containsPattern("data-t=\"" + picos + "\" data-k=\"\\d+\">[0-9.]+<");
      String cell = page.split("data-t=\"" + picos + "\" data-k=\"\\d+\">")[1].split("<")[0];
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
    Cli cli = compare(folder.resolve("no.html"), "--report-base", "gtx208");
    assertThat(cli.code()).isEqualTo(2);
    assertThat(cli.err()).contains("none of the devices is 'gtx208'").contains("gtx280");
    assertThat(folder.resolve("no.html")).doesNotExist();
  }
}
