// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.page.LineLevel;
import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.cli.terminal.Screen;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times by line of several devices beside each other. */
@Tag("slow")
class LineComparisonTest {
  /** Code is at hand, or lines where one device alone waits for it have one share. */
  private static final String CODE = "instruction_cache.latency?=0cycles";

  private static final String BFS = "../examples/bfs.yaml";
  private static final String MATMUL = "../examples/matmul.yaml";

  @TempDir Path folder;

  private static String out(String... words) {
    Cli run = Cli.run(words);
    assertThat(run.code()).as(run.all()).isZero();
    return run.out();
  }

  private static List<String> table(String out, String title) {
    return out.lines()
        .dropWhile(l -> !l.startsWith(title))
        .skip(4)
        .takeWhile(l -> !l.isEmpty())
        .toList();
  }

  /** Shares of a row, in the order of the devices: what has a point and stands before the text. */
  private static List<BigDecimal> shares(String row, int devices) {
    List<BigDecimal> found = new ArrayList<>();
    for (String word : row.split(" +")) {
      if (word.matches("[0-9]+\\.[0-9]") && found.size() < devices) {
        found.add(new BigDecimal(word));
      }
    }
    return found;
  }

  /** The shares of both devices, which stand below the second and the fourth dashes; none is 0. */
  private static List<BigDecimal> sharesBelow(String rule, String row) {
    List<BigDecimal> found = new ArrayList<>();
    Matcher dashes = Pattern.compile("-+").matcher(rule);
    for (int column = 0; dashes.find() && column < 4; column++) {
      if (column % 2 == 1) {
        String cell = row.substring(dashes.start(), dashes.end()).strip();
        found.add(cell.isEmpty() ? BigDecimal.ZERO : new BigDecimal(cell));
      }
    }
    return found;
  }

  @Test
  void eachDeviceHasAColumnWhoseSharesComeToAllAndAreThoseOfItsOwnRun() {
    String beside =
        out(
            "profile",
            MATMUL,
            "-p",
            "n=32",
            "-d",
            "hd5870,mi300a",
            "--by-line",
            "-n",
            "100",
            "--set",
            CODE);
    List<String> rows = table(beside, "kernel matmul, 1 launch: shares in %");
    assertThat(beside).containsPattern("(?m)^line +hd5870 \\S+ +mi300a \\S+ +source$");
    String rule = beside.lines().filter(l -> l.startsWith("-----")).findFirst().orElseThrow();
    List<BigDecimal> sums = new ArrayList<>(List.of(BigDecimal.ZERO, BigDecimal.ZERO));
    Map<String, List<BigDecimal>> byLine = new TreeMap<>();
    for (String row : rows) {
      if (row.startsWith("matmul.cl:") || row.startsWith("no line known")) {
        List<BigDecimal> shares = sharesBelow(rule, row);
        byLine.put(row.substring(0, "no line known".length()).strip(), shares);
        for (int d = 0; d < 2; d++) {
          sums.set(d, sums.get(d).add(shares.get(d)));
        }
      }
    }
    assertThat(byLine).hasSizeGreaterThan(5);
    List<Double> both =
        rows.stream()
            .filter(r -> r.startsWith("matmul.cl:"))
            .map(r -> shares(r.substring("no line known".length()), 2))
            .map(s -> s.stream().mapToDouble(BigDecimal::doubleValue).sum())
            .toList();
    for (int k = 0; k + 1 < both.size(); k++) {
      assertThat(both.get(k)).as("row %s", k).isGreaterThan(both.get(k + 1) - 0.11);
    }
    for (int d = 0; d < 2; d++) {
      assertThat(sums.get(d).doubleValue()).isBetween(95.0, 100.6);
      String own =
          out(
              "profile",
              MATMUL,
              "-p",
              "n=32",
              "-d",
              List.of("hd5870", "mi300a").get(d),
              "--by-line",
              "--set",
              CODE);
      List<String> most = own.lines().filter(l -> l.contains("matmul.cl:14")).toList();
      assertThat(most).hasSize(1);
      BigDecimal share = shares(most.get(0), 1).get(0);
      assertThat(byLine.get("matmul.cl:14").get(d)).isEqualTo(share);
    }
    assertThat(rows).anyMatch(l -> l.matches("all +100\\.0 +100\\.0"));
  }

  @Test
  void theTimeOfABreadthFirstSearchIsShownByLaunchByKernelAndWhole() {
    String[] words = {
      "profile", BFS, "-d", "hd5870,gtx280", "--by-line", "--scope", "launch", "-n", "1"
    };
    String launches = out(words);
    assertThat(launches.lines().filter(l -> l.startsWith("launch "))).hasSize(10);
    double[] micros = new double[2];
    launches
        .lines()
        .filter(l -> l.startsWith("µs "))
        .forEach(
            l -> {
              String[] cells = l.split(" +");
              micros[0] += Double.parseDouble(cells[1]);
              micros[1] += Double.parseDouble(cells[2]);
            });
    words[6] = "kernel";
    String kernel = out(words);
    words[6] = "program";
    assertThat(out(words)).isEqualTo(kernel); // one kernel: nothing more to show
    assertThat(kernel).contains("kernel bfs, 10 launches: shares in %", "if (level[u] < 0) {");
    String[] whole =
        kernel.lines().filter(l -> l.startsWith("µs ")).findFirst().orElseThrow().split(" +");
    assertThat(micros[0])
        .isCloseTo(Double.parseDouble(whole[1]), org.assertj.core.data.Offset.offset(0.06));
    assertThat(micros[1])
        .isCloseTo(Double.parseDouble(whole[2]), org.assertj.core.data.Offset.offset(0.06));
  }

