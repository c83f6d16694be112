// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lockstep.cli.sweep.OpenSweep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("looking at what a sweep has found")
class SweepLookTest {
  @TempDir static Path folder;
  private static String sweep;
  private static String slower;

  @BeforeAll
  static void run() {
    sweep = make("a", "*1,*2");
    slower = make("b", "*1,*0.5");
  }

  private static String make(String name, String factors) {
    String to = folder.resolve(name) + "/";
    Cli cli =
        Cli.run(
            "sweep",
            Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString(),
            "--param",
            "n=64,4096",
            "-d",
            "hd5870,gtx280",
            "--set",
            "dram.bandwidth=" + factors,
            "-o",
            to);
    assertThat(cli.code()).as(cli.all()).isZero();
    return to;
  }

  @Test
  @DisplayName("the command of the best point gives the time that the sweep has")
  void theCommandOfTheBestPointGivesTheTimeThatTheSweepHas() throws Exception {
    Cli cli = Cli.run("sweep", "best", sweep, "--where", "n > 64", "--per", "device", "-f", "json");
    JsonNode groups = cli.json().get("groups");
    assertThat(groups).hasSize(2);
    JsonNode best = groups.get(1).get("best").get(0);
    assertThat(best.get("device").asText()).isEqualTo("gtx280");
    String[] words = best.get("command").asText().replace("'", "").split(" ");
    assertThat(words[0]).isEqualTo("lockstep");
    assertThat(words).contains("dram.bandwidth=*2", "n=4096");
    List<String> typed = new ArrayList<>(List.of(words).subList(1, words.length));
    typed.addAll(List.of("-f", "json"));
    JsonNode result =
        new ObjectMapper().readTree(Cli.run(typed.toArray(String[]::new)).out()).get("results");
    assertThat(best.get("figures").get("seconds").decimalValue())
        .isEqualByComparingTo(result.get(0).get("seconds").decimalValue());
  }

  @Test
  @DisplayName("more points than a screenful make a folder without a slash; a file says it is one")
  void morePointsThanAScreenfulMakeAFolderWithoutASlash() {
    List<String> sizes = new ArrayList<>();
    for (int n = 1; n <= 51; n++) {
      sizes.add("" + n);
    }
    String many = folder.resolve("many.csv").toString();
    Cli cli = vecadd(String.join(",", sizes), many);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.err())
        .contains("more than 50 points keeps each in a folder")
        .contains("lockstep sweep export");
    assertThat(Cli.run("sweep", "status", many).out())
        .containsPattern("all +51 +100.0")
        .containsPattern("missing +0 ");

