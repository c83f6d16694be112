// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/fidelity.md against the suites; tools/fidelity.sh writes it anew. */
class FidelityPageTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/fidelity.md");

  /**
   * A row of the page.
   *
   * @param cells row, device, group, published, simulated, unit, error
   * @param note number in the suite's list of notes, or empty
   */
  private record Row(String suite, boolean hit, List<String> cells, String note) {}

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    String suite = "";
    boolean hit = false;
    for (String line : Files.readAllLines(PAGE)) {
      suite = line.startsWith("## ") ? line.substring(3) : suite;
      hit = line.startsWith("### ") ? line.endsWith("hits") : hit;
      String[] cells = line.split(" {2,}");
      if (cells.length > 6 && !cells[0].equals("row")) {
        List<String> seven = List.of(cells).subList(0, 7);
        rows.add(new Row(suite, hit, seven, cells.length > 7 ? cells[7] : ""));
      }
    }
    return rows;
  }

  /** The rows of a suite by id: the other cells, and the text of the note. */
  private static Map<String, List<String>> page(String suite) throws IOException {
    Map<String, String> notes = new LinkedHashMap<>(Map.of("", ""));
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      inside = line.startsWith("#") ? line.equals("### " + suite + ": notes") : inside;
      if (inside && line.contains(". ")) {
        notes.put(line.substring(0, line.indexOf('.')), line.substring(line.indexOf(' ') + 1));
      }
    }
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (Row row : rows()) {
      if (row.suite().equals(suite)) {
        List<String> cells = new ArrayList<>(row.cells().subList(1, 7));
        cells.add(notes.get(row.note()));
        assertThat(rows.put(row.cells().get(0), cells)).as(row.cells().get(0)).isNull();
      }
    }
    return rows;
  }

  private static List<YamlMap> suite(String name) {
    List<YamlMap> rows = new ArrayList<>();
    for (YamlNode row :
        YamlFile.read(ROOT.resolve("validation/" + name + ".yaml"))
            .asMap()
            .require("rows")
            .asList()) {
      if (row.asMap().has("expected")) {
        rows.add(row.asMap());
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"terascale", "tesla", "cdna", "nvidia", "nvidia-tensor"})
  @DisplayName("the page has every row of a suite and no other, with device, value and note")
  void thePageHasEveryRowOfASuiteAndNoOtherWithDeviceValueAndNote(String name) throws IOException {
    Map<String, List<String>> page = page(name);
    List<YamlMap> rows = suite(name);
    assertThat(page.keySet())
        .containsExactlyInAnyOrderElementsOf(
            rows.stream().map(r -> r.require("id").raw()).toList());
    assertThat(rows.size()).isGreaterThanOrEqualTo(30);
    for (YamlMap row : rows) {
      String id = row.require("id").raw();
      List<String> cells = page.get(id);
      assertThat(cells.get(0)).as(id).isEqualTo(row.require("device").raw());
      assertThat(cells.get(1)).as(id).isEqualTo(row.require("group").raw());
      double published = row.require("expected").asDouble();
      assertThat(Double.parseDouble(cells.get(2)))
          .as(id)
          .isBetween(published * 0.999, published * 1.001);
      assertThat(cells.get(6)).as(id).contains(row.get("note").map(YamlNode::raw).orElse(""));
      assertThat(row.require("source").asText()).as(id).isNotBlank();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"terascale", "tesla", "cdna", "nvidia", "nvidia-tensor"})
  @DisplayName("a row that gave a parameter, or whose source did, is in no score")
  void aRowThatGaveAParameterIsInNoScore(String name) {
    assertThat(suite(name))
        .filteredOn(row -> row.get("note").map(YamlNode::raw).orElse("").contains(" gave "))
        .extracting(row -> row.require("id").raw())
        .isSubsetOf(unscored(name));
  }

  @Test
  @DisplayName("README says how many parameters are fitted, and to what")
  void readmeSaysHowManyParametersAreFittedAndToWhat() throws IOException {
    List<String> fitted = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(ROOT, "device-*")) {
      for (Path module : modules) {
        Path resources = module.resolve("src/main/resources");
        if (Files.isDirectory(resources)) {
          fitted.addAll(fitted(resources));
        }
      }
    }
    long rrze = fitted.stream().filter(l -> l.contains("source: rrze")).count();
    long others =
        fitted.stream()
            .map(l -> l.replaceFirst(".*source: (\\w+).*", "$1"))
            .filter(source -> !source.equals("rrze"))
            .distinct()
            .count();
    assertThat(Files.readString(ROOT.resolve("README.md")).replace('\n', ' '))
        .contains("in device files %d are fitted, %d of them to".formatted(fitted.size(), rrze))
        .contains("the others to %s sources".formatted(others == 6 ? "six" : "" + others));
  }

  private static List<String> fitted(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        Files.readAllLines(file).stream()
            .filter(l -> l.contains("from: fitted"))
            .forEach(lines::add);
      }
    }
    return lines;
  }

  private static Set<String> unscored(String suite) {
    return suite(suite).stream()
        .filter(row -> row.get("weight").map(YamlNode::asDouble).orElse(1.0) == 0)
        .map(row -> row.require("id").raw())
        .collect(Collectors.toSet());
  }

  /** Errors of a device in a group, as the page's rows have them. */
  private static final class Rows {
    private int rows;
    private int hits;
    private final List<Double> logarithms = new ArrayList<>();

    void add(Row row) {
      rows++;
      hits += row.hit() ? 1 : 0;
      double published = Double.parseDouble(row.cells().get(3));
      double simulated = Double.parseDouble(row.cells().get(4));
      if (published > 0 && simulated > 0) {
        logarithms.add(Math.log(simulated / published));
      }
    }

    /** The smallest, the median and the largest quotient of simulated and published values. */
    List<Double> ends() {
      List<Double> all = logarithms.stream().map(Math::exp).sorted().toList();
      int n = all.size();
      return List.of(all.get(0), (all.get((n - 1) / 2) + all.get(n / 2)) / 2, all.get(n - 1));
    }

    double factor(boolean absolute) {
      return Math.exp(
          logarithms.stream().mapToDouble(x -> absolute ? Math.abs(x) : x).average().orElseThrow());
    }
  }

  @Test
  @DisplayName(
      "the grades that pages of results show are those of the page's rows, and all of them")
  void theGradesThatPagesOfResultsShowAreThoseOfThePagesRowsAndAllOfThem() throws IOException {
    Map<String, Rows> page = new TreeMap<>();
    for (Row row : rows()) {
      if (unscored(row.suite()).contains(row.cells().get(0))) {
        continue;
      }
      String key = row.suite() + "," + row.cells().get(1) + "," + row.cells().get(2);
      page.computeIfAbsent(key, k -> new Rows()).add(row);
    }
    List<String> grades =
        Files.readAllLines(
            ROOT.resolve("sim-report/src/main/resources/io/lockstep/report/grade/grades.csv"));
    assertThat(grades).hasSize(page.size() + 1).hasSizeGreaterThan(30);
    for (String line : grades.subList(1, grades.size())) {
      String[] c = line.split(",");
      Rows rows = page.get(c[0] + "," + c[1] + "," + c[2]);
      assertThat(rows).as(line).isNotNull();
      assertThat(Integer.parseInt(c[3])).as(line).isEqualTo(rows.rows);
      assertThat(Integer.parseInt(c[4])).as(line).isEqualTo(rows.hits);
      assertThat(Double.parseDouble(c[5]))
          .as(line)
          .isBetween(factor(rows, true, -1), factor(rows, true, 1));
      assertThat(Double.parseDouble(c[6]))
          .as(line)
          .isBetween(factor(rows, false, -1), factor(rows, false, 1));
      assertThat(List.of(c).subList(7, 10).stream().map(Double::valueOf).toList())
          .as(line)
          .usingElementComparator((a, b) -> Math.abs(a - b) < 0.0021 * b ? 0 : a.compareTo(b))
          .isEqualTo(rows.ends());
    }
  }

  /** The page has four digits. */
  private static double factor(Rows rows, boolean absolute, int side) {
    return rows.factor(absolute) + side * 0.001;
  }

  @Tag("slow")
  @Test
  @DisplayName("rows that are quick to simulate come to what the page says")
  void rowsThatAreQuickToSimulateComeToWhatThePageSays() throws IOException {
    Map<String, String> quick =
        Map.of("terascale", "TS-05?", "tesla", "tesla-13?", "cdna", "CD19?");
    for (Map.Entry<String, String> e : quick.entrySet()) {
      String file = ROOT.resolve("validation/" + e.getKey() + ".yaml").toString();
      String pattern = e.getValue();
      Cli cli = Cli.run("validate", file, "--only", pattern, "-f", "csv");
      assertThat(cli.code()).as(cli.all()).isZero();
      Map<String, List<String>> page = page(e.getKey());
      for (String line : cli.out().lines().skip(1).toList()) {
        String[] cells = line.split(",");
        double simulated = Double.parseDouble(cells[4]);
        assertThat(Double.parseDouble(page.get(cells[0]).get(3)))
            .as(line)
            .isBetween(simulated * 0.999, simulated * 1.001);
      }
    }
  }
}