  @Test
  void severalKernelsAreAddedUpAndShownEachByItself() {
    String several = Cli.workload("srad");
    String whole = out("profile", several, "-d", "mi100,gtx280", "--by-line", "-n", "3");
    assertThat(whole).contains("all kernels: shares in %");
    String each = out("profile", several, "-d", "mi100,gtx280", "--by-line", "--scope", "kernel");
    assertThat(each.lines().filter(l -> l.startsWith("kernel "))).hasSizeGreaterThan(1);
  }

  @Test
  void aDeviceThatRefusesStandsBelowWithItsReason() {
    Cli run = Cli.run("profile", MATMUL, "-p", "n=32", "-d", "hd4870,gtx280", "--by-line");
    assertThat(run.code()).isEqualTo(ExitCode.FAILED);
    assertThat(run.out())
        .containsPattern("(?m)^line +gtx280 +source$")
        .contains("hd4870 refused: kernel 'matmul'");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 140})
  void tablesFitTheScreenAndEveryDeviceIsInOne(int width) {
    Cli json = Cli.run("devices", "--format", "csv");
    List<String> devices =
        json.out()
            .lines()
            .skip(1)
            .map(l -> l.split(",")[0])
            .filter(d -> !Set.of("hd4870", "hd2900xt", "hd2400", "hd3870").contains(d))
            .toList();
    assertThat(devices).hasSizeGreaterThan(15);
    LinesOf lines = new LinesOf(MATMUL, Map.of("n", "32"), devices);
    String page = lines.beside(4, LineLevel.program, new Screen(width, false, true));
    assertThat(page.lines().toList()).allMatch(l -> l.length() <= width);
    List<String> shown =
        page.lines()
            .filter(l -> l.startsWith("line "))
            .flatMap(l -> Stream.of(l.split(" +")))
            .filter(devices::contains)
            .toList();
    assertThat(shown).isEqualTo(devices);
    assertThat(page).contains("causes do not fit " + width + " columns").contains("matmul.cl:14");
    String wide = lines.beside(4, LineLevel.program, Screen.plain());
    assertThat(wide).contains("latency").doesNotContain("causes do not fit");
  }

  @Test
  void aScreenWithoutMoreThanAsciiGetsNothingElse() {
    LinesOf lines = new LinesOf(MATMUL, Map.of("n", "32"), List.of("gtx280", "mi300a"));
    String page = lines.beside(2, LineLevel.program, new Screen(70, false, false));
    assertThat(page).matches("[ -~\n]*").contains("us ");
  }

  @Test
  void aSweepHasTheLinesOfEachPointUnderItsOwnWorkload() throws IOException {
    for (String name : List.of("one", "two")) { // two kernels of one name, in folders of their own
      Path at = Files.createDirectories(folder.resolve(name + "/kernels"));
      for (String file : List.of("vecadd.ptx", "vecadd.cl")) {
        String text = Files.readString(Path.of("../examples/kernels/" + file));
        Files.writeString(at.resolve(file), text.replace("c[i] =", "/* " + name + " */ c[i] ="));
      }
      String workload = Files.readString(Path.of("../examples/vecadd.yaml"));
      Files.writeString(folder.resolve(name + "/vecadd.yaml"), workload);
    }
    String[] words = {
      "sweep",
      folder.resolve("one/vecadd.yaml").toString(),
      folder.resolve("two/vecadd.yaml").toString(),
      "-d",
      "gtx280",
      "--param",
      "n=512,1024",
      "--set",
      "dram.banks=4,8",
      "--by-line",
      "-f",
      "csv"
    };
    List<String> rows = out(words).lines().toList();
    List<String> header = Arrays.asList(rows.get(0).split(","));
    assertThat(header).endsWith("param.n", "set.dram.banks");
    for (String name : List.of("one", "two")) {
      List<String> points =
          rows.stream()
              .filter(r -> r.contains(",program,") && r.contains("/* " + name + " */"))
              .map(r -> r.replaceAll("^.*,([^,]*,[^,]*)$", "$1"))
              .toList();
      assertThat(points).containsExactly("512,4", "512,8", "1024,4", "1024,8");
    }
    words[words.length - 1] = "table";
    String table = out(words);
    assertThat(table.lines().filter(l -> l.startsWith("vecadd  n="))).hasSize(4);
    assertThat(table).contains("gtx280 dram.banks=4", "gtx280 dram.banks=8");
  }

  @Test
  void whatDoesNotGoWithLinesIsWrongUsage() {
    String results = folder.resolve("kept").toString();
    for (List<String> words :
        List.of(
            List.of("sweep", MATMUL, "--by-line", "--results", results),
            List.of("sweep", MATMUL, "--scope", "kernel"))) {
      Cli run = Cli.run(words.toArray(String[]::new));
      assertThat(run.code()).as("%s", words).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).as("%s", words).contains("--by-line");
    }
  }
}