    String few = folder.resolve("few.csv").toString();
    cli = vecadd(String.join(",", sizes.subList(0, 50)), few);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(Path.of(few)).isRegularFile();
    Cli status = Cli.run("sweep", "status", few);
    assertThat(status.code()).isEqualTo(3);
    assertThat(status.err()).contains(few + ": is a file").hasLineCount(1);
    assertThat(Cli.run("sweep", "best", few).err()).contains(few + ": is a file").hasLineCount(1);
  }

  private static Cli vecadd(String sizes, String output) {
    return Cli.run(
        "sweep",
        Shell.REPOSITORY.resolve("examples/vecadd.yaml").toString(),
        "--param",
        "n=" + sizes,
        "-d",
        "hd5450",
        "-o",
        output);
  }

  @Test
  @DisplayName("without --by and --pareto, best is by the objectives of the sweep's file")
  void withoutByAndParetoBestIsByTheObjectivesOfTheSweepsFile() throws Exception {
    String one = ofFile("one", "[{maximise: kernel_seconds}]");
    assertThat(Cli.run("sweep", "best", one).out())
        .startsWith("most kernel_seconds among points of equal workload; 2 points")
        .contains("unit.count=1");
    assertThat(Cli.run("sweep", "best", one, "--by", "seconds").out())
        .startsWith("least seconds among");
    assertThat(Cli.run("sweep", "best", one, "--minimise").out()).startsWith("least seconds among");
    String two = ofFile("two", "[{minimise: seconds}, {minimise: unit.count}]");
    assertThat(Cli.run("sweep", "best", two).out())
        .startsWith("no other is better in all of: least seconds, least unit.count");
    Cli top = Cli.run("sweep", "best", two, "--top", "2");
    assertThat(top.code()).isEqualTo(2);
    assertThat(top.err()).contains("--top");
  }

  @Test
  @DisplayName("the best points meet the constraints of the sweep's file, and --where besides")
  void theBestPointsMeetTheConstraintsOfTheSweepsFile() throws Exception {
    String bound = ofFile("bound", "[{minimise: seconds}]\nconstraints: [unit.count <= 1]");
    Cli best = Cli.run("sweep", "best", bound);
    assertThat(best.out())
        .contains("; where unit.count <= 1")
        .contains("unit.count=1")
        .doesNotContain("unit.count=2");
    Cli none = Cli.run("sweep", "best", bound, "--where", "unit.count > 1");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("no point has a correct result and meets the conditions");
    Path page = folder.resolve("bound.html");
    assertThat(Cli.run("sweep", "report", bound, "-o", page.toString()).code()).isZero();
    assertThat(Files.readString(page).split("id=\"bestpoints\"")[1].split("</table>")[0])
        .contains("unit.count=1")
        .doesNotContain("unit.count=2");
  }

  @Test
  @DisplayName("names of the file's let work in objectives, in what is typed, and in groups")
  void namesOfTheFilesLetWorkInObjectivesAndInWhatIsTyped() throws Exception {
    String let = "[{minimise: price}]\nlet: {price: cost * kernel_seconds, cost: unit.count * 3}";
    String priced = ofFile("priced", let);
    Cli best = Cli.run("sweep", "best", priced, "-f", "json");
    JsonNode found = best.json().get("groups").get(0).get("best").get(0);
    String same = "unit.count * 3 * kernel_seconds";
    JsonNode typed =
        new ObjectMapper()
            .readTree(Cli.run("sweep", "best", priced, "--by", same, "-f", "json").out())
            .get("groups")
            .get(0)
            .get("best")
            .get(0);
    assertThat(found.get("figures").get("price").decimalValue())
        .isPositive()
        .isEqualByComparingTo(typed.get("figures").get(same).decimalValue());
    assertThat(Cli.run("sweep", "best", priced, "--where", "cost > 3").out())
        .startsWith("least price among")
        .contains("unit.count=2");
    assertThat(Cli.run("sweep", "best", priced, "--per", "cost", "-f", "csv").out())
        .hasLineCount(3);
    assertThat(Cli.run("sweep", "report", priced, "--by", "price").code()).isZero();
    assertThat(Cli.run("sweep", "best", priced, "--by", "prize").err())
        .contains("did you mean 'price'?")
        .hasLineCount(1);
    String circle = ofFile("circle", "[{minimise: a}]\nlet: {a: b + 1, b: a + 1}");
    Cli refused = Cli.run("sweep", "best", circle);
    assertThat(refused.code()).isEqualTo(3);
    assertThat(refused.err()).contains("'a' is computed from itself: a -> b -> a").hasLineCount(1);
  }

  private static String ofFile(String name, String objectives) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            "workloads: [%s]\ndevices: [hd5450]\nset: {unit.count: [1, 2]}\nobjectives: %s\n"
                .formatted(Shell.REPOSITORY.resolve("examples/vecadd.yaml"), objectives));
    String to = folder.resolve("of-" + name) + "/";
    Cli cli = Cli.run("sweep", file.toString(), "-o", to);
    assertThat(cli.code()).as(cli.all()).isZero();
    return to;
  }

  @Test
  @DisplayName("a table has the best points and their commands, CSV a line each")
  void aTableHasTheBestPointsAndTheirCommandsCSVALineEach() {
    Cli table = Cli.run("sweep", "best", sweep, "--top", "2");
    assertThat(table.out())
        .contains("least seconds among points of equal workload, n; 8 points")
        .contains("\n2  lockstep run ");
    Cli csv = Cli.run("sweep", "best", sweep, "--pareto", "seconds,max:n", "-f", "csv");
    assertThat(csv.out().lines().findFirst().orElseThrow())
        .startsWith(
            "per.workload,rank,point,workload,device,parameters.n,overrides.dram.bandwidth");
    assertThat(csv.out().lines().count()).isEqualTo(3);
    Cli rate = Cli.run("sweep", "best", sweep, "--by", "n / seconds", "--maximise");
    assertThat(rate.out()).startsWith("most n / seconds among points of equal workload; 8 points");
  }

  @Test
  @DisplayName("what cannot be asked is refused in one line, and nothing found is said")
  void whatCannotBeAskedIsRefusedInOneLineAndNothingFoundIsSaid() {
    assertThat(Cli.run("sweep", "best", sweep, "--by", "dram.byte").all())
        .contains("--by: no point of the sweep has 'dram.byte'; did you mean 'dram.bytes'?");
    assertThat(Cli.run("sweep", "best", sweep, "--by", "n", "--pareto", "n,n").code()).isEqualTo(2);
    assertThat(Cli.run("sweep", "best", sweep, "--pareto", "n").code()).isEqualTo(2);
    assertThat(Cli.run("sweep", "best", sweep, "--top", "0").code()).isEqualTo(2);
    assertThat(Cli.run("sweep", "compare", sweep, slower, "--tolerance", "2").code()).isEqualTo(2);
    assertThat(Cli.run("sweep", "best", folder.toString()).code()).isEqualTo(3);
    Cli none = Cli.run("sweep", "best", sweep, "--where", "n > 9999");
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.all()).contains("no point has a correct result");
  }

  @Test
  @DisplayName("a sweep is the same as itself, and another one is not")
  void aSweepIsTheSameAsItselfAndAnotherOneIsNot() {
    Cli same = Cli.run("sweep", "compare", sweep, sweep);
    assertThat(same.code()).as(same.all()).isZero();
    assertThat(same.out()).isEqualTo("nothing has changed: all 8 points are the same\n");
    Cli other = Cli.run("sweep", "compare", sweep, slower);
    assertThat(other.code()).isEqualTo(1);
    assertThat(other.out())
        .contains("only in the first sweep: ok")
        .contains("only in the second sweep: ok")
        .contains("4 of 12 points are the same; 8 changed");
  }

  @Test
  @DisplayName("with --slower, points that are faster are no failure, and slower ones are")
  void withSlowerPointsThatAreFasterAreNoFailureAndSlowerOnesAre() {
    String fast = make("fast", "*2");
    String slow = make("slow", "*0.25");
    assertThat(Cli.run("sweep", "compare", slow, fast).code()).isEqualTo(1);
    String[] slower = {"--slower", "5%", "--timing", "kernels"};
    assertThat(compare(slow, fast, slower).code()).isZero();
    assertThat(compare(fast, slow, slower).code()).isEqualTo(1);
    assertThat(compare(fast, slow, "--slower", "5").err())
        .contains("--slower: expected a share of 0 to below 1, such as 1% or 0.01, found '5'");
  }

  private static Cli compare(String was, String now, String... options) {
    List<String> words = new ArrayList<>(List.of("sweep", "compare", was, now));
    words.addAll(List.of(options));
    return Cli.run(words.toArray(String[]::new));
  }

  @Test
  @DisplayName("a page has the same bytes each time and is where it is said to be")
  void aPageHasTheSameBytesEachTimeAndIsWhereItIsSaidToBe() throws Exception {
    Path file = folder.resolve("one.html");
    assertThat(Cli.run("sweep", "report", sweep, "-o", file.toString()).out())
        .isEqualTo(file + "\n");
    Cli.run("sweep", "report", sweep);
    assertThat(folder.resolve("a/report.html")).hasSameBinaryContentAs(file);
    String page = Files.readString(file);
    assertThat(page)
        .contains("<h2 id=\"fronts-h\">Pareto front")
        .contains("lockstep run")
        .doesNotContain(OpenSweep.here().toString());
    assertThat(page.length()).isLessThan(200_000);
  }
}
